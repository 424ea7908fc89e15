"""The daily deal gives nothing away: not to those who have not played it, and not before its time."""

import re
from pathlib import Path

import pytest
from litestar import Litestar
from tests.web.moved import DAY, MovedServer, play_daily
from tests.web.served import Visitor
from tests.web.test_people import MONDAY, OTHER, QUICK, SLUGS, Start, start
from tests.web.test_secrecy import without_masks
from websockets.exceptions import ConnectionClosed

from longbeard.engine.luck import commitment
from longbeard.people import daily
from longbeard.people.history import day_streak
from longbeard.table.days import day_of

__all__ = ["start"]
TODAY = day_of(MONDAY)


def ways_out(server: MovedServer, table: str) -> list[tuple[str, str]]:
    """Return every address of a table, with its method, including those that are added later."""
    app = server.door.app
    assert isinstance(app, Litestar)
    found = []
    for route in app.routes:
        if "{name:str}" in route.path and route.path.startswith(("/t/", "/api/v1/tables/")):
            path = route.path.replace("{name:str}", table)
            path = re.sub(r"\{[^}]+\}", "1", path)
            methods = getattr(route, "methods", [])
            found += [(method, path) for method in methods if method in ("GET", "POST")]
    return found


@pytest.mark.parametrize("finished", [False, True])
def test_nobody_else_sees_a_daily_table_while_the_day_lasts(start: Start, finished: bool) -> None:
    server = start(minds=1 if finished else -1)
    ada, bert = Visitor(server.base), Visitor(server.base)
    if finished:
        table = play_daily(ada, QUICK)
    else:
        table = ada.client.post(f"/daily/{QUICK}").headers["location"].removeprefix("/t/")
    addresses = ways_out(server, table)
    assert len(addresses) > 15
    for hours in (0.0, 15.0):  # in the hours of grace, too
        server.now = MONDAY + hours * 3600
        for method, path in addresses:
            body: dict[str, object] = (
                {"move": 0, "action": "x"} if path.endswith("/play") else {"name": "Bert"}
            )
            if path.endswith(("/undo",)):
                body = {"move": 0}
            sent = {"json": body} if path.startswith("/api/") else {"data": body}
            answer = bert.client.request(method, path, **(sent if method == "POST" else {}))  # type: ignore[arg-type]
            assert answer.status_code == 403, (method, path, answer.status_code)
            assert "daily deal" in answer.text
        for query in ("", "?watch"):
            with bert.socket(table, query) as line:
                assert line.hear()["kind"] == "sealed"
                with pytest.raises(ConnectionClosed):
                    line.hear()
    server.now = MONDAY + 17 * 3600
    assert bert.client.get(f"/t/{table}/watch").status_code == 200
    assert bert.client.get(f"/api/v1/tables/{table}").status_code == 200
    assert bert.client.get(f"/t/{table}/record.json").status_code == (200 if finished else 409)


def test_not_even_its_player_is_given_the_record_before_the_day_is_over(start: Start) -> None:
    server = start()
    ada = Visitor(server.base)
    table = play_daily(ada, QUICK)
    secret = server.people.daily_secret(TODAY, QUICK)
    for path in (f"/t/{table}/record.json", f"/t/{table}/proof", f"/api/v1/tables/{table}/record"):
        answer = ada.client.get(path)
        assert answer.status_code == 409, path
        assert secret.hex() not in answer.text
    assert ada.client.post(f"/t/{table}/fork", data={"move": "1"}).status_code == 400
    assert ada.client.get(f"/t/{table}/replay").status_code == 200, "her own replay is hers"
    page = ada.client.get(f"/daily/{QUICK}/{TODAY}").text
    assert commitment(secret) in page
    assert secret.hex() not in page
    server.now += DAY
    assert ada.client.get(f"/t/{table}/proof").text.count("It was.") == 1
    assert secret.hex() in ada.client.get(f"/daily/{QUICK}/{TODAY}").text


def test_a_daily_match_is_not_analysed_before_the_day_is_over(start: Start) -> None:
    """An analysis would tell its player what was in the deck, while others still play the same deal."""
    server = start()
    ada = Visitor(server.base)
    table = play_daily(ada, QUICK)
    for path in (f"/t/{table}/analysis", f"/t/{table}/analysis.json"):
        assert ada.client.get(path).status_code == 409, path
    assert ada.client.post(f"/t/{table}/analysis").status_code == 409
    assert 'id="analysis"' not in ada.client.get(f"/t/{table}/replay").text
    server.now += DAY
    assert ada.client.get(f"/t/{table}/analysis.json").status_code == 200
    assert 'id="analysis"' in ada.client.get(f"/t/{table}/replay").text


def test_twin_houses_with_other_deals_tell_a_stranger_the_same(start: Start, tmp_path: Path) -> None:
    """Two servers whose keys, and so all deals of the day, differ: who has not played sees the same bytes."""
    seen = []
    for folder in ("one", "two"):
        server = start(folder)
        play_daily(Visitor(server.base), QUICK)
        bert = Visitor(server.base)
        paths = [
            "/",
            "/daily",
            *(f"/daily/{slug}/{TODAY}" for slug in SLUGS),
            "/me/history",
            "/api/v1/tables",
        ]
        answers = {path: bert.client.get(path) for path in paths}
        base = server.base.encode()  # previews of links name it, and each server has a port of its own
        seen.append(
            {
                path: (one.status_code, without_masks(one.content).replace(base, b""))
                for path, one in answers.items()
            }
        )
    secrets = {
        daily.secret_of((tmp_path / name / "key").read_bytes(), TODAY, QUICK) for name in ("one", "two")
    }
    assert len(secrets) == 2
    assert seen[0] == seen[1]


def test_deals_differ_by_key_day_and_game_and_names_of_tables_by_person() -> None:
    one, two = bytes(32), bytes(31) + b"x"
    secrets = [
        daily.secret_of(key, day, game) for key in (one, two) for day in ("a", "b") for game in ("c", "d")
    ]
    assert len({*secrets}) == len(secrets) == 8
    assert {len(secret) for secret in secrets} == {32}
    assert daily.table_of(one, TODAY, QUICK, "ada") != daily.table_of(one, TODAY, QUICK, "bert")
    games = [daily.game_of(f"2026-11-{day}", SLUGS) for day in range(10, 10 + len(SLUGS))]
    assert sorted(games) == SLUGS, "every game has its day"


def test_a_streak_of_days_lasts_until_a_whole_day_was_missed() -> None:
    days = ["2026-02-27", "2026-02-28", "2026-03-01"]
    assert day_streak(days, "2026-03-01") == (3, 3)
    assert day_streak(days, "2026-03-02") == (3, 3), "today is not over yet"
    assert day_streak(days, "2026-03-03") == (0, 3)
    assert day_streak([], "2026-03-03") == (0, 0)


def test_two_requests_at_once_open_one_table(start: Start) -> None:
    from concurrent.futures import ThreadPoolExecutor

    server = start(minds=-1)
    ada = Visitor(server.base)
    cookies = {"cookie": ada.cookie, "origin": server.base}

    def ask(_number: int) -> str:
        import httpx

        answer = httpx.post(f"{server.base}/daily/{OTHER}", headers=cookies, timeout=60)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    with ThreadPoolExecutor(6) as pool:
        assert len({*pool.map(ask, range(6))}) == 1
    assert len(server.house.tables) == 1
