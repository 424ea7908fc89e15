"""Events in words: every kind of event is one row with its name, its fields, its sentence and its place.

A sentence is whole, with named places, so that another language is another set of sentences. A place can have
forms, and `#` in a form stands for what it is about. Those of a number are for none, one and many; those of a
seat are for the reader who sits there, and for everybody else; several seats have the word for such a reader:

>>> row = Row(0, "takes", ("seat", "cubes"), "{seat:You take|# takes} {cubes:no cubes|1 cube|# cubes}.")
>>> context, namers = (None, ("Ada", "Bert")), {"seat": named_seat}
>>> row.tell(context, [1, 3], namers), row.tell(context, [1, 3], namers, reader=1)
('Bert takes 3 cubes.', 'You take 3 cubes.')
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from longbeard.engine.look import Weight

FIELD: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
NO_READER: Final = -1

Context = tuple[Any, ...]
"""What namers look names up in: the box and the names of the seats."""
Namer = Callable[..., str]
"""A function that puts the number of a field into words: `namer(*context, number)`."""
Value = str | int | tuple[int, ...]
"""The content of a place: words, a number to be named, or seats."""


def named_seat(box: object, names: Sequence[str], seat: int) -> str:
    """Name a seat. Rows recognise this function: a field with it can be called "you"."""
    return names[seat]


def joined(parts: Sequence[str]) -> str:
    """Join several things with commas and "and".

    >>> joined(["Ada"]), joined(["Ada", "Bert", "Carl"])
    ('Ada', 'Ada, Bert and Carl')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def plural(forms: str, number: int) -> str:
    """Return a number with its noun: `no cubes|1 cube|# cubes`, or `1 cube|# cubes` where none never
    happens."""
    parts = forms.split("|")
    zero, one, many = parts if len(parts) == 3 else (parts[-1], *parts)
    form = zero if number == 0 else one if number == 1 else many
    return form.replace("#", str(number))


def span(ends: tuple[int, int]) -> str:
    """Return a range in words.

    >>> span((2, 4)), span((2, 2))
    ('2–4', '2')
    """
    return f"{ends[0]}–{ends[1]}" if ends[0] < ends[1] else str(ends[0])


def addressed(forms: str, name: str, own: bool) -> str:
    """Return the form of a seat for its own reader or for others: `your|#'s`."""
    yours, _, others = forms.partition("|")
    return yours if own else others.replace("#", name)


def listed(word: str, names: Sequence[str], seats: tuple[int, ...], reader: int) -> str:
    """Join seats as the reader calls them; `word` stands for the reader, and comes first.

    >>> [listed("You", ("Ada", "Bert", "Carl"), (0, 1, 2), reader) for reader in (NO_READER, 1)]
    ['Ada, Bert and Carl', 'You, Ada and Carl']
    """
    others = [names[seat] for seat in seats if seat != reader]
    return joined([word, *others] if reader in seats else others)


@dataclass(frozen=True)
class Row:
    """One kind of event."""

    kind: int
    name: str
    """Identifier for programs."""
    fields: tuple[str, ...]
    """Meaning of the event's numbers, in order."""
    sentence: str | tuple[str, ...]
    """Sentence template; of several, `pick` chooses one."""
    spots: tuple[str, ...] = ()
    """Spots of the page where it happened: keys with named places."""
    path: tuple[str, ...] = ()
    """Spots from and to which a piece goes; two more for each further piece that moves at the same time."""
    weight: Weight = Weight.USUAL
    pick: Callable[[Sequence[int]], int] | None = None
    """Returns the index of the sentence that fits the numbers."""
    more: Callable[..., Mapping[str, Value]] | None = None
    """Returns further named places, computed by `more(*context, data)`: lists and sums."""
    _parsed: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict, compare=False, repr=False)

    def tell(
        self, context: Context, data: Sequence[int], namers: Mapping[str, Namer], reader: int = NO_READER
    ) -> str:
        """Return the sentence for an event; in the second person for a reader whom it names."""
        return self._fill(self._sentence(data), self._values(context, data), context, namers, reader)

    def places(self, context: Context, data: Sequence[int], namers: Mapping[str, Namer]) -> list[str]:
        """Return the spots where it happened."""
        return self._fill_all(self.spots, self._values(context, data), context, namers)

    def way(self, context: Context, data: Sequence[int], namers: Mapping[str, Namer]) -> list[str]:
        """Return the spots from and to which pieces went, two for each."""
        return self._fill_all(self.path, self._values(context, data), context, namers)

    def tell_all(
        self, context: Context, data: Sequence[int], namers: Mapping[str, Namer]
    ) -> tuple[str, list[str], list[str], set[int]]:
        """Return sentence, spots and path of an event, and the seats that it names."""
        values = self._values(context, data)
        return (
            self._fill(self._sentence(data), values, context, namers),
            self._fill_all(self.spots, values, context, namers),
            self._fill_all(self.path, values, context, namers),
            self._named(values, namers),
        )

    def named(self, context: Context, data: Sequence[int], namers: Mapping[str, Namer]) -> set[int]:
        """Return the seats that an event names: only for them can its words differ."""
        return self._named(self._values(context, data), namers)

    def _named(self, values: Mapping[str, Value], namers: Mapping[str, Namer]) -> set[int]:
        found: set[int] = set()
        for name, value in values.items():
            if isinstance(value, tuple):
                found.update(value)
            elif isinstance(value, int) and namers.get(name) is named_seat:
                found.add(value)
        return found

    def _sentence(self, data: Sequence[int]) -> str:
        if isinstance(self.sentence, str):
            return self.sentence
        return self.sentence[self.pick(data) if self.pick else 0]

    def _fill_all(
        self,
        texts: tuple[str, ...],
        values: Mapping[str, Value],
        context: Context,
        namers: Mapping[str, Namer],
    ) -> list[str]:
        return [self._fill(text, values, context, namers) for text in texts]

    def _values(self, context: Context, data: Sequence[int]) -> Mapping[str, Value]:
        values: dict[str, Value] = dict(zip(self.fields, data, strict=False))
        if self.more is not None:
            values.update(self.more(*context, data))
        return values

    def _fill(
        self,
        text: str,
        values: Mapping[str, Value],
        context: Context,
        namers: Mapping[str, Namer],
        reader: int = NO_READER,
    ) -> str:
        filled = ""
        for before, name, forms in self._split(text):
            filled += before
            if name:
                filled += _words(name, forms, values[name], context, namers, reader)
        return filled

    def _split(self, text: str) -> list[tuple[str, str, str]]:
        """Parse a text into (text before a place, its name, its forms), once."""
        found = self._parsed.get(text)
        if found is None:
            found, end = [], 0
            for match in FIELD.finditer(text):
                found.append((text[end : match.start()], match[1], match[2] or ""))
                end = match.end()
            found.append((text[end:], "", ""))
            self._parsed[text] = found
        return found


def _words(
    name: str, forms: str, value: Value, context: Context, namers: Mapping[str, Namer], reader: int
) -> str:
    """Return the words for one place of a sentence."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return listed(forms, context[1], value, reader)
    namer = namers.get(name)
    if forms == "#" or (namer is None and not forms):
        return str(value)
    if namer is named_seat and forms:
        return addressed(forms, namer(*context, value), value == reader)
    if forms:
        return plural(forms, value)
    assert namer is not None
    return namer(*context, value)


def numbered(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows, whose order must be that of their numbers."""
    for place, row in enumerate(rows):
        if row.kind != place:
            raise ValueError(f"event {row.name} is number {row.kind}, but stands in row {place}")
    return tuple(rows)
