"""Charts of a report as SVG in the page's own colours: no scripts, no foreign hosts, the same on paper."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import altair as alt
import vl_convert

from longbeard.lab.figures import Estimate, Table

INK: Final = "currentColor"
ACCENT: Final = "#8d6fd1"
WIDTH: Final = 340
MOST: Final = 12
"""Things at each end that are drawn; the table has all."""


def chart(table: Table) -> str:
    """Draw a table, or nothing if it has no chart."""
    draw = KINDS.get(table.chart)
    drawn: Any = draw(table) if draw and table.rows else None
    if drawn is None:
        return ""
    words = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12}
    drawn = (
        # The fonts of a page may be wider than those that the layout was made with.
        drawn.configure(
            background="transparent",
            font="sans-serif",
            padding={"left": 20, "right": 12, "top": 4, "bottom": 4},
        )
        .configure_axis(**words, gridColor="#8883", domainColor="#888", tickColor="#888", labelLimit=220)
        .configure_view(stroke=None)
    )
    svg = str(vl_convert.vegalite_to_svg(drawn.to_json()))
    # In a page, SVG needs no namespace: nothing in it looks like an address then.
    return re.sub(r' (xmlns|xmlns:xlink)="[^"]*"', "", svg)


def _data(values: Sequence[Any]) -> Any:
    return alt.Chart(alt.InlineData(values=list(values)))


def _intervals(values: list[dict[str, Any]], name: str, title: str, fair: float) -> Any:
    """Draw estimates as dots with their intervals, and where they would be if nothing were special."""
    order = [value[name] for value in values]
    base = _data(values).encode(y=alt.Y(f"{name}:N", title=None, sort=order))
    axis = alt.X("value:Q", title=title, scale=alt.Scale(zero=False))
    line = (
        _data([{"fair": fair}])
        .mark_rule(color="#999", strokeDash=[4, 4])
        .encode(x=alt.X("fair:Q", title=title))
    )
    bars = base.mark_rule(color=INK).encode(x=alt.X("low:Q", title=title), x2="high:Q")
    dots = base.mark_point(filled=True, size=60, color=ACCENT, opacity=1).encode(x=axis)
    return alt.layer(line, bars, dots).properties(width=WIDTH)


def _seats(table: Table) -> Any:
    values = [{"seat": str(row[0]), **row[1].ends()} for row in table.rows if isinstance(row[1], Estimate)]
    return _intervals(values, "seat", "× fair share", 1.0)


def _skill(table: Table) -> Any:
    return _intervals([dict(point) for point in table.points], "bot", "× fair share", 1.0)


def _round_numbers(table: Table) -> list[int]:
    """Choose about six numbers for the axis of lengths."""
    lengths = [int(str(point["decisions"])) for point in table.points]
    low, high = min(lengths), max(lengths)
    step = max(1, (high - low) // 6)
    step = step if step < 10 else round(step, -1)
    return list(range(-(-low // step) * step, high + 1, step))


def _length(table: Table) -> Any:
    axis = alt.X(
        "decisions:Q", title="decisions", bin=alt.Bin(maxbins=40), axis=alt.Axis(values=_round_numbers(table))
    )
    return (
        _data(table.points)
        .mark_bar(color=ACCENT)
        .encode(x=axis, y=alt.Y("sum(matches):Q", title="matches"))
        .properties(width=WIDTH, height=140)
    )


def _clear(table: Table) -> Any:
    x = alt.X("played:Q", title="part of the match", axis=alt.Axis(format="%"))
    y = alt.Y("clear:Q", title="winner is clear", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]))
    return (
        _data(table.points)
        .mark_line(color=ACCENT, interpolate="step-after")
        .encode(x=x, y=y)
        .properties(width=WIDTH, height=140)
    )


def _things(table: Table) -> Any:
    """Draw the first stage of which anything is known: its best and its worst things."""
    for at, column in enumerate(table.columns):
        found = [(str(row[0]), row[at]) for row in table.rows]
        known = [(name, one) for name, one in found if isinstance(one, Estimate)]
        if column.endswith(": more won") and len(known) > 2:
            known.sort(key=lambda pair: -pair[1].value)
            shown = known if len(known) <= 2 * MOST else known[:MOST] + known[-MOST:]
            values = [{"thing": name, **one.ends()} for name, one in shown]
            some = "" if shown is known else f" (the {MOST} first and the {MOST} last)"
            return _intervals(values, "thing", f"{column}, in fair shares{some}", 0.0)
    return None


KINDS: Final[dict[str, Callable[[Table], Any]]] = {
    "seats": _seats,
    "length": _length,
    "clear": _clear,
    "skill": _skill,
    "things": _things,
}
