"""Observations of a declared game for learners: what a seat sees, and what it knows of hidden places."""

from typing import Any, cast

from mypy_extensions import i64

from longbeard.declared.table import CardGame
from longbeard.declared.values import EVERYBODY, OWNER
from longbeard.engine.encoder import MOST, Encoder, Field, Sheet, count
from longbeard.engine.state import State


class DeclaredEncoder(Encoder):
    """Encodes for each place the number of cards, and of each kind that the viewer knows; then the values.

    A card counts as known if the viewer sees it, or saw it last where it still must be: like `imagine`, it
    gives learners what a perfect memory holds.
    """

    def layout(self, state: State) -> list[Field]:
        table = cast(CardGame[Any, Any], state)
        found = [count("decides", lowest=-1)]
        for name, values in table.values.items():
            found.append(count(name.strip("_"), numbers=len(values), lowest=-MOST))
        for place in table.all_places():
            found.append(count(f"{place.spot} count"))
            found.append(count(f"{place.spot} known", numbers=len(table.box.cards)))
        return found

    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        table = cast(CardGame[Any, Any], state)
        numbers = [int(table.to_act())]
        for name, values in table.values.items():
            one = table.declared_values[name]
            for owner, value in enumerate(values):
                seen = one.sees is EVERYBODY or (one.sees is OWNER and owner == viewer)
                numbers.append(max(-MOST, min(MOST, value)) if seen else one.start)
        for place in table.all_places():
            known = [card.id for card in place.known_to(int(viewer))]
            numbers += [len(place), *(known.count(card.id) for card in table.box.cards)]
        for at, number in enumerate(numbers):
            sheet.put(at, number)
