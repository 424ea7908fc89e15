"""Removes a person from the log of a table, in which they become somebody unknown.

The log keeps its shape, so that the match can still be replayed and continued. The identity is replaced by a
new one that no browser has, the name by "Somebody", and links to the seat stop working.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import token_urlsafe
from typing import Final

from longbeard.store.store import Entry
from longbeard.table.seat import free_name

SOMEBODY: Final = "Somebody"
GONE: Final = "gone "
"""Prefix of every identity that stands for somebody who was forgotten; no cookie has such a one."""


@dataclass
class Erased:
    """The changes to a table, and what they say about where else to look."""

    opening: str
    entries: dict[int, str] = field(default_factory=dict)
    """New texts of entries, by number."""
    names: set[str] = field(default_factory=set)
    """The names that the person had at this table."""
    called: str = SOMEBODY
    next: str = ""
    """Name of the table of the rematch."""


def erase(opening: str, entries: Sequence[Entry], person: str) -> Erased:
    """Remove a person from a table's opening and entries."""
    facts = json.loads(opening)
    names = {seat["name"] for seat in facts["seats"]}
    names |= {entry.text for entry in entries if entry.kind == "name"}
    names |= {json.loads(entry.text)["name"] for entry in entries if entry.kind == "sit"}
    found = Erased(opening, called=free_name(SOMEBODY, names))
    stranger = GONE + token_urlsafe(9)
    holders: dict[int, str] = {}
    last_named: dict[int, int] = {}
    """Number of the entry that named each seat; 0 is the opening."""
    texts = {number: entry.text for number, entry in enumerate(entries, start=1)}

    def rename(seat: int) -> None:
        """Replace the seat's present name where it was given."""
        number = last_named.get(seat, 0)
        if number == 0:
            said = facts["seats"][seat]["name"]
            facts["seats"][seat]["name"] = found.called
        elif entries[number - 1].kind == "sit":
            sitter = json.loads(texts[number])
            said = sitter["name"]
            texts[number] = json.dumps(sitter | {"name": found.called})
        else:
            said, texts[number] = texts[number], found.called
        if said != found.called:
            found.names.add(said)

    for seat, held in enumerate(facts["seats"]):
        holders[seat] = held["person"]
        if held["person"] == person:
            held |= {"person": stranger, "token": "", "avatar": ""}
            rename(seat)
    if facts["host"] == person:
        facts["host"] = stranger
    for number, entry in enumerate(entries, start=1):
        seat = entry.seat
        if entry.kind == "sit":
            sitter = json.loads(entry.text)
            holders[seat], last_named[seat] = sitter["person"], number
            if sitter["person"] == person:
                texts[number] = json.dumps(sitter | {"person": stranger, "token": "", "avatar": ""})
                rename(seat)
        elif entry.kind == "name":
            last_named[seat] = number
            if holders.get(seat) == person:
                rename(seat)
        elif entry.kind == "move":
            holders[seat] = entry.text
            if entry.text == person:
                texts[number] = stranger
                rename(seat)
        elif entry.kind == "link" and holders.get(seat) == person:
            texts[number] = ""
        elif entry.kind == "free":
            holders[seat] = ""
        elif entry.kind == "next":
            found.next = entry.text
    found.opening = json.dumps(facts, ensure_ascii=False)
    found.entries = {
        number: texts[number] for number, entry in enumerate(entries, start=1) if texts[number] != entry.text
    }
    return found


def erase_names(opening: str, names: set[str]) -> str:
    """Remove names from a table that was made from another.

    In a table that continues from a move, every seat has inherited its name; in a rematch, free seats may
    have.
    """
    facts = json.loads(opening)
    taken = {seat["name"] for seat in facts["seats"]}
    for seat in facts["seats"]:
        inherited = facts.get("forked") or not seat["person"]
        if inherited and seat["name"] in names:
            seat["name"] = free_name(SOMEBODY, taken)
            taken.add(seat["name"])
    return json.dumps(facts, ensure_ascii=False)


def forked_from(opening: str) -> str:
    """Return the table from which another continues; empty for most."""
    forked: dict[str, str] = json.loads(opening).get("forked", {})
    return forked.get("table", "")
