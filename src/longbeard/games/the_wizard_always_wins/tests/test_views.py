"""What one sees: the look, the words, the story."""

import json
from typing import TYPE_CHECKING

import pytest

from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.engine.story import ALL_EYES, SPECTATOR, Event
from longbeard.games.the_wizard_always_wins import events, view
from longbeard.games.the_wizard_always_wins.choices import DEEDS, parse

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay

NAMES = ["Ada", "Bert", "Cleo", "Dora", "Emil"]


def test_s2_only_one_s_own_hand(lay: "Lay") -> None:
    table = lay(2)
    hands = [view.look(table.state, viewer)["hands"] for viewer in (0, 1, SPECTATOR, ALL_EYES)]
    seen = [[None if hand is None else [card["slug"] for card in hand] for hand in row] for row in hands]
    ada, bert = ["flower-1", "snail-1", "bone-1"], ["flower-2", "snail-2", "bone-2"]
    assert seen == [[ada, None], [None, bert], [None, None], [ada, bert]]
    assert [player["hand"] for player in view.look(table.state, SPECTATOR)["players"]] == [3, 3]


def test_the_oracle_s_cards_only_for_the_oracle(lay: "Lay") -> None:
    table = lay(2).play("take:oracle", "potion-1", "potion-2", "potion-3")
    looks = [view.look(table.state, viewer) for viewer in (0, 1, SPECTATOR)]
    assert [len(look["looked_at"]) for look in looks] == [3, 0, 0]
    assert [look["looking"] for look in looks] == [3, 3, 3]
    assert "Before the Oracle: 1 Potion, 2 Potions, 3 Potions." in view.words(looks[0], NAMES)


def test_everything_that_lies_open(lay: "Lay") -> None:
    table = lay(2).lay(0, "snail-3 snail-token snail-1").lay(1, "bone-2")
    table.fill_bag("red-gem bone-token bone-token add-a-gem")
    table.play("take:wizard", "bone-token")
    look = view.look(table.state, 1)
    assert look["bag"]["red-gem"] == 1
    assert look["bag"]["bone-token"] == 2
    assert look["last_draw"] is not None
    assert (look["last_draw"]["seat"], look["last_draw"]["tokens"]) == (0, ["bone-token"])
    assert look["characters"][6]["holder"] == 0
    assert look["players"][0]["face_up"][1]["pieces"] == ["snail-1", "snail-3", "snail-token"]
    assert look["players"][0]["odds"] == {"ways": 1, "of": 4, "words": "25 %"}
    words = view.words(look, NAMES)
    assert words == [
        "Round 1, Bert to play. Order of this round: Ada, Bert.",
        "Free characters: 1 Queen, 2 Oracle, 3 Trader, 4 Apprentice, 5 Farmer, 6 Hunter.",
        "Ada, the Wizard: level 1, 3 cards in hand. Gems: 1 in the bag, 7 beside it. Wizard's odds: 25 %.",
        "  Snails 5 of 5 (1+3+token), a full set: 1 gem",
        "Bert: level 1, 3 cards in hand. Gems: 0 in the bag, 8 beside it. Wizard's odds: 0 %.",
        "  Bones 2 of 6 (2)",
        "Bag of Fate, 4 tokens: 2 bone, 1 add-a-gem, 1 gem.",
        "Last draw, Ada's: bone-token.",
        "Deck: 51 cards. Discards: none.",
        "Bert's hand: 2 Flowers, 2 Snails, 2 Bones.",
    ]


def test_e2_several_sets_in_words(lay: "Lay") -> None:
    hands = ("bone-1 bone-2 bone-3", "flower-2 snail-2 bone-2")
    table = lay(2, hands=hands).lay(0, "flower-3 flower-3 flower-2 snail-3 snail-2")
    table.play("take:queen", "potion-1").play("play:bone-1")
    look = view.look(table.state, SPECTATOR)
    flowers = look["players"][0]["face_up"][0]
    assert (flowers["sets"], flowers["reward"], flowers["worth"]) == (2, "1 level", "2 levels")
    assert "  Flowers 8 of 4 (2+3+3), 2 full sets: 2 levels" in view.words(look, NAMES)
    assert DEEDS.phrase(table.state, parse(table.state, "turn-in:flower=3+3+2"), NAMES) == (
        "Turn in 2 cards with 3 Flowers and a card with 2 Flowers as 2 sets for 2 levels"
    )


def test_e2_the_best_way_of_each_element_comes_first(lay: "Lay") -> None:
    hands = ("bone-1 bone-2 bone-3", "flower-2 snail-2 bone-2")
    table = lay(2, hands=hands).lay(0, "flower-3 flower-3 flower-2 snail-3 snail-3 snail-2 bone-3 bone-2")
    assert view.look(table.state, 0)["ways"] == [], "it is not the time for sets"
    table.play("take:queen", "potion-1").play("play:bone-1")
    ways = view.look(table.state, 0)["ways"]
    assert [(way["key"], way["sets"], way["reward"], way["best"]) for way in ways] == [
        ("mix.flower=3+3+2", 2, "2 levels", True),
        ("mix.flower=3+2", 1, "1 level", False),
        ("mix.flower=3+3", 1, "1 level", False),
        ("mix.snail=3+2", 1, "1 gem", True),
        ("mix.snail=3+3", 1, "1 gem", False),
        ("mix.bone=3+2+1", 1, "2 levels", False),  # the only way is no better than others
    ]
    assert {way["key"] for way in ways} | {"done"} == {
        DEEDS.steps(table.state, action)[0] for action in table.state.legal()
    }


def test_lines_fit_a_terminal_of_100_columns_or_can_be_wrapped(lay: "Lay") -> None:
    luck = QuickLuck(4)
    state = lay.open(5).state
    state.deal(luck)
    while state.to_act() != OVER:
        lines = view.words(view.look(state, int(state.to_act())), NAMES)
        assert all("\n" not in line and len(line) < 330 for line in lines)
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)


def test_r2_what_is_drawn_is_whispered(lay: "Lay") -> None:
    match = Match(lay.room, NAMES[:2], secret=seed_secret(1))
    move = match.play_text(match.to_act, "take:queen")
    heard = [events.ROWS[event.kind].name for event in move.events if event.seen_by(1 - move.seat)]
    own = [events.ROWS[event.kind].name for event in move.events if event.seen_by(move.seat)]
    assert heard == ["takes", "draws"]
    assert own == ["takes", "draws", "drawn"]
    assert "hand" not in [events.ROWS[event.kind].name for event in match.opening if event.seen_by(SPECTATOR)]


def test_what_was_drawn_together_is_told_by_kind(lay: "Lay") -> None:
    """The order in which they came means nothing, and a hand has none."""
    for cards in (("potion-1", "bone-2"), ("bone-2", "potion-1")):
        table = lay(2).play("take:farmer", *cards, "snail-token")
        assert table.words[1:5] == [
            "Ada draws a card.",
            "Ada draws a card.",
            "Drawn: 2 Bones.",
            "Drawn: 1 Potion.",
        ]


def test_tokens_are_told_one_at_a_time(lay: "Lay") -> None:
    table = lay(2)
    table.state.level[0] = 3
    table.play("take:apprentice", "add-a-gem", "snail-token", "level-up")
    assert table.words == [
        "Ada takes the Apprentice.",
        "Ada reaches into the Bag of Fate for 3 tokens.",
        "Token 1: Add-a-Gem.",
        "Token 2: a Snail.",
        "Token 3: Level-Up.",
        "Ada puts a gem into the bag and has 1 in it.",
        "Ada keeps the Snail token.",
        "Ada rises to level 4.",
        "Back into the bag: 2 tokens.",
        "Bert's turn.",
    ]


def test_a_trade_and_a_set_in_words(lay: "Lay") -> None:
    table = lay(2).lay(0, "flower-3").lay(1, "flower-token")
    table.play("take:trader", "potion-1").play("play:bone-1")
    said = [DEEDS.phrase(table.state, action, NAMES) for action in table.state.legal()]
    assert said[:2] == ["Trade nothing", "Trade your card with 3 Flowers for Bert's Flower token"]
    table.play("trade:bone-1>1:flower-token")
    assert table.words[0] == "Ada trades a card with 1 Bone for Bert's Flower token."
    said = [DEEDS.phrase(table.state, action, NAMES) for action in table.state.legal()]
    assert said == [
        "Turn in nothing more and end your turn",
        "Turn in a card with 3 Flowers and a Flower token for 1 level",
    ]


def test_every_choice_and_every_event_has_words(lay: "Lay") -> None:
    luck = QuickLuck(9)
    for seats in (2, 5):
        match = Match(lay.room, NAMES[:seats], secret=seed_secret(seats))
        while not match.over:
            legal = match.state.legal()
            said = [lay.room.phrase(match.state, action, match.seats) for action in legal]
            assert len(set(said)) == len(said)
            move = match.play(match.to_act, legal[luck.below(len(legal))])
            for event in move.events:
                told = lay.room.tell(match.box, event, match.seats)
                assert told.endswith(".") or (event.kind == events.TRADED and not told), told
                assert "your" not in told.lower()
        json.dumps(lay.room.look(match.state, ALL_EYES))
    assert len({row.name for row in events.ROWS}) == len(events.ROWS) == events.BREATH + 1
    assert events.ROWS[events.WINS].name == "wins"


@pytest.mark.parametrize(("number", "said"), [(0, "no tokens"), (1, "1 token"), (2, "2 tokens")])
def test_numbers_are_counted(lay: "Lay", number: int, said: str) -> None:
    event = Event(events.REACHES, -1, [0, number, 31])
    assert lay.room.tell(lay.open(2).box, event, NAMES) == f"Ada reaches into the Bag of Fate for {said}."


def test_quiet_moves_can_be_taken_back(lay: "Lay") -> None:
    table = lay(2).play("take:oracle", "potion-1", "potion-2", "potion-3")
    assert not any(table.state.quiet(action) for action in table.state.legal()), "two are laid open"
    table = lay(2).lay(0, "flower-3").lay(1, "bone-1")
    assert not table.state.quiet(table.play("take:trader", "potion-1").state.legal()[0]), "a card is shown"
    table.play("play:flower-1")
    assert all(table.state.quiet(action) for action in table.state.legal()), "trades"
    table.play("no-trade")
    assert all(table.state.quiet(action) for action in table.state.legal()), "sets"


def test_the_glossary_explains_everything(room: Room, lay: "Lay") -> None:
    entries = room.glossary(lay.open(2).box)
    assert entries["wizard"].startswith("Wizard (7): Draw as many tokens as your level")
    assert (
        entries["potion"] == "Potions: 8 of them, on face-up cards and tokens, make a set worth 2 gems. "
        "Several sets may be turned in together."
    )
    assert {"snail-3", "snail-token", "add-a-gem", "level-up", "gem", "level", "queen"} <= entries.keys()
