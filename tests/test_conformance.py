"""The conformance suite fails a game for every part of the contract that it breaks."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

FIFTH = Path(__file__).parent / "fifth_game" / "src"


@pytest.fixture
def potions(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The fifth game's modules, read afresh so that a test can break them."""
    monkeypatch.syspath_prepend(str(FIFTH))
    for name in [name for name in sys.modules if name.startswith("pocket_potions")]:
        monkeypatch.delitem(sys.modules, name)
    import pocket_potions.notation
    import pocket_potions.rules
    import pocket_potions.view

    yield pocket_potions
    for name in [name for name in sys.modules if name.startswith("pocket_potions")]:
        del sys.modules[name]


def verdict(matches: int = 25) -> str:
    """Return what the suite says of the game as it is now; empty if it passes."""
    from longbeard.engine.check import check
    from longbeard.engine.check_room import Breach
    from longbeard.engine.room import Room

    try:
        check(Room("pocket_potions"), 3, matches, 1)
    except Breach as breach:
        return str(breach)
    return ""


def wrap(owner: Any, name: str, change: Callable[..., Any]) -> None:
    """Wrap a function: `change` is given it, and its arguments."""
    original = getattr(owner, name)
    setattr(owner, name, lambda *words: change(original, *words))


def test_an_honest_game_passes(potions: Any) -> None:
    assert verdict() == ""


def test_1_actions_offered_twice_or_out_of_order(potions: Any) -> None:
    def twice(offer: Any, state: Any, choices: Any) -> None:
        offer(state, choices)
        choices.add(0)

    wrap(potions.rules.Potions, "offer", twice)
    assert "not unique and in order" in verdict()


def test_1_no_action_before_the_end(potions: Any) -> None:
    potions.rules.Potions.offer = lambda state, choices: None
    assert verdict()


def test_2_two_actions_with_one_text(potions: Any) -> None:
    wrap(
        potions.notation,
        "spell",
        lambda spell, state, action: "stir" if action == 1 else spell(state, action),
    )
    assert "two actions are written" in verdict()


def test_2_a_text_that_leads_elsewhere(potions: Any) -> None:
    wrap(potions.notation, "parse", lambda parse, state, text: parse(state, text) ^ 1)
    assert "does not lead back" in verdict()


def test_3_a_clone_that_shares(potions: Any) -> None:
    def sharing(clone: Any, state: Any) -> Any:
        copy = clone(state)
        copy.brews = state.brews
        return copy

    wrap(potions.rules.Potions, "clone", sharing)
    assert verdict()


def test_4_luck_of_its_own(potions: Any) -> None:
    import itertools

    ticks = itertools.count()

    def drifting(resolve: Any, state: Any, action: int, luck: Any) -> None:
        resolve(state, action, luck)
        state.points[0] += next(ticks) % 2

    wrap(potions.rules.Potions, "resolve", drifting)
    assert verdict()


def test_5_a_lost_card(potions: Any) -> None:
    def losing(resolve: Any, state: Any, action: int, luck: Any) -> None:
        resolve(state, action, luck)
        if state.spent:
            state.spent.pop()

    wrap(potions.rules.Potions, "resolve", losing)
    assert "pieces were lost" in verdict()


def test_6_a_view_that_shows_a_secret(potions: Any) -> None:
    def open_pockets(public: Any, state: Any) -> Any:
        return public(state) | {"oops": [sorted(pocket) for pocket in state.pockets]}

    wrap(potions.view, "public", open_pockets)
    assert "sees that it only imagines" in verdict()


def test_6_a_key_that_is_public_and_private(potions: Any) -> None:
    def twice(private: Any, state: Any, viewer: int) -> Any:
        return private(state, viewer) | {"cupboard": int(state.left)}

    wrap(potions.view, "private", twice)
    assert "share keys" in verdict()


def test_5_a_beat_with_a_card_between_two_places(potions: Any) -> None:
    def marking(resolve: Any, state: Any, action: int, luck: Any) -> None:
        if state.spent:
            card = state.spent.pop()
            state.tell(0, 0)
            state.beat()
            state.spent.append(card)
        resolve(state, action, luck)

    wrap(potions.rules.Potions, "resolve", marking)
    assert "between two places" in verdict()


def test_6_an_event_that_tells_a_secret(potions: Any) -> None:
    rules = potions.rules
    original = rules.Potions._fill_pocket

    def telling(state: Any, seat: int, luck: Any) -> None:
        original(state, seat, luck)
        if state.pockets[seat]:
            state.tell(rules.events.FINDS, seat, state.pockets[seat][-1])

    rules.Potions._fill_pocket = telling
    assert "the deal of pocket-potions tells a guest in the event 'finds'" in verdict(60)
    moves: list[int] = []
    rules.Potions._fill_pocket = lambda *given: (telling if moves else original)(*given)

    def moving(resolve: Any, state: Any, action: int, luck: Any) -> None:
        moves.append(action)
        resolve(state, action, luck)
        moves.pop()

    wrap(rules.Potions, "resolve", moving)
    assert "what it can see at no moment" in verdict(60)


def test_6_an_imagination_that_peeps(potions: Any) -> None:
    potions.rules.Potions.imagine = lambda state, seat, luck: state.clone()
    assert "imagine nothing but the truth" in verdict(120)


def test_6_an_imagination_that_depends_on_the_real_order(potions: Any) -> None:
    def unsorted(imagine: Any, state: Any, seat: int, luck: Any) -> Any:
        other = imagine(state, seat, luck)
        first = list(state.cupboard[: state.left])
        if seat < 0 or state.pockets[seat] == other.pockets[seat]:
            other.points[0] += first[0] if first else 0
        return other

    wrap(potions.rules.Potions, "imagine", unsorted)
    assert verdict(60)


def test_6_a_move_that_is_called_quiet_and_is_not(potions: Any) -> None:
    potions.rules.Potions.quiet = lambda state, action: True
    assert "called quiet" in verdict(60)


def test_8_an_ending_without_a_name(potions: Any) -> None:
    potions.rules.Potions.ending = lambda state: "boredom" if state.reason else ""
    assert "boredom" in verdict()


def test_8_winners_without_the_best_score(potions: Any) -> None:
    wrap(potions.rules.Potions, "winners", lambda winners, state: [2] if state.reason else [])
    assert "won, but the scores are" in verdict()


def test_8_nobody_wins_where_the_plate_does_not_say_so(potions: Any) -> None:
    wrap(potions.rules.Potions, "winners", lambda winners, state: [])
    assert "[] won, but the scores are" in verdict()


def test_8_somebody_wins_where_the_plate_says_nobody_does(potions: Any) -> None:
    potions.PLATE = replace(potions.PLATE, unwon=potions.PLATE.endings)
    assert "that nobody does" in verdict()


def test_8_an_ending_with_which_nobody_wins(potions: Any) -> None:
    potions.PLATE = replace(potions.PLATE, unwon=potions.PLATE.endings)
    wrap(potions.rules.Potions, "winners", lambda winners, state: [])
    assert verdict() == ""


def test_8_a_game_without_end(potions: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from longbeard.engine import check

    monkeypatch.setattr(check, "LIMIT", 200)

    def standing_still(resolve: Any, state: Any, action: int, luck: Any) -> None:
        state.turn = (state.turn + 1) % state.seats

    wrap(potions.rules.Potions, "resolve", standing_still)
    assert "no end after" in verdict()


def drawn() -> str:
    """Return what the suite says of the game's pieces; empty if they pass."""
    from longbeard.engine.check import check_pieces
    from longbeard.engine.check_room import Breach
    from longbeard.engine.room import Room

    try:
        check_pieces(Room("pocket_potions"))
    except Breach as breach:
        return str(breach)
    return ""


def with_pieces(**changes: Any) -> None:
    """Change every piece of the game."""
    game = import_module("pocket_potions.game").GAME
    draw = game.pieces
    object.__setattr__(game, "pieces", lambda box: [replace(piece, **changes) for piece in draw(box)])


def test_13_honest_pieces_pass(potions: Any) -> None:
    assert drawn() == ""


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"key": "same"}, "two pieces are called same"),
        ({"key": "No Key"}, "is no key"),
        ({"text": ""}, "needs a name, a kind and a text"),
        ({"rules": ("Q9",)}, "rules that are not in rulebook.md"),
        ({"size": (88.0, 63.0)}, "is drawn 630 × 880"),
        ({"back": "<svg><g></svg>"}, "not well-formed"),
        ({"art": "<svg viewBox='0 0 63 88'><text>a</text></svg>"}, "has words in it"),
        ({"front": "<svg viewBox='0 0 63 88'><g style='fill:red'/></svg>"}, "which pages forbid"),
    ],
)
def test_13_pieces_that_break_the_contract(potions: Any, changes: dict[str, Any], said: str) -> None:
    with_pieces(**changes)
    assert said in drawn()


def test_13_pieces_that_cannot_be_drawn(potions: Any) -> None:
    game = import_module("pocket_potions.game").GAME
    object.__setattr__(game, "pieces", lambda box: [box.no_such_number])
    assert "cannot be drawn: AttributeError" in drawn()


def test_words_that_are_missing(potions: Any) -> None:
    potions.view.ENDING_WORDS = {}
    assert "KeyError" in verdict()


def test_an_error_of_the_game_is_told_with_its_line(potions: Any) -> None:
    def clumsy(state: Any, action: int, luck: Any) -> None:
        raise ZeroDivisionError("oops")

    potions.rules.Potions.resolve = clumsy
    assert "ZeroDivisionError: oops (test_conformance.py, line" in verdict()
