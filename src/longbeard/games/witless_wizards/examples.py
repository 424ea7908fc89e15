"""Pictures for the rulebook, from matches played for them: a gift, and an attack."""

from typing import Final

from longbeard.engine.drawing import Svg
from longbeard.engine.examples import NAMES, Moment, Shelf, find, spread, told
from longbeard.engine.piece import CARD, Example
from longbeard.games.witless_wizards import drawings, events, rules, view
from longbeard.games.witless_wizards.box import WizardBox

CLOTH: Final = ("#3b1d6e", "#b5471b")
SEATS: Final = 2
WIDTH: Final = 196.0
TALL: Final = CARD[1] / CARD[0]

Found = Moment[rules.WitlessWizards]


def examples(box: WizardBox) -> list[Example]:
    """Return the pictures that matches with this box give."""
    table = rules.table(box, SEATS, {"first": "0", "decks": "random"})
    fronts = {piece.key: piece.front for piece in drawings.pieces(box)}
    gift = find(table, _gives_worse)
    attack = find(table, _attacks)
    return [
        *([] if gift is None else [_of_gift(box, fronts, gift)]),
        *([] if attack is None else [_of_attack(box, fronts, attack)]),
    ]


def _gives_worse(moment: Found) -> bool:
    """Return whether a gift pushes a better card of its kind out."""
    given, pushed = moment.first(events.GIVES), moment.first(events.REPLACED)
    if given is None or pushed is None or pushed.data[0] != given.data[1]:
        return False
    value = moment.after.box.value
    return bool(value[given.data[2]] + 3 <= value[pushed.data[1]])


def _of_gift(box: WizardBox, fronts: dict[str, Svg], moment: Found) -> Example:
    given, pushed = moment.event(events.GIVES), moment.event(events.REPLACED)
    cards = [given.data[2], pushed.data[1]]
    shelf = Shelf(
        f"Given to {NAMES[given.data[1]]}, and what it pushes out",
        [fronts[f"card-{box.slugs[card]}"] for card in cards],
        WIDTH,
        TALL,
    )
    words = told(box, events.ROWS, events.NAMERS, [given, pushed])
    return Example("D4", words, spread("ww-example-D4", [shelf], *CLOTH))


def _attacks(moment: Found) -> bool:
    """Return whether a move is a whole battle with hits, where both are armed and only cards and die
    count."""
    kinds = [event.kind for event in moment.events]
    fight = moment.first(events.FIGHT)
    if fight is None or fight.data[2] < 2 or fight.data[1] < 2 or events.ROLLS not in kinds:
        return False
    attacks = moment.first(events.ATTACKS)
    worn = view.public(moment.before)["wizards"]
    return (
        attacks is not None and len(_worn(worn[attacks.data[0]])) >= 2 and bool(_worn(worn[attacks.data[1]]))
    )


def _of_attack(box: WizardBox, fronts: dict[str, Svg], moment: Found) -> Example:
    seat, target = moment.event(events.ATTACKS).data[:2]
    worn = view.public(moment.before)["wizards"]
    picture = spread(
        "ww-example-B4",
        [
            Shelf(f"{NAMES[seat]} attacks with", [fronts[key] for key in _worn(worn[seat])], WIDTH, TALL),
            Shelf(f"{NAMES[target]} wears", [fronts[key] for key in _worn(worn[target])], WIDTH, TALL),
        ],
        *CLOTH,
    )
    shown = (events.ATTACKS, events.FOCUSES, events.ROLLS, events.DODGES, events.FIGHT, events.HITS)
    told_events = [event for event in moment.events if event.kind in shown]
    return Example("B4", told(box, events.ROWS, events.NAMERS, told_events), picture)


def _worn(wizard: view.Wizard) -> list[str]:
    """Return the keys of what a wizard wears."""
    return [f"card-{card['slug']}" for card in wizard["equipment"].values() if card is not None]
