"""The page that says what the numbers of an observation mean."""

from pathlib import Path

from longbeard.engine.encoder import width
from longbeard.engine.room import Room
from longbeard.rl.layouts import page, places

PAGE = Path(__file__).parent.parent.parent / "docs" / "layouts.md"


def test_the_page_is_what_the_rooms_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m longbeard.rl.layouts > docs/layouts.md"


def test_every_number_has_one_name(room: Room) -> None:
    for players in range(room.plate.seats[0], room.plate.seats[1] + 1):
        named = list(places(room, players))
        assert len(dict(named)) == len(named)
        assert int(named[-1][1].split("–")[-1]) == width(room.encoder, room.table(players)) - 1
