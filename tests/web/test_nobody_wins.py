"""The pages of a match that nobody won."""

from collections.abc import Callable
from pathlib import Path

from tests.web.served import PATIENCE, Server, client

from longbeard.engine import record
from longbeard.games import room
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import Entry
from longbeard.table.opening import Opening
from longbeard.table.seat import Seat

GAMES = Path(__file__).parent.parent.parent / "src" / "longbeard" / "games"


def test_the_page_the_api_and_the_record_say_that_nobody_won(
    tmp_path: Path, own_server: Callable[..., Server]
) -> None:
    path = GAMES / "wiz_up_the_wall" / "tests" / "matches" / "nobody-scored-2.json"
    kept = record.read(path.read_text(encoding="utf-8"))
    match = record.replay(kept, room(kept.game))
    seats = [Seat(name, "person", name, name) for name in kept.seats]
    assert kept.secret is not None
    secret = bytes.fromhex(kept.secret)
    opening = Opening(kept.game, kept.options, seats, secret, kept.rules, kept.cards, kept.seats[0])
    store = SQLiteStore(tmp_path / "tables.sqlite")
    entries = [Entry("play", move.seat, match.text(move)) for move in match.log]
    store.open_table("nobody", opening.write(), entries).result(PATIENCE)
    store.close()
    guest = client(base_url=own_server().base, follow_redirects=True)
    page = guest.get("/t/nobody/watch").text
    assert "<span>Nobody wins</span>" in page
    assert "No wizard has scored a single point." in page
    assert "Nobody wins: nobody has a point." in page
    shown = guest.get("/api/v1/tables/nobody").json()
    assert (shown["look"]["winners"], shown["look"]["ending"]) == ([], "nobody-scored")
    assert record.read(guest.get("/t/nobody/record.json").text).winners == []
    assert guest.get("/t/nobody/replay").status_code == 200
