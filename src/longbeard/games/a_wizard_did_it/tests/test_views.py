"""What a seat sees, hears and can work out: looks, words, sentences, imagined tables, learners' numbers."""

import json
from collections import Counter
from itertools import permutations
from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine import gate
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.story import Event
from longbeard.games import room
from longbeard.games.a_wizard_did_it import encode, events
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.a_wizard_did_it.scenes import lay_out, play

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)
NAMES = ["Ada", "Bert"]
STACKS = ("0.forest", "0.crypt", "0.ship", "1.forest", "1.crypt", "1.ship")
ALL_ITEMS = dict.fromkeys(STACKS, "sword")


def dealt(seed: int, moves: int = 0) -> AWizardDidIt:
    state, luck = cast(AWizardDidIt, ROOM.table(2)), QuickLuck(seed)
    state.deal(luck)
    for move in range(moves):
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)
    return state


def slugs(cards: list[int]) -> list[str]:
    return [BOX.slugs[card] for card in cards]


# ── what can be imagined ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("moves", [0, 7, 33, 55, 60])
def test_an_imagined_table_differs_only_in_what_is_hidden(moves: int) -> None:
    state = dealt(moves, moves)
    for seat in (0, 1):
        other = state.imagine(seat, QuickLuck(3))
        assert other.hand(seat) == state.hand(seat)
        assert [list(other.pile(stack)) for stack in range(6)] == [
            list(state.pile(stack)) for stack in range(6)
        ]
        assert other.held(1 - seat) == state.held(1 - seat)
        assert other.pieces() == state.pieces()
        assert ROOM.look(other, seat) == ROOM.look(state, seat)


def test_the_stacks_are_remembered_through_a_swap() -> None:
    """Every card is played in the open, and a Swap moves two cards that all can see (W1, W8)."""
    state = lay_out(
        BOX, {"0.forest": "bear ninja", "1.ship": "shark zombie"}, ("swap pigeon", "pigeon pigeon")
    )
    play(state, "swap@0.forest~1.ship")
    for viewer in (-1, 0, 1):
        other = state.imagine(viewer, QuickLuck(1))
        assert slugs(list(other.pile(0))) == ["ninja", "shark"]
        assert slugs(list(other.pile(5))) == ["zombie", "bear"]


def test_an_imagined_hand_can_be_anything_that_is_not_seen_equally_likely() -> None:
    state = lay_out(BOX, {"0.forest": "pigeon"}, ("bear swap", "shark"), deck="ninja ninja ninja zombie")
    seen: Counter[str] = Counter()
    luck = QuickLuck(4)
    for _ in range(2000):
        seen[slugs(state.imagine(0, luck).hand(1))[0]] += 1
    assert set(seen) == {"shark", "ninja", "zombie"}
    assert abs(seen["ninja"] - 1200) < 90
    assert abs(seen["shark"] - 400) < 70


def test_with_the_deck_out_the_other_hand_is_known() -> None:
    state = dealt(2, 57)
    assert state.deck_count == 0
    for seat in (0, 1):
        assert state.imagine(seat, QuickLuck(9)).dump() == state.dump()


def test_an_imagined_table_depends_on_nothing_hidden() -> None:
    one = lay_out(BOX, {}, ("bear bear", "shark pigeon"), deck="ninja zombie sword")
    twin = lay_out(BOX, {}, ("bear bear", "sword ninja"), deck="pigeon shark zombie")
    assert one.imagine(0, QuickLuck(5)).dump() == twin.imagine(0, QuickLuck(5)).dump()


def test_w9_an_item_on_an_item_shows_that_the_rest_of_the_hand_is_items() -> None:
    state = lay_out(
        BOX,
        ALL_ITEMS,
        ("shield shield force-field", "bear ninja zombie"),
        deck="bear shark bear shark pigeon",
    )
    play(state, "shield@0.forest")
    assert list(state.sure_items) == [2, 0]
    for seed in range(50):
        other = state.imagine(1, QuickLuck(seed))
        assert other.items_in_hand(0) >= 2
        assert other.held(0) == 3
    play(state, "bear@0.forest")
    for text, sure in (("shield@0.forest", 1), ("force-field@0.forest", 0)):
        play(state, text)
        assert state.sure_items[0] == sure
        state.actor = 1
        play(state, f"{slugs(state.hand(1))[0]}@0.forest")


def test_w9_other_plays_say_nothing_about_the_rest_of_a_hand() -> None:
    state = lay_out(BOX, {"0.forest": "bear"}, ("sword shield", "bear ninja"), deck="pigeon pigeon")
    play(state, "sword@0.crypt")
    assert list(state.sure_items) == [0, 0]
    state = lay_out(BOX, ALL_ITEMS, ("sword bear", "bear ninja"), deck="pigeon pigeon")
    play(state, "bear@0.crypt")
    assert list(state.sure_items) == [0, 0]


def test_a_spectator_imagines_both_hands_with_what_both_have_shown() -> None:
    state = lay_out(BOX, ALL_ITEMS, ("shield shield", "shield force-field"), deck="")
    play(state, "shield@0.forest")
    play(state, "shield@1.forest")
    for seed in range(20):
        other = state.imagine(-1, QuickLuck(seed))
        assert [other.held(0), other.held(1)] == [1, 1]
        assert [other.items_in_hand(0), other.items_in_hand(1)] == [1, 1]


@pytest.mark.parametrize("viewer", [1, -1])
def test_hands_that_fit_what_was_shown_are_equally_likely(viewer: int) -> None:
    """W9: against all ways to deal the hidden cards, counted one by one."""
    items, others = ["shield", "shield", "sword", "force-field"], ["bear", "ninja", "zombie"]
    state = lay_out(BOX, {}, ("shield force-field", "bear"), deck="shield sword ninja zombie")
    state.sure_items[0] = 1
    hidden = [*items, *others] if viewer < 0 else [*items, "ninja", "zombie"]
    ways: Counter[tuple[str, ...]] = Counter()
    for cards in permutations(hidden, 3 if viewer < 0 else 2):
        hand = (*sorted(cards[:2]), cards[2] if viewer < 0 else "bear")
        ways[hand] += 1 if set(hand[:2]) & set(items) else 0
    ways = +ways
    luck, seen, draws = QuickLuck(7), Counter[tuple[str, ...]](), 8000
    for _ in range(draws):
        other = state.imagine(viewer, luck)
        seen[(*sorted(slugs(other.hand(0))), slugs(other.hand(1))[0])] += 1
    assert set(seen) == set(ways)
    for hand, number in ways.items():
        expected = draws * number / ways.total()
        assert abs(seen[hand] - expected) < 5 * expected**0.5, hand


# ── for learners ──────────────────────────────────────────────────────────────────────────────────


def encoded(state: AWizardDidIt, viewer: int) -> list[int]:
    out = vec[i64]([-7] * encode.size(state))
    encode.encode(state, viewer, out)
    return list(out)


def test_the_layout_adds_up_to_the_size() -> None:
    state = dealt(1)
    layout = encode.layout(state)
    assert sum(field.numbers for field in layout) == encode.size(state)
    assert len({field.name for field in layout}) == len(layout)
    for viewer in (-1, 0, 1):
        assert -7 not in encoded(state, viewer)


@pytest.mark.parametrize("moves", [0, 20, 50, 63, 64])
def test_an_imagined_table_encodes_equal(moves: int) -> None:
    state = dealt(moves + 1, moves)
    for viewer in (-1, 0, 1):
        assert encoded(state.imagine(viewer, QuickLuck(8)), viewer) == encoded(state, viewer)


def test_the_numbers_say_what_the_layout_says() -> None:
    state = lay_out(
        BOX,
        {"1.crypt": "bear ninja"},
        ("swap", "pigeon pigeon"),
        deck="shark",
        goals=("glory", "banquet"),
        turn=1,
    )
    mine: dict[str, list[int]] = {}
    numbers = encoded(state, 1)
    for field in encode.layout(state):
        mine[field.name], numbers = numbers[: field.numbers], numbers[field.numbers :]
    assert mine["my decision"] == [1]
    assert mine["cards in the deck"] == [1]
    assert sum(mine["my hand, how many of each card"]) == 2
    assert mine["my hand, how many of each card"][BOX.slugs.index("pigeon") - 1] == 2
    assert (mine["my cards in hand"], mine["rival's cards in hand"]) == ([2], [1])
    assert mine["heights of my stacks"] == [0, 2, 0]
    assert mine["my crypt stack, cards from the bottom"][:3] == [
        *(BOX.slugs.index("ninja"), BOX.slugs.index("bear"), 0)
    ]
    assert mine["my goals, by number from 1"] == [BOX.goals.index("banquet") + 1]
    hand = encoded(state, -1)[4 : 4 + len(BOX.slugs) - 1]
    assert set(hand) == {0}


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def test_a_look_is_plain_data() -> None:
    for moves in (0, 30, 64):
        for viewer in (-1, 0, 1):
            json.dumps(ROOM.look(dealt(3, moves), viewer))


def test_the_table_in_words() -> None:
    state = lay_out(
        BOX,
        {"0.forest": "bear ninja", "1.ship": "sword"},
        ("swap bear", "pigeon pigeon"),
        deck="shark",
        goals=("glory", "overboard"),
    )
    assert ROOM.words(ROOM.look(state, 0), NAMES) == [
        "Wizard's Phase, Ada to play. 1 card in the deck.",
        "Ada: knight with 1 Valor and no items; 2 cards in hand.",
        "  The Forest:      2 cards, on top: Bear",
        "  The Crypt:       empty",
        "  The Pirate Ship: empty",
        "  [ ] 6 points: Gain 2 Valor or more and an item from one win (own knight)",
        "  Hand: Bear, Swap.",
        "Bert: knight with 1 Valor and no items; 2 cards in hand.",
        "  The Forest:      empty",
        "  The Crypt:       empty",
        "  The Pirate Ship: 1 card, on top: Sword",
        "  [ ] 4 points: Overboard with the rival (rival's knight)",
    ]


def test_words_fit_a_terminal_of_100_columns() -> None:
    for moves in (0, 40, 63, 64):
        state = dealt(moves, moves)
        state.memory = True
        for viewer in (-1, 0, 1):
            assert max(len(line) for line in ROOM.words(ROOM.look(state, viewer), NAMES)) <= 100


def test_choices_in_words() -> None:
    state = lay_out(BOX, {"0.forest": "bear", "1.ship": "sword"}, ("swap pigeon", "pigeon"))
    phrases = {ROOM.spell(state, action): ROOM.phrase(state, action, NAMES) for action in state.legal()}
    assert phrases["swap@0.forest~1.ship"] == (
        "Swap the Bear on your Forest with the Sword on Bert's Pirate Ship"
    )
    assert phrases["pigeon@0.forest"] == "Play Pigeon on your Forest (on top of Bear)"
    assert phrases["pigeon@1.crypt"] == "Play Pigeon on Bert's Crypt (empty)"
    state = lay_out(BOX, {}, ("swap", "pigeon"))
    assert ROOM.phrase(state, 0, NAMES).startswith("Play Swap for no effect")


def told(kind: int, *data: int) -> str:
    return ROOM.tell(BOX, Event(kind, -1, list(data)), NAMES)


def test_every_kind_of_event_has_a_name_and_a_sentence() -> None:
    assert len(set(events.EVENT_NAMES)) == len(events.ROWS)
    for number, row in enumerate(events.ROWS):
        assert vars(events)[row.name.upper().replace("-", "_")] == row.kind == number
        assert row.sentence


def test_sentences() -> None:
    sword, bear, pigeon, surprise = (
        BOX.slugs.index(slug) for slug in ("sword", "bear", "pigeon", "surprise")
    )
    assert told(events.SWAPS, 0, 0, 5, sword, bear) == (
        "Ada plays Swap: Bear goes from Ada's Forest to Bert's Pirate Ship, and Sword the other way."
    )
    assert told(events.REVEALS, 1, surprise, 0) == "Bert's knight turns over: Surprise!"
    assert told(events.LURKING, 1, 0) == (
        "Now lurking at the bottom of the stack: nothing, for no card is left there."
    )
    assert told(events.IN_SPACE, 1, 0, bear, sword) == "Out of the stack and into space: Bear and Sword."
    assert told(events.ENCOUNTER, 1, 2, 0, pigeon, bear, pigeon) == (
        "An encounter on The Pirate Ship: 2 × Pigeon and Bear; no item is at stake."
    )
    assert told(events.MONSTERS, 1, 7, events.PAIR, 1, 4, events.LONE, bear, 1, events.HOME, bear, 2) == (
        "The monsters: 4 (the pair Bear-Shark) + 1 (Bear) + 2 (home turf of the Bear) = 7."
    )
    assert told(events.KNIGHT, 0, 2, 2, 1, sword, 1) == (
        "Ada's knight: 2 (Valor) = 2; Kung Fu, so no item helps."
    )
    assert told(events.KNIGHT, 0, 3, 2, 0, sword, 1) == "Ada's knight: 2 (Valor) + 1 (Sword) = 3."
    assert told(events.VALOR, 0, 0, 3, 1, pigeon, -1, pigeon, -1) == (
        "Ada's knight gains no Valor (+1 for the win, -1 Pigeon, -1 Pigeon, never less than none) and has 3."
    )
    assert told(events.VALOR, 0, 0, 1, -1) == "Ada's knight keeps the last 1 Valor."
    assert told(events.VALOR, 0, -1, 2, -1) == "Ada's knight loses 1 Valor and has 2."
    assert told(events.TIE, 5) == "Ada and Bert have 5 goal points each and share the win."


def test_no_told_sentence_says_you() -> None:
    for seed in range(6):
        match = Match(ROOM, NAMES, secret=seed_secret(seed))
        luck = QuickLuck(seed)
        while not match.over:
            legal = match.state.legal()
            match.play(match.to_act, legal[luck.below(len(legal))])
        for event in gate.story(match, -2):
            assert event["words"]
            assert not {"you", "your"} & set(event["words"].lower().split())


# ── what can be forgotten ─────────────────────────────────────────────────────────────────────────


def piles(state: AWizardDidIt) -> list[list[int]]:
    return [[int(card) for card in state.pile(stack)] for stack in range(6)]


def test_w6_cards_under_others_are_forgotten_and_tops_are_not() -> None:
    state = dealt(3, 40)
    changed = 0
    for seed in range(20):
        table = state.imagine(0, QuickLuck(seed))
        hands = [table.hand(0), table.hand(1)]
        table.forget(0, QuickLuck(seed))
        assert table.pieces() == state.pieces()
        assert ROOM.look(table, 0) == ROOM.look(state, 0)
        assert [table.hand(0), table.hand(1)] == hands
        assert [pile[-1:] for pile in piles(table)] == [pile[-1:] for pile in piles(state)]
        assert all(BOX.swap not in pile for pile in piles(table)), "a Swap lies on no stack (W3)"
        same = [one == other for before, after in zip(piles(state), piles(table), strict=True)
                for one, other in zip(before[:-1], after[:-1], strict=True)]  # fmt: skip
        assert any(same), "not everything is forgotten"
        changed += same.count(False)
    assert changed > 100


def test_w6_without_a_deck_covered_cards_are_taken_for_one_another() -> None:
    state = lay_out(BOX, {"0.forest": "bear ninja shark", "1.ship": "pigeon zombie"}, ("sword", "shield"))
    seen = set()
    for seed in range(40):
        table = state.clone()
        table.forget(0, QuickLuck(seed))
        seen.add(tuple(slugs(list(table.pile(0))) + slugs(list(table.pile(5)))))
    assert len(seen) > 3
    assert {sorted(cards)[0] for cards in seen} == {"bear"}
    assert {(cards[2], cards[4]) for cards in seen} == {("bear", "pigeon")}


def test_w6_the_memory_aid_forgets_nothing() -> None:
    state = lay_out(BOX, {"0.forest": "bear ninja shark"}, deck="zombie zombie", options={"memory": "on"})
    for seed in range(10):
        table = state.clone()
        table.forget(0, QuickLuck(seed))
        assert table.dump() == state.dump()
