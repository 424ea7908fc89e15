"""The API keeps to its own description, whatever it is sent; and a program can play a whole game with it."""

from random import Random
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.web.served import PATIENCE, Server, client

from longbeard.games import rooms


def test_the_api_is_as_described(server: Server) -> None:
    described = schemathesis.openapi.from_url(f"{server.base}/api/v1/schema/openapi.json")
    token = httpx.post(f"{server.base}/api/v1/identity", json={"name": "Probe"}, timeout=PATIENCE).json()[
        "token"
    ]
    headers = {"authorization": f"Bearer {token}"}
    strict = [
        schema
        for schema in described.raw_schema["components"]["schemas"].values()
        if "additionalProperties" in schema
    ]
    assert len(strict) >= 6
    operations = [found.ok() for found in described.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 14
    for operation in operations:

        @settings(
            max_examples=10,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def keeps_its_word(case: Any) -> None:
            # What no schema can tell (a name that cannot be seen, say) may be refused all the same.
            case.call_and_validate(
                headers=headers, timeout=PATIENCE, excluded_checks=[positive_data_acceptance]
            )

        keeps_its_word()


def program(server: Server, name: str) -> httpx.Client:
    token = httpx.post(f"{server.base}/api/v1/identity", json={"name": name}, timeout=PATIENCE).json()[
        "token"
    ]
    return client(base_url=f"{server.base}/api/v1", headers={"authorization": f"Bearer {token}"})


def test_two_programs_play_a_game(server: Server) -> None:
    ada, bert = program(server, "Ada"), program(server, "Bert")
    slug = min(rooms(), key=lambda slug: rooms()[slug].plate.minutes)
    games = ada.get("/games").json()
    assert slug in [game["slug"] for game in games["games"]]
    asked = {"game": slug, "seats": [{"who": "me", "name": "Ada"}, {"who": "friend"}]}
    table = ada.post("/tables", json=asked).json()["id"]
    assert bert.post(f"/tables/{table}/sit", json={"name": "Bert"}).json()["viewer"] == 1
    players, luck = (ada, bert), Random(3)
    seen = ada.get(f"/tables/{table}").json()
    assert ada.get(f"/tables/{table}/record").status_code == 409
    while not seen["look"]["over"]:
        player = players[seen["look"]["to_act"]]
        offered = player.get(f"/tables/{table}/choices").json()
        action = luck.choice(offered["choices"])["action"]
        seen = player.post(f"/tables/{table}/play", json={"move": offered["move"], "action": action}).json()
        assert "look" in seen, seen
    assert ada.get(f"/tables/{table}/record").json()["ending"]
    assert ada.get(f"/tables/{table}/story", params={"since": 1}).json()["story"]


def test_frames_show_every_moment_of_a_game(server: Server) -> None:
    ada = program(server, "Ada")
    for slug in rooms():
        asked = {"game": slug, "seats": [{"who": "me", "name": "Ada"}, {"who": "friend"}]}
        table = ada.post("/tables", json=asked).json()["id"]
        bert = program(server, "Bert")
        bert.post(f"/tables/{table}/sit", json={"name": "Bert"})
        move, luck = 0, Random(3)
        while move < 8:
            seen = ada.get(f"/tables/{table}").json()["look"]
            player = (ada, bert)[seen["to_act"]]
            offered = player.get(f"/tables/{table}/choices").json()["choices"]
            player.post(
                f"/tables/{table}/play", json={"move": move, "action": luck.choice(offered)["action"]}
            )
            move += 1
        since, found = 0, []
        while since <= move:
            answer = ada.get(f"/tables/{table}/frames", params={"since": since, "moves": 3}).json()
            found += answer["frames"]
            assert answer["move"] == move
            since = answer["next"]
        moves = [frame["move"] for frame in found]
        assert moves == sorted(moves)
        if not any(option.name == "memory" for option in rooms()[slug].plate.options):
            assert set(moves) == set(range(move + 1))
        assert [frame["move"] for frame in found if frame["last"]] == sorted(set(moves))
        assert found[-1]["table"] == ada.get(f"/tables/{table}").json()["look"]["table"]
        story = ada.get(f"/tables/{table}/story").json()["story"]
        assert [told for frame in found for told in frame["told"]] == story
    assert ada.get(f"/tables/{table}/frames", params={"moves": 13}).status_code == 400


def test_refusals_have_their_words(server: Server) -> None:
    ada, other = program(server, "Ada"), program(server, "Bert")
    nobody = client(base_url=f"{server.base}/api/v1")
    slug = next(iter(rooms()))
    asked: dict[str, Any] = {"game": slug, "seats": [{"who": "me"}, {"who": "friend"}]}
    table = ada.post("/tables", json=asked).json()["id"]
    for answer, status, word in [
        (nobody.post("/tables", json=asked), 403, "not_seated"),
        (ada.post("/tables", json=asked | {"game": "chess"}), 404, "no_such_game"),
        (ada.post("/tables", json=asked | {"options": {"x": "y"}}), 400, "bad_options"),
        (ada.post("/tables", json=asked | {"colour": "red"}), 400, "refused"),
        (ada.post("/tables", content=b"{"), 400, "refused"),
        (ada.get("/tables/nothing"), 404, "no_such_table"),
        (ada.get("/nothing"), 404, "refused"),
        (other.post(f"/tables/{table}/play", json={"move": 0, "action": "x"}), 403, "not_seated"),
        (ada.post(f"/tables/{table}/play", json={"move": 7, "action": "x"}), 409, "stale"),
        (ada.post(f"/tables/{table}/undo", json={"move": 0}), 409, "cannot_undo"),
        (ada.post("/identity", json={"name": "a\u202eb"}), 400, "bad_options"),
    ]:
        assert (answer.status_code, answer.json()["error"]) == (status, word), answer.text
    browser = client(base_url=server.base)
    browser.get("/")
    refused = browser.post("/api/v1/tables", json=asked)  # a cookie alone, as another site could send it
    assert refused.status_code == 403
