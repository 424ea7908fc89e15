"""Looks things up in a rulebook: one rule by its number, a word, or all of it in a pager."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import click
from rich.markdown import Markdown

from longbeard.terminal.lines import screen
from longbeard.terminal.words import did_you_mean

WIDEST: Final = 100
"""Most columns of a page that reads well."""
MOST: Final = 3
"""Most items of a rulebook that answer a question."""
SHORTEST: Final = 3
RULE_NUMBER: Final = re.compile(r"[A-Z]\d+")
ARTICLES: Final = re.compile(r"^(?:an?|the|your) ", re.IGNORECASE)


@dataclass(frozen=True)
class Item:
    """A paragraph, an entry of a list or a row of a table, without its Markdown."""

    heading: str
    term: str
    """Its first words in bold: a rule's number, or a word that it explains."""
    text: str


def rule(text: str, number: str) -> str:
    """Return the item of a rulebook that has a number, or nothing.

    >>> rule("- **D1** Draw.\\n- **D2** Pay,\\n  perhaps.\\n", "d2")
    'D2 Pay, perhaps.'
    """
    return next((item.text for item in items(text) if item.term == number.upper()), "")


def items(text: str) -> Iterator[Item]:
    """Yield everything that a rulebook says, item by item.

    >>> [(item.term, item.text) for item in items("# Go\\n\\n- **Cubes** are *yours*.\\n- No.\\n")]
    [('Cubes', 'Cubes are yours.'), ('', 'No.')]
    """
    heading = ""
    for block in re.split(r"\n\s*\n|\n(?=- |\d+\. |\||#)", text):
        said = " ".join(block.split())
        if said.startswith("#"):
            heading = said.lstrip("# ")
        elif said and not re.fullmatch(r"[|\s:-]+", said):
            said = re.sub(r"^- ", "", said)
            bold = re.match(r"\*\*(.+?)\*\*", said)
            yield Item(heading, bold[1].strip(".:") if bold else "", _plain(said))


def _plain(text: str) -> str:
    """Remove the Markdown of a line."""
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)
    text = " · ".join(cell.strip() for cell in text.strip("|").split("|")) if text.startswith("|") else text
    return re.sub(r"\*\*|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|`", "", text)


def explain(text: str, glossary: Mapping[str, str], word: str) -> list[str]:
    """Return what a rulebook and the glossary say of a word or a rule's number.

    >>> page = "## Sets\\n\\n- **S1** Four of a kind.\\n\\n## You\\n\\n- **Your level** is on your dial.\\n"
    >>> explain(page, {"ships-door": "Ship's Door."}, "sets"), explain(page, {}, "levels")
    (['S1 Four of a kind.'], ['Your level is on your dial.'])
    >>> explain(page, {"ships-door": "Ship's Door."}, "door"), explain(page, {}, "levle")
    (["Ship's Door."], ["There is nothing called 'levle' in this game. Did you mean level?"])
    """
    if found := rule(text, word):
        return [found]
    wanted = word.lower().replace(" ", "-")
    in_rulebook = [item.text for item in _in_rulebook(text, word)[:MOST]]
    unknown = f"There is nothing called {word!r} in this game."
    return _in_glossary(glossary, wanted) or in_rulebook or _beginning(glossary, wanted) or [
        unknown + did_you_mean(word, known_words(text, glossary))
    ]  # fmt: skip


def known_words(text: str, glossary: Mapping[str, str]) -> set[str]:
    """Return every word that a player may ask about."""
    spoken = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", " ".join(item.text for item in items(text)).lower())
    return {*glossary, *(word for word in spoken if len(word) >= SHORTEST)}


def _in_glossary(glossary: Mapping[str, str], wanted: str) -> list[str]:
    """Return the entry with a name, or else those with the word in their names."""
    for name in (wanted, _stem(wanted)):
        if name in glossary:
            return [glossary[name]]
    return [entry for name, entry in glossary.items() if wanted in name.split("-")]


def _beginning(glossary: Mapping[str, str], wanted: str) -> list[str]:
    """Return the entries with a word in their names that begins like this."""
    return [entry for name, entry in glossary.items()
            if len(wanted) >= SHORTEST and f"-{wanted}" in f"-{name}"]  # fmt: skip


def _in_rulebook(text: str, word: str) -> list[Item]:
    """Return the items that explain a word; if there are none, items with the word, those under its heading
    first."""
    wanted = re.compile(rf"(?<!\w){re.escape(_stem(word))}(?:s|es)?(?!\w)", re.IGNORECASE)
    if len(word) < SHORTEST:
        return []
    everything = list(items(text))
    explaining = [item for item in everything if wanted.fullmatch(_term(item))]
    below = [item for item in everything if wanted.search(item.heading)]
    saying = [item for item in everything if wanted.search(item.text)]
    said = sorted(below + saying, key=lambda item: not RULE_NUMBER.fullmatch(item.term))
    return list(dict.fromkeys(explaining or said))


def _term(item: Item) -> str:
    """Return the word that an item explains: `focus-attack n` is about focus-attack, `Your level` about
    level."""
    return ARTICLES.sub("", item.term.removesuffix(" n"))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > SHORTEST and word.endswith("s") and not word.endswith("ss") else word


def show(text: str) -> None:
    """Show a page: in a pager on a screen, unchanged in a pipe."""
    console = screen()
    if not console.is_terminal:
        click.echo(text)
        return
    with console.capture() as page:
        console.print(Markdown(text, hyperlinks=False), width=min(console.width, WIDEST))
    click.echo_via_pager(page.get())
