"""The race as a page: a table for each event, and the chart. What was not measured stays as it is there.

A table is read from the page, or made of what was measured; both are written in the same way.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from race_chart import Bar, draw

OURS = "Longbeard"
KINDS = {OURS: "ours", f"{OURS}, interpreted": "plain"}
EVENTS = {
    "playouts": ("Random play with the deal", "decisions/s"),
    "rollouts": ("Random play after the deal", "decisions/s"),
    "loop": ("Random play with the deal, from a loop in Python", "decisions/s"),
    "search": ("Search", "iterations/s"),
    "steps": ("Environments: steps with observation and mask", "steps/s"),
}
CHARTED = ("playouts", "search", "steps")
CHART = "![the race](race.svg)"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
UNITS = {"M": 1e6, "k": 1e3, "": 1.0}


@dataclass
class Table:
    """What one event came to: when and where it was measured, a row for each contestant, and who failed."""

    about: str
    rows: list[tuple[str, str, float, float]]
    """Side, name, best and median, the quickest first."""
    failed: list[str] = field(default_factory=list)


def write(page: Path, found: Mapping[str, Any]) -> str:
    """Put what was measured into the page, between its marks, and the chart beside it; return the verdict."""
    tables = read(split(page, "race")[1]) | measured(found)
    tables = {event: tables[event] for event in EVENTS if event in tables}
    charts = [(*EVENTS[event], bars(tables[event])) for event in CHARTED if event in tables]
    page.with_name("race.svg").write_text(draw(charts), encoding="utf-8")
    put(page, "race", text(tables))
    return verdict(tables)


def put(page: Path, mark: str, inside: str) -> None:
    """Replace what stands between `<!-- mark -->` and `<!-- /mark -->`."""
    before, _old, after = split(page, mark)
    page.write_text(f"{before}\n\n{inside}\n\n{after}", encoding="utf-8")


def split(page: Path, mark: str) -> tuple[str, str, str]:
    """Return a page up to a mark with it, what stands between the marks, and the rest."""
    whole = page.read_text(encoding="utf-8")
    found = re.search(rf"(?<=<!-- {mark} -->).*?(?=<!-- /{mark} -->)", whole, re.DOTALL)
    if not found:
        raise SystemExit(f"{page} has no marks <!-- {mark} --> and <!-- /{mark} -->")
    return whole[: found.start()], found[0], whole[found.end() :]


# ── a table out of the page, and out of what was measured ─────────────────────────────────────────────


def read(inside: str) -> dict[str, Table]:
    """Return the tables that stand in the page."""
    head, *chapters = re.split(r"^### ", inside, flags=re.MULTILINE)
    common = head.strip().split("\n")[0]
    titles = {title: event for event, (title, _unit) in EVENTS.items()}
    tables = {}
    for chapter in chapters:
        title, _, rest = chapter.partition("\n")
        if title not in titles:
            continue
        own = rest.strip().split("\n")[0]
        rows = [(side, name, rate(best), rate(usual)) for side, name, best, usual in ROW.findall(rest)]
        failed = [line[2:] for line in rest.split("\n") if line.startswith("- ")]
        tables[titles[title]] = Table(common if own.startswith("|") else own, rows, failed)
    return tables


def measured(found: Mapping[str, Any]) -> dict[str, Table]:
    """Return the tables of a run."""
    tables: dict[str, Table] = {}
    for key, rates in found["rates"].items():
        event, side, name = key.split("|")
        # Rounded as in the page, so that what is reckoned from it is the same when it is read again.
        row = (side, name, rate(number(max(rates))), rate(number(median(rates))))
        tables.setdefault(event, Table(about(found), [])).rows.append(row)
    for key, reason in found["failed"].items():
        event, side, name = key.split("|")
        line = f"{side}, {name}: {reason.splitlines()[0][:200]}"
        tables.setdefault(event, Table(about(found), [])).failed.append(line)
    for table in tables.values():
        table.rows.sort(key=lambda row: -row[2])
    return tables


def about(found: Mapping[str, Any]) -> str:
    """Return in a line what was run, and where."""
    missing = "".join(f" Missing: {side} ({reason})." for side, reason in found["missing"].items())
    return (
        f"{found['rounds']} rounds of {found['seconds']} s of the core for each line, in turn. "
        f"{'; '.join(found['versions'])}. {found['machine']}.{missing}"
    )


# ── tables as text ────────────────────────────────────────────────────────────────────────────────────


def text(tables: Mapping[str, Table]) -> str:
    """Return the section; what was measured apart from the first table says so itself."""
    common = next((table.about for table in tables.values()), "")
    chapters = [chapter(event, table, common) for event, table in tables.items()]
    return "\n\n".join([common, CHART, verdict(tables), *chapters])


def chapter(event: str, table: Table, common: str) -> str:
    """Return one table under its title."""
    title, unit = EVENTS[event]
    lines = [
        f"| {side} | {name} | {number(best)} | {number(usual)} |" for side, name, best, usual in table.rows
    ]
    blocks = [f"### {title}"]
    if table.about != common:
        blocks.append(table.about)
    blocks.append("\n".join([f"| | | best {unit} | median |", "|---|---|---:|---:|", *lines]))
    if table.failed:
        blocks.append("\n".join(["Could not be measured:", "", *(f"- {line}" for line in table.failed)]))
    return "\n\n".join(blocks)


def verdict(tables: Mapping[str, Table]) -> str:
    """Compare the slowest of ours with the fastest of OpenSpiel, with the deal."""
    rows = tables["playouts"].rows if "playouts" in tables else []
    ours = [(best, name) for side, name, best, _usual in rows if side == OURS]
    theirs = [(best, name) for side, name, best, _usual in rows if side == "OpenSpiel"]
    if not ours or not theirs:
        return "Without ours or OpenSpiel's games there is nothing to compare."
    slow, quick = min(ours), max(theirs)
    return (
        f"With the deal, the slowest of ours ({slow[1]}, {number(slow[0])} decisions/s) makes "
        f"**{slow[0] / quick[0]:.1f}** times as many decisions as the fastest card game of OpenSpiel in C++ "
        f"({quick[1]}, {number(quick[0])})."
    )


def bars(table: Table) -> list[Bar]:
    """Return the best rates for the chart."""
    return [
        Bar(f"{side}: {name}", best, KINDS.get(side, "theirs")) for side, name, best, _usual in table.rows
    ]


def number(rate: float) -> str:
    """Return a rate as people write it.

    >>> number(12_345_678), number(45_678), number(123)
    ('12.3 M', '45.7 k', '123')
    """
    if rate >= 999_500:
        return f"{three_figures(rate / 1e6)} M"
    return f"{three_figures(rate / 1e3)} k" if rate >= 1e4 else f"{rate:,.0f}"


def three_figures(rate: float) -> str:
    """Round to three figures.

    >>> three_figures(4), three_figures(831.4)
    ('4.00', '831')
    """
    return f"{rate:#.3g}".rstrip(".")


def rate(text: str) -> float:
    """Read a rate that `number` wrote.

    >>> rate("12.3 M"), rate("46 k"), rate("9,926")
    (12300000.0, 46000.0, 9926.0)
    """
    figure, _, unit = text.partition(" ")
    return float(figure.replace(",", "")) * UNITS[unit]
