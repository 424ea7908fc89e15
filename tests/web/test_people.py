"""A person's week, over a real server and a clock that the test moves; and each part of it alone."""

import asyncio
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.web.moved import DAY, MovedServer, play_daily, play_on, to_the_end
from tests.web.served import Visitor

from longbeard.bots import LEVELS
from longbeard.games import room, rooms
from longbeard.people import avatars
from longbeard.people.erasing import SOMEBODY
from longbeard.store.rows import statement

MONDAY = datetime(2026, 11, 16, 10, 0, tzinfo=UTC).timestamp()
SLUGS = sorted(rooms())
QUICK = next(slug for slug in SLUGS if room(slug).plate.seats[1] == 6)
OTHER = next(slug for slug in SLUGS if room(slug).plate.seats[1] == 4)
BOT = LEVELS[0].name
FORM = {"figure": "owl", "hat": "crown", "sign": "star", "colour": "teal", "sound": "on", "speed": "fast"}
Start = Callable[..., MovedServer]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    servers: list[MovedServer] = []

    def make(folder: str = "house", now: float = MONDAY, minds: int = 1) -> MovedServer:
        (tmp_path / folder).mkdir(exist_ok=True)
        servers.append(MovedServer(tmp_path / folder, now, minds))
        return servers[-1]

    yield make
    for server in servers:
        if server.thread.is_alive():
            server.stop()


def figures(visitor: Visitor) -> dict[str, str]:
    """Return the numbers at the head of the history."""
    page = visitor.client.get("/me/history").text
    return {name: value.strip() for name, value in re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)", page)}


def play_together(server: MovedServer, one: Visitor, two: Visitor) -> str:
    """Return a match of two people, to its end."""
    table = one.open(QUICK, ["me", "friend"])
    two.sit(table, "Bert")
    with one.socket(table) as first, two.socket(table) as second:
        while not (first.page and first.over):
            for line in (first, second):
                line.hear("page") if not line.page else None
                if line.page["choices"]:
                    line.play()
            moved = max((first, second), key=lambda line: int(line.page["move"]))
            for line in (first, second):
                while line.page["move"] < moved.page["move"]:
                    line.hear("page")
    return table


def test_a_persons_week(start: Start) -> None:
    server = start()
    ada, bert = Visitor(server.base), Visitor(server.base)
    form = FORM | {"name": "Ada Lovelace", "rated": "yes", "named": "yes"}
    assert ada.client.post("/me", data=form).headers["location"] == "/me?saved"
    assert "Ada Lovelace" in ada.client.get("/me").text

    # Monday: both play the same deal, once.
    table = play_daily(ada, QUICK)
    assert ada.client.post(f"/daily/{QUICK}").headers["location"] == f"/t/{table}", "one try a day"
    assert bert.client.get(f"/daily/{QUICK}/2026-11-16").status_code == 409, "first play it"
    other = play_daily(bert, QUICK, choice=1)
    assert other != table
    compared = bert.client.get(f"/daily/{QUICK}/2026-11-16").text
    assert "2 people have finished it" in compared
    assert "Ada Lovelace" in compared, "she shows her name"
    assert compared.count("<li>") == 1, "he does not"
    assert figures(ada)["Daily deals, days in a row"] == "1"

    # Tuesday another game, Wednesday nothing, Thursday again.
    server.now += DAY
    play_daily(ada, OTHER)
    assert figures(ada)["Daily deals, days in a row"] == "2"
    server.now += 2 * DAY
    assert figures(ada)["Daily deals, days in a row"] == "0"
    play_daily(ada, QUICK)
    found = figures(ada)
    assert (found["Matches"], found["Daily deals, days in a row"]) == ("3", "1")
    home = ada.client.get("/").text
    assert "Your last matches" in home
    assert "All of today’s deals" in home

    # What Monday was is public now, with its secret, which fits the seal.
    public = Visitor(server.base).client.get(f"/daily/{QUICK}/2026-11-16").text
    assert server.people.daily_secret("2026-11-16", QUICK).hex() in public
    assert Visitor(server.base).client.get(f"/t/{table}/record.json").status_code == 200

    # A match with Bert, who becomes an opponent; ratings are hers alone.
    together = play_together(server, ada, bert)
    history = ada.client.get("/me/history").text
    for words in ("Against people", "Bert", "Against bots", "By number of players", "2 players", "±"):
        assert words in history, words
    assert "Ratings" not in bert.client.get("/me/history").text

    # Her phone becomes her, once; what she has is there, too.
    page = ada.client.post("/me/device").text
    link = re.search(r'value="(http[^"]+/me/here/[^"]+)"', page)
    assert link
    phone = Visitor(server.base)
    assert "Ada Lovelace" in phone.client.get(link[1]).text, "to look at it is not to use it"
    assert phone.client.post(link[1]).headers["location"] == "/me"
    assert server.person(phone) == server.person(ada)
    assert figures(phone) == figures(ada)
    assert phone.client.get("/me/settings").json()["settings"]["speed"] == "fast"
    assert Visitor(server.base).client.post(link[1]).status_code == 404, "it works once"

    # The server is started again: nothing is counted twice.
    before = figures(ada)
    server.stop()
    again = start(now=server.now)
    for visitor in (ada, bert, phone):
        visitor.base = again.base
        visitor.client.base_url = again.base
        visitor.client.headers["origin"] = again.base
    assert figures(ada) == before

    # Forget me: both of her devices are strangers; Bert's match is still there, with somebody.
    gone = ada.client.post("/me/forget", data={"sure": "1"})
    assert gone.status_code == 200
    assert "lb_id" not in ada.client.cookies
    for device in (ada, phone):
        assert "Nothing yet" in device.client.get("/me/history").text
    page = bert.client.get("/me/history").text
    assert SOMEBODY in page
    assert "Ada" not in page
    replay = bert.client.get(f"/t/{together}/replay?eyes=all&move=3")
    assert replay.status_code == 200
    assert SOMEBODY in replay.text
    assert "Ada" not in replay.text
    assert bert.client.get(f"/t/{together}/proof").text.count("It was.") == 1


def test_the_same_choices_meet_the_same_deal_and_the_same_answers(start: Start) -> None:
    server = start()
    tables = [play_daily(Visitor(server.base), OTHER) for _person in range(2)]
    logs = []
    for table in tables:
        kept = server.house.store.load(table)
        assert kept is not None
        logs.append([(entry.kind, entry.seat, entry.text) for entry in kept.entries])
    assert logs[0] == logs[1]
    server.now += DAY
    assert play_daily(Visitor(server.base), OTHER) not in tables


def test_a_deal_begun_before_midnight_may_be_finished_after_it(start: Start) -> None:
    server = start(now=MONDAY + 13.9 * 3600)
    ada, late = Visitor(server.base), Visitor(server.base)
    tables = [visitor.client.post(f"/daily/{QUICK}").headers["location"][3:] for visitor in (ada, late)]
    server.now += 3600
    play_on(ada, tables[0])
    assert ada.client.get(f"/daily/{QUICK}/2026-11-16").status_code == 200
    assert late.client.get(f"/daily/{QUICK}/2026-11-16").status_code == 409
    server.now += 2 * 3600
    play_on(late, tables[1])
    compared = late.client.get(f"/daily/{QUICK}/2026-11-16").text
    assert "One person has finished it" in compared, "too late"
    assert figures(late)["Daily deals, days in a row"] == "0"
    assert late.client.get(f"/daily/{QUICK}/2026-11-18").status_code == 404, "no deal is seen before its day"
    assert late.client.get(f"/daily/{QUICK}/yesterday").status_code == 404


def test_nobody_helps_with_a_daily_deal(start: Start) -> None:
    server = start(minds=-1)
    ada = Visitor(server.base)
    table = ada.client.post(f"/daily/{QUICK}").headers["location"].removeprefix("/t/")
    live = server.house.tables[table]
    assert live.seats[0].person == server.person(ada)
    with ada.socket(table) as line:
        for message in ({"kind": "hint"}, {"kind": "takeover", "seat": 0}, {"kind": "renew"}):
            line.say(**message)
            said = line.hear("error")["kind"]
            assert said in ("bad_options", "not_your_turn"), message
        assert not live.seats[0].bot
        line.say("leave")
        line.hear("go")
    assert live.seats[0].left
    assert not live.seats[0].bot, "it waits for her"
    assert ada.client.post(f"/t/{table}/sit", data={"seat": "0"}).status_code == 303
    assert not live.seats[0].left


def test_results_are_kept_once_and_caught_up_with_after_a_crash(start: Start) -> None:
    server = start()
    ada = Visitor(server.base)
    table = ada.open(OTHER, ["me", BOT])
    play_on(ada, table)
    person = server.person(ada)
    server.stop()
    again = start(now=server.now + DAY)
    rows = again.people.rows

    async def seats() -> list[object]:
        return list(await rows.read("SELECT * FROM match_seats ORDER BY table_id, seat"))

    first = asyncio.run(seats())
    assert len(first) == 2
    assert asyncio.run(again.people.catch_up()) == 0

    lost = (statement("DELETE FROM match_seats"), statement("DELETE FROM matches"))
    asyncio.run(rows.write(*lost))  # as if the server was killed between the last move and the result
    assert asyncio.run(again.people.catch_up()) == 1
    assert asyncio.run(seats()) == first
    assert asyncio.run(again.people.catch_up()) == 0
    assert any(person in str(row) for row in first)


def test_a_match_gone_on_with_from_a_finished_one_counts_for_nothing(start: Start) -> None:
    server = start()
    ada = Visitor(server.base)
    table = ada.open(QUICK, ["me", BOT])
    play_on(ada, table)
    fork = ada.client.post(f"/t/{table}/fork", data={"move": "2", "seat": "0"})
    play_on(ada, fork.headers["location"].removeprefix("/t/"))
    assert figures(ada)["Matches"] == "1"


def test_a_link_to_a_person_expires_and_only_the_last_one_counts(start: Start) -> None:
    server = start(minds=-1)
    ada = Visitor(server.base)
    links = []
    for _link in range(2):
        found = re.search(r'value="(http[^"]+/me/here/[^"]+)"', ada.client.post("/me/device").text)
        assert found
        links.append(found[1])
    stranger = Visitor(server.base)
    assert stranger.client.get(links[0]).status_code == 404
    assert stranger.client.get(links[1]).status_code == 200
    assert ada.client.get(links[1]).status_code == 404, "she is here already"
    server.now += 601
    assert stranger.client.get(links[1]).status_code == 404
    assert stranger.client.post(links[1]).status_code == 404
    assert server.person(stranger) != server.person(ada)


def test_settings_are_kept_with_the_person_and_checked(start: Start) -> None:
    server = start(minds=-1)
    ada = Visitor(server.base)
    assert ada.client.get("/me/settings").json() == {"changed": 0.0, "settings": {}}
    assert ada.client.post("/me/settings", json={"sound": "off", "known-games": "x y"}).status_code == 200
    assert ada.client.post("/me/settings", json={"size": "large"}).status_code == 200
    expected = {"sound": "off", "known-games": "x y", "size": "large"}
    assert ada.client.get("/me/settings").json()["settings"] == expected
    bad: object
    for bad in ({"sound": "loud"}, {"nonsense": "on"}, {"coached": "x" * 500}, {"sound": 1}, []):
        assert ada.client.post("/me/settings", json=bad).status_code == 400, bad
    elsewhere = {"origin": "https://elsewhere.example"}
    assert ada.client.post("/me/settings", json={"size": ""}, headers=elsewhere).status_code == 403
    without = ada.client.post("/me/settings", json={"size": ""}, headers={"origin": ""})
    assert without.status_code == 403, "no browser says that it is one of our pages"
    assert ada.client.get("/me/settings").json()["settings"] == expected
    page = ada.client.get("/me").text
    assert 'data-size="large"' in page, "without a script, too"
    for bad_name in ("", " ", "x" * 25, "\u2800"):
        answer = ada.client.post("/me", data=FORM | {"name": bad_name})
        assert (answer.status_code, "a name has" in answer.text) == (400, True)
    assert ada.client.post("/me", data=FORM | {"name": "Ada", "figure": "elephant"}).status_code == 400


def test_a_name_changed_on_one_device_is_known_on_the_other(start: Start) -> None:
    server = start(minds=-1)
    ada, phone = Visitor(server.base), Visitor(server.base)
    link = re.search(r'value="(http[^"]+/me/here/[^"]+)"', ada.client.post("/me/device").text)
    assert link
    phone.client.post(link[1])
    ada.client.post("/me", data=FORM | {"name": "Ada"})
    phone.client.get("/")
    table = phone.open(QUICK, ["me", "friend"])
    seat = server.house.tables[table].seats[0]
    assert (seat.name, seat.avatar) == ("Ada", "owl.crown.star.teal")
    assert f'src="/avatars/{seat.avatar}.svg"' in phone.client.get(f"/t/{table}").text
    phone.client.post(f"/t/{table}/name", data={"name": "Countess"})
    assert "Countess" in ada.client.get("/me").text


def test_avatars_are_drawn_from_their_names_alone(start: Start) -> None:
    server = start(minds=-1)
    visitor = Visitor(server.base)
    for code in (avatars.random().code, avatars.random_for("x").code, "owl.none.moon.sea"):
        answer = visitor.client.get(f"/avatars/{code}.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "immutable" in answer.headers["cache-control"]
        assert avatars.read(code).code == code
    for bad in ("owl", "owl.none.moon", "owl.none.moon.<b>", "owl.none.moon.sea.x"):
        assert visitor.client.get(f"/avatars/{bad}.svg").status_code == 400
    for figure in avatars.FIGURES:
        for hat in avatars.HATS:
            assert avatars.drawn(avatars.Avatar(figure, hat, "star", "plum")).startswith("<svg")


def test_who_has_not_been_here_for_longer_than_a_cookie_lives_is_forgotten(start: Start) -> None:
    server = start(minds=-1)
    ada, bert = Visitor(server.base), Visitor(server.base)
    for visitor, name in ((ada, "Ada"), (bert, "Bert")):
        visitor.client.post("/me", data=FORM | {"name": name})
    server.now += 399 * DAY
    bert.client.get("/")
    server.now += 2 * DAY
    person = server.person(ada)
    asyncio.run(server.people.forget_unseen())
    assert server.people.is_forgotten(person)
    assert not server.people.is_forgotten(server.person(bert))
    assert "Ada" not in ada.client.get("/me").text


def test_a_match_that_is_left_is_lost_but_a_bots_end_is_not_ones_own(start: Start) -> None:
    server = start()
    ada, bert = Visitor(server.base), Visitor(server.base)
    ada.client.post("/me", data=FORM | {"name": "Ada", "rated": "yes"})
    table = ada.open(QUICK, ["me", "friend"])
    bert.sit(table, "Bert")
    with ada.socket(table) as line:
        line.hear("page")
        line.say("leave")
        line.hear("go")
    with bert.socket(table) as line:
        to_the_end(line)
    page = ada.client.get("/me/history").text
    assert "Left early" in page
    rating = re.search(r"<b>([\d.]+)</b> ± ", page)
    assert rating
    assert float(rating[1]) < 25.0
