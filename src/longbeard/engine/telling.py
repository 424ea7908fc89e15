"""Events in words: every kind of event is one row with its name, its fields, its sentence and its place.

A sentence is whole, with named places, so that another language is another set of sentences:

>>> row = Row(0, "takes", ("seat", "cubes"), "{seat} takes {cubes:no cubes|1 cube|# cubes}.")
>>> row.tell((("Ada", "Bert"),), [1, 3], {"seat": lambda names, seat: names[seat]})
'Bert takes 3 cubes.'
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from longbeard.engine.look import Weight

FIELD: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")

Context = tuple[Any, ...]
"""What names are looked up in: the box and the names of the seats."""
Namer = Callable[..., str]
"""Puts the number of a field into words: `namer(*context, number)`."""


def plural(forms: str, number: int) -> str:
    """A number with its word: `no cubes|1 cube|# cubes`, or `1 cube|# cubes` where none never happens."""
    parts = forms.split("|")
    zero, one, many = parts if len(parts) == 3 else (parts[-1], *parts)
    form = zero if number == 0 else one if number == 1 else many
    return form.replace("#", str(number))


@dataclass(frozen=True)
class Row:
    """One kind of event."""

    kind: int
    name: str
    """A word for programs."""
    fields: tuple[str, ...]
    """What the event's numbers mean, in their order."""
    sentence: str | tuple[str, ...]
    """What is said; of several sentences, `pick` chooses."""
    spots: tuple[str, ...] = ()
    """Where on the page it happened: keys with named places."""
    path: tuple[str, ...] = ()
    """From which spot to which a piece goes."""
    weight: Weight = Weight.USUAL
    pick: Callable[[Sequence[int]], int] | None = None
    """Which of several sentences fits the numbers."""
    more: Callable[..., Mapping[str, str | int]] | None = None
    """Further named places, reckoned from `more(*context, data)`: lists and sums."""
    _parsed: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict, compare=False, repr=False)

    def tell(self, context: Context, data: Sequence[int], namers: Mapping[str, Namer]) -> str:
        """The sentence for an event."""
        return self._fill(self._sentence(data), self._values(context, data), context, namers)

    def places(self, context: Context, data: Sequence[int], namers: Mapping[str, Namer]) -> list[str]:
        """The spots where it happened."""
        return self._fill_all(self.spots, self._values(context, data), context, namers)

    def way(self, context: Context, data: Sequence[int], namers: Mapping[str, Namer]) -> list[str]:
        """From where to where something went."""
        return self._fill_all(self.path, self._values(context, data), context, namers)

    def tell_all(
        self, context: Context, data: Sequence[int], namers: Mapping[str, Namer]
    ) -> tuple[str, list[str], list[str]]:
        """Sentence, spots and path of an event."""
        values = self._values(context, data)
        return (
            self._fill(self._sentence(data), values, context, namers),
            self._fill_all(self.spots, values, context, namers),
            self._fill_all(self.path, values, context, namers),
        )

    def _sentence(self, data: Sequence[int]) -> str:
        if isinstance(self.sentence, str):
            return self.sentence
        return self.sentence[self.pick(data) if self.pick else 0]

    def _fill_all(
        self,
        texts: tuple[str, ...],
        values: Mapping[str, str | int],
        context: Context,
        namers: Mapping[str, Namer],
    ) -> list[str]:
        return [self._fill(text, values, context, namers) for text in texts]

    def _values(self, context: Context, data: Sequence[int]) -> Mapping[str, str | int]:
        values: dict[str, str | int] = dict(zip(self.fields, data, strict=False))
        if self.more is not None:
            values.update(self.more(*context, data))
        return values

    def _fill(
        self,
        text: str,
        values: Mapping[str, str | int],
        context: Context,
        namers: Mapping[str, Namer],
    ) -> str:
        filled = ""
        for before, name, forms in self._split(text):
            filled += before
            if name:
                value = values[name]
                if forms and isinstance(value, int):
                    filled += str(value) if forms == "#" else plural(forms, value)
                elif isinstance(value, int) and name in namers:
                    filled += namers[name](*context, value)
                else:
                    filled += str(value)
        return filled

    def _split(self, text: str) -> list[tuple[str, str, str]]:
        """A text as (what stands before, the name of a place, its forms), parsed once."""
        found = self._parsed.get(text)
        if found is None:
            found, end = [], 0
            for match in FIELD.finditer(text):
                found.append((text[end : match.start()], match[1], match[2] or ""))
                end = match.end()
            found.append((text[end:], "", ""))
            self._parsed[text] = found
        return found


def numbered(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows in the order of their numbers; a row in another place is a mistake of ours."""
    for place, row in enumerate(rows):
        if row.kind != place:
            raise ValueError(f"event {row.name} is number {row.kind}, but stands in row {place}")
    return tuple(rows)
