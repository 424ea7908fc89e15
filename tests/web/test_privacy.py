"""Everything personal is listed on the privacy page, and leaves with "forget me": it is searched for in every
column of every table of the database, and in the bytes of its files."""

import asyncio
import json
import re
import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path

from tests.web.moved import DAY, MovedServer, play_daily, play_on
from tests.web.served import Visitor
from tests.web.test_people import BOT, FORM, MONDAY, OTHER, QUICK, Start, figures, play_together, start

from longbeard.people.erasing import SOMEBODY
from longbeard.people.privacy import KEPT, NOT_PERSONAL
from longbeard.store.rows import statement

__all__ = ["start"]
NAME = "Zebedee Quark"
SHORT = "Zebedee"
SAYING = "Abracadabra, said the cat"


def rows_with(data: Path, words: list[str]) -> list[tuple[str, str]]:
    """Return every table and column in which one of the words stands."""
    found = []
    with closing(sqlite3.connect(data / "tables.sqlite")) as file:
        for (table,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            cursor = file.execute(f"SELECT * FROM {table}")
            columns = [column[0] for column in cursor.description]
            for row in cursor:
                for column, value in zip(columns, row, strict=True):
                    if any(word in str(value) for word in words):
                        found.append((table, column))
    return found


def files_with(data: Path, words: list[str]) -> list[str]:
    """Return the files of a folder in whose bytes one of the words stands."""
    paths = [path for path in data.iterdir() if path.is_file() and path.name != "key"]
    return [path.name for path in paths if any(word.encode() in path.read_bytes() for word in words)]


def a_whole_life(server: MovedServer) -> tuple[Visitor, Visitor, dict[str, str]]:
    """Return somebody who has done whatever can be done here, a friend, and the tables that they share."""
    zeb, bert = Visitor(server.base), Visitor(server.base)
    zeb.client.post("/me", data=FORM | {"name": NAME, "rated": "yes", "named": "yes"})
    zeb.client.post("/me/settings", json={"known-games": "everything", "size": "large"})
    tables = {"daily": play_daily(zeb, QUICK), "begun": _location(zeb.client.post(f"/daily/{OTHER}"))}
    tables["bots"] = zeb.open(QUICK, ["me", BOT])
    play_on(zeb, tables["bots"])
    tables["together"] = play_together(server, zeb, bert)
    with zeb.socket(tables["together"]) as line:
        line.say("chat", text=SAYING)
        while line.hear("chat")["text"] != SAYING:
            pass
        line.say("rematch")
        tables["rematch"] = line.hear("go")["to"].removeprefix("/t/")
    # Bert goes on from a move of theirs, in the place of Zebedee, whose name the seat has.
    tables["fork"] = _location(
        bert.client.post(f"/t/{tables['together']}/fork", data={"move": "1", "seat": "0"})
    )
    tables["running"] = bert.open(OTHER, ["me", "friend", BOT])
    zeb.sit(tables["running"], "")
    zeb.client.post(f"/t/{tables['running']}/name", data={"name": f"{SHORT} II"})
    with zeb.socket(tables["running"]) as line:
        line.say("renew")
        link = line.hear("seat_link")["link"]
    phone = Visitor(server.base)
    phone.client.post(link)  # the seat goes to another browser, and comes back
    zeb.client.post(link)
    tables["waiting"] = zeb.open(OTHER, ["me", "friend"])
    tables["watched"] = bert.open(QUICK, ["me", "friend"])
    zeb.sit(tables["watched"], f"{SHORT} III")
    with zeb.socket(tables["watched"]) as line:
        line.say("leave")
        line.hear("go")
    push = (
        "INSERT INTO subscriptions (endpoint, person, p256dh, auth, since) VALUES ('https://x', ?, '', '', 0)"
    )
    asyncio.run(server.people.rows.write(statement(push, server.person(zeb))))
    zeb.client.post("/me/device")
    return zeb, bert, tables


def _location(answer: object) -> str:
    headers: dict[str, str] = answer.headers  # type: ignore[attr-defined]
    return headers["location"].removeprefix("/t/")


def test_forget_me_leaves_nothing_in_any_column_of_any_table(start: Start) -> None:
    server = start()
    zeb, bert, tables = a_whole_life(server)
    person = server.person(zeb)
    words = [person, NAME, SHORT, SAYING]
    before = {table for table, _column in rows_with(server.data, words)}
    assert before >= {"people", "devices", "match_seats", "ratings", "tables", "entries", "chat"}
    assert "subscriptions" in before
    listed = {table for kept in KEPT for table in kept.tables}
    assert before <= listed, "something personal is not on the privacy page"
    play_on_moves = server.house.tables[tables["running"]].moves

    assert zeb.client.post("/me/forget", data={"sure": "1"}).status_code == 200
    assert rows_with(server.data, words) == []
    assert files_with(server.data, words) == []

    # Whatever is shared goes on: finished matches replay, running ones are played on.
    replay = bert.client.get(f"/t/{tables['together']}/replay?eyes=all&move=2")
    assert (replay.status_code, SOMEBODY in replay.text, SHORT in replay.text) == (200, True, False)
    assert bert.client.get(f"/t/{tables['together']}/proof").text.count("It was.") == 1
    assert figures(bert)["Matches"] == "1"
    with bert.socket(tables["running"]) as line:
        for _move in range(3):
            line.play()
    live = server.house.tables[tables["running"]]
    assert live.moves > play_on_moves
    assert live.seats[1].name == SOMEBODY
    assert live.seats[1].bot, "a bot plays for them"
    page = bert.client.get(f"/t/{tables['fork']}").text
    assert (SHORT in page, SOMEBODY in page) == (False, True)
    for name in tables.values():
        page = bert.client.get(f"/t/{name}").text
        assert SHORT not in page, name
    server.stop()
    assert files_with(server.data, words) == []

    # A server that is started again knows no more, and takes the old cookie for no one's.
    again = start(now=server.now)
    zeb.client.cookies.set("lb_id", "forgotten")
    assert rows_with(again.data, words) == []
    assert again.people.is_forgotten(person)


def test_an_old_cookie_is_no_longer_accepted(start: Start) -> None:
    server = start(minds=-1)
    zeb = Visitor(server.base)
    zeb.client.post("/me", data=FORM | {"name": NAME})
    cookie, person = zeb.client.cookies["lb_id"], server.person(zeb)
    zeb.client.post("/me/forget", data={"sure": "1"})
    server.stop()
    again = start(now=server.now)
    thief = Visitor(again.base)
    thief.client.cookies.set("lb_id", cookie, domain="127.0.0.1")
    assert NAME not in thief.client.get("/me").text
    table = thief.open(QUICK, ["me", "friend"])
    assert again.house.tables[table].seats[0].person != person


def test_forget_me_is_asked_twice_and_only_from_our_own_page(start: Start) -> None:
    server = start(minds=-1)
    zeb = Visitor(server.base)
    zeb.client.post("/me", data=FORM | {"name": NAME})
    assert zeb.client.post("/me/forget").status_code == 400
    elsewhere = {"origin": "https://elsewhere.example"}
    assert zeb.client.post("/me/forget", data={"sure": "1"}, headers=elsewhere).status_code == 403
    assert NAME in zeb.client.get("/me").text


def test_every_table_of_the_database_is_on_the_privacy_page_or_holds_nothing_personal(start: Start) -> None:
    server = start(minds=-1)
    with closing(sqlite3.connect(server.data / "tables.sqlite")) as file:
        tables = {str(row[0]) for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        known = [
            table
            for table in tables
            if "person" in [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
        ]
    tables = {table for table in tables if not table.startswith("sqlite_")}
    assert tables == {table for kept in KEPT for table in kept.tables} | {*NOT_PERSONAL}
    for table in known:
        statements = [sql for kept in KEPT if table in kept.tables for sql in kept.forget]
        assert any(f" {table} " in sql for sql in statements), f"nobody is forgotten in {table}"
    page = unescape(Visitor(server.base).client.get("/privacy").text)
    for kept in KEPT:
        for words in (kept.what, kept.where, kept.how_long, kept.leaves):
            assert words in page


def test_what_others_play_is_not_changed_by_a_name_that_is_alike(start: Start) -> None:
    server = start()
    zeb, bert = Visitor(server.base), Visitor(server.base)
    zeb.client.post("/me", data=FORM | {"name": "Bert"})
    table = bert.open(QUICK, ["me", BOT])
    play_on(bert, table)
    kept = server.house.store.load(table)
    zeb.client.post("/me/forget", data={"sure": "1"})
    again = server.house.store.load(table)
    assert kept is not None
    assert again is not None
    assert (kept.opening, kept.entries) == (again.opening, again.entries)
    assert json.loads(again.opening)["seats"][0]["person"] == server.person(bert)


def test_links_to_a_person_are_not_in_the_log(start: Start) -> None:
    from longbeard.web.logs import without_secrets

    server = start(minds=-1)
    page = Visitor(server.base).client.post("/me/device").text
    link = re.search(r"/me/here/([\w-]+)", page)
    assert link
    assert link[1] not in without_secrets(link[0])
    assert server.now < MONDAY + DAY
