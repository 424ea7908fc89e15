"""The race as a page: tables, what is missing, and the chart. What people wrote between them stays."""

import re
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from race_chart import Bar, draw

OURS = "Longbeard"
EVENTS = {
    "playouts": ("Random play with the deal", "decisions/s"),
    "rollouts": ("Random play after the deal", "decisions/s"),
    "loop": ("Random play with the deal, from a loop in Python", "decisions/s"),
    "search": ("Search", "iterations/s"),
    "steps": ("Environments: steps with observation and mask", "steps/s"),
}
CHARTED = ("playouts", "search", "steps")


def write(page: Path, found: Mapping[str, Any]) -> None:
    """Put what was measured into the page, between its marks, and the chart beside it."""
    chart = page.with_name("race.svg")
    chart.write_text(draw([(*EVENTS[event], bars(found, event)) for event in CHARTED]), encoding="utf-8")
    put(page, "race", "\n\n".join([about(found), verdict(found), *tables(found), absent(found)]))


def put(page: Path, mark: str, text: str) -> None:
    """Replace what stands between `<!-- mark -->` and `<!-- /mark -->`."""
    before = page.read_text(encoding="utf-8")
    between = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- /{mark} -->)", re.DOTALL)
    if not between.search(before):
        raise SystemExit(f"{page} has no marks <!-- {mark} --> and <!-- /{mark} -->")
    after = between.sub(lambda found: f"{found[1]}\n{text}\n\n{found[2]}", before)
    page.write_text(after, encoding="utf-8")


def rows(found: Mapping[str, Any], event: str) -> list[tuple[str, str, list[float]]]:
    """Who, what and the rates, the quickest first."""
    split = [(key.split("|"), rates) for key, rates in found["rates"].items()]
    chosen = [(side, name, rates) for (kind, side, name), rates in split if kind == event]
    return sorted(chosen, key=lambda row: -max(row[2]))


def bars(found: Mapping[str, Any], event: str) -> list[Bar]:
    kinds = {OURS: "ours", f"{OURS}, interpreted": "plain"}
    return [
        Bar(f"{side}: {name}", max(rates), kinds.get(side, "theirs"))
        for side, name, rates in rows(found, event)
    ]


def about(found: Mapping[str, Any]) -> str:
    versions = "; ".join(found["versions"])
    return (
        f"{found['rounds']} rounds of {found['seconds']} s of the core for each line, in turn. "
        f"{versions}. {found['machine']}.\n\n![the race](race.svg)"
    )


def verdict(found: Mapping[str, Any]) -> str:
    """The slowest of ours beside the fastest of OpenSpiel, with the deal."""
    lines = rows(found, "playouts")
    ours = [(max(rates), name) for side, name, rates in lines if side == OURS]
    theirs = [(max(rates), name) for side, name, rates in lines if side == "OpenSpiel"]
    if not ours or not theirs:
        return "Without ours or OpenSpiel's games there is nothing to compare."
    slow, quick = min(ours), max(theirs)
    return (
        f"With the deal, the slowest of ours ({slow[1]}, {number(slow[0])} decisions/s) makes "
        f"**{slow[0] / quick[0]:.1f}** times as many decisions as the fastest card game of OpenSpiel in C++ "
        f"({quick[1]}, {number(quick[0])})."
    )


def tables(found: Mapping[str, Any]) -> list[str]:
    return [table(found, event) for event in EVENTS if rows(found, event)]


def table(found: Mapping[str, Any], event: str) -> str:
    title, unit = EVENTS[event]
    lines = [
        f"| {side} | {name} | {number(max(rates))} | {number(median(rates))} |"
        for side, name, rates in rows(found, event)
    ]
    return "\n".join([f"### {title}\n", f"| | | best {unit} | median |", "|---|---|---:|---:|", *lines])


def absent(found: Mapping[str, Any]) -> str:
    """Who could not be measured, and why."""
    lines = [f"- {side}: {reason}" for side, reason in found["missing"].items()]
    for key, reason in found["failed"].items():
        event, side, name = key.split("|")
        lines.append(f"- {side}, {name} ({EVENTS[event][0].lower()}): {reason.splitlines()[0][:200]}")
    return "\n".join(["### Missing\n", *(lines or ["Nobody."])])


def number(rate: float) -> str:
    """A rate for people.

    >>> number(12_345_678), number(45_678), number(123)
    ('12.3 M', '46 k', '123')
    """
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} M"
    return f"{rate / 1e3:.0f} k" if rate >= 1e4 else f"{rate:,.0f}"
