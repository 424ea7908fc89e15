"""Pictures for the rulebook, from matches played for them: reaches into the bag, and sets turned in."""

from collections.abc import Callable
from typing import Final

from longbeard.engine.drawing import Svg
from longbeard.engine.examples import NAMES, Moment, Shelf, find, spread, told
from longbeard.engine.piece import Example
from longbeard.games.the_wizard_always_wins import drawings, events, rules, view
from longbeard.games.the_wizard_always_wins.bag import ADD_GEM, GEM, LEVEL_UP
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.pieces import TOKEN
from longbeard.games.the_wizard_always_wins.sets import element_of, parts

CLOTH: Final = ("#3a1037", "#6b1f4f")
SEATS: Final = 3
DISC: Final = 150.0
CARD: Final = (170.0, 88 / 63)

Found = Moment[rules.TheWizardAlwaysWins]


def examples(box: FateBox) -> list[Example]:
    """Return the pictures that matches with this box give."""
    table = rules.table(box, SEATS, {"first": "random"})
    fronts = {piece.key: piece.front for piece in drawings.pieces(box)}
    wishes: list[tuple[Callable[[Found], bool], Callable[[FateBox, dict[str, Svg], Found], Example]]] = [
        (_reaches, _of_reach),
        (_wins, _of_win),
        (_turns_in, _of_sets),
    ]
    moments = [(find(table, wanted), make) for wanted, make in wishes]
    return [make(box, fronts, moment) for moment, make in moments if moment is not None]


def _token(box: FateBox, token: int) -> str:
    """Return the key of a token's picture."""
    if token >= GEM:
        return f"gem-{box.colours[token - GEM]}"
    boons = {ADD_GEM: "token-add-a-gem", LEVEL_UP: "token-level-up"}
    return boons.get(token) or f"token-{box.elements[token]}"


def _drawn(moment: Found, kind: int) -> list[int]:
    return [event.data[1] for event in moment.events if event.kind == kind]


def _told(box: FateBox, moment: Found, *kinds: int) -> str:
    return told(box, events.ROWS, events.NAMERS, [event for event in moment.events if event.kind in kinds])


# ── the bag ───────────────────────────────────────────────────────────────────────────────────────


def _reaches(moment: Found) -> bool:
    """Return whether an Apprentice draws several tokens, of which one is a boon and one is kept."""
    tokens = _drawn(moment, events.TOKEN)
    return len(tokens) == 3 and {ADD_GEM, LEVEL_UP} <= {*tokens} and min(tokens) < ADD_GEM


def _of_reach(box: FateBox, fronts: dict[str, Svg], moment: Found) -> Example:
    tokens = _drawn(moment, events.TOKEN)
    seat = moment.event(events.REACHES).data[0]
    before, after = (view.public(state)["players"][seat] for state in (moment.before, moment.after))
    shelf = Shelf("Out of the bag", [fronts[_token(box, token)] for token in tokens], DISC, 1)
    words = _told(
        box, moment, events.REACHES, events.ADDS_GEM, events.LEVEL_UP, events.KEEPS_TOKEN, events.RETURNED
    )
    change = f"Level {before['level']} before, {after['level']} after."
    return Example("R4", f"{words} {change}", spread("twaw-example-R4", [shelf], *CLOTH))


def _wins(moment: Found) -> bool:
    tokens = _drawn(moment, events.FATE_TOKEN)
    return moment.first(events.WINS) is not None and len(tokens) == 3


def _of_win(box: FateBox, fronts: dict[str, Svg], moment: Found) -> Example:
    tokens = _drawn(moment, events.FATE_TOKEN)
    seat = moment.event(events.WINS).data[0]
    picture = spread(
        "twaw-example-R5",
        [
            Shelf(
                f"The Wizard is {NAMES[seat]}, whose gems are {box.colours[seat]}",
                [fronts["character-wizard"]],
                *CARD,
            ),
            Shelf("Out of the bag", [fronts[_token(box, token)] for token in tokens], DISC, 1),
        ],
        *CLOTH,
    )
    return Example("R5", _told(box, moment, events.FATE, events.WINS), picture)


# ── sets ──────────────────────────────────────────────────────────────────────────────────────────


def _turns_in(moment: Found) -> bool:
    turned = moment.first(events.TURNS_IN)
    if turned is None:
        return False
    kinds = parts(moment.after.box.mixes[turned.data[1]])
    return 3 <= len(kinds) <= 4 and TOKEN in kinds


def _of_sets(box: FateBox, fronts: dict[str, Svg], moment: Found) -> Example:
    mix = moment.event(events.TURNS_IN).data[1]
    element = box.elements[int(element_of(box, mix))]
    kinds = parts(box.mixes[mix])
    keys = [f"token-{element}" if kind == TOKEN else f"card-{element}-{kind + 1}" for kind in kinds]
    needed = f"{int(box.needed[element_of(box, mix)])} are a set"
    shelf = Shelf(
        f"{box.element_plurals[int(element_of(box, mix))]}: {needed}", [fronts[key] for key in keys], *CARD
    )
    words = _told(box, moment, events.TURNS_IN, events.LEVEL_UP, events.ADDS_GEM)
    return Example("E3", words, spread("twaw-example-E3", [shelf], *CLOTH))
