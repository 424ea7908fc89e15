"""Tables of a report as one HTML page without scripts or foreign hosts, as Markdown, and as CSV."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from typing import Final

from longbeard.lab.charts import chart
from longbeard.lab.figures import Estimate, Table

STYLE: Final = """
:root { color-scheme: light dark; --line: #8885; --soft: #8882; --accent: #6a4bb5; }
@media (prefers-color-scheme: dark) { :root { --accent: #b9a3ef; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 72rem; margin: 0 auto; padding: 1.2rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .4rem 0 .6rem; }
h2 { font-size: 1.3rem; margin: 2.4rem 0 .4rem;
  padding-top: .8rem; border-top: 3px double var(--line); }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; }
p { max-width: 46rem; }
a { color: var(--accent); }
.sentence { font-size: 1.2rem; padding: .8rem 1rem;
  background: var(--soft); border-left: 4px solid var(--accent); }
.facts { font-size: .9rem; opacity: .85; overflow-wrap: anywhere; margin: .4rem 0; }
.part { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: flex-start; }
.wide { overflow-x: auto; max-width: 100%; }
.wide:focus-visible { outline: 2px solid var(--accent); }
figure { margin: .3rem 0; max-width: 100%; flex: 0 1 auto; }
svg { max-width: 100%; height: auto; display: block; }
table { border-collapse: collapse; margin: .3rem 0 .8rem; font-size: .92rem;
  font-variant-numeric: tabular-nums; }
.about { margin: .1rem 0 .4rem; font-size: .88rem; opacity: .85; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child, td:last-child:not(:first-child):not(.n), .t { text-align: left; }
tbody th { font-weight: 600; white-space: normal; min-width: 8rem;
  position: sticky; left: 0; background: Canvas; }
td.t { white-space: normal; min-width: 9rem; }
thead th { vertical-align: bottom; white-space: normal; border-bottom: 2px solid var(--line); }
nav ul { columns: 18rem; padding-left: 1.2rem; margin: .3rem 0; }
code { overflow-wrap: anywhere; }
@media print {
  body { max-width: none; font-size: 9pt; padding: 0; }
  h2 { border: 0; }
  section + section { break-before: page; }
  .part { display: block; }
  h3, .about { break-after: avoid; }
  tr, figure { break-inside: avoid; }
  thead { display: table-header-group; }
  .wide { overflow: visible; }
  table { font-size: 7.5pt; }
  tbody th { position: static; }
  th, td { padding: .1rem .3rem; }
  nav { display: none; }
}
"""


@dataclass(frozen=True)
class Section:
    """A part of a report: the tables of one series."""

    heading: str
    tables: Sequence[Table]


@dataclass(frozen=True)
class Report:
    """Everything that a report says, before it is HTML, Markdown or CSV."""

    title: str
    sentence: str
    """What one wants to know first."""
    facts: Sequence[str]
    sections: Sequence[Section] = field(default_factory=tuple)


def cell(value: str | int | float | Estimate) -> str:
    """Put a value into words."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def html(report: Report) -> str:
    """Write the page."""
    parts = [f"<h1>{escape(report.title)}</h1>"]
    if report.sentence:
        parts.append(f'<p class="sentence">{escape(report.sentence)}</p>')
    parts += [f'<p class="facts">{escape(fact)}</p>' for fact in report.facts]
    if len(report.sections) > 1:
        links = "".join(
            f'<li><a href="#part-{number}">{escape(one.heading)}</a></li>'
            for number, one in enumerate(report.sections)
        )
        parts.append(f'<nav aria-label="Contents"><ul>{links}</ul></nav>')
    for number, section in enumerate(report.sections):
        parts.append(
            f'<section aria-labelledby="part-{number}"><h2 id="part-{number}">{escape(section.heading)}</h2>'
        )
        parts += [_html_table(table, f"table-{number}-{at}") for at, table in enumerate(section.tables)]
        parts.append("</section>")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(report.title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>\n'
        "<body><main>" + "\n".join(parts) + "</main></body></html>\n"
    )


def _html_table(table: Table, key: str) -> str:
    head = "".join(
        f'<th scope="col"{_kind_of(table, at)}>{escape(name)}</th>' for at, name in enumerate(table.columns)
    )
    rows = "\n".join(
        f'<tr><th scope="row">{escape(cell(row[0]))}</th>'
        + "".join(f"<td{_kind(value)}>{escape(cell(value))}</td>" for value in row[1:])
        + "</tr>"
        for row in table.rows
    )
    drawn = chart(table)
    # The table beside it says the same, so a screen reader passes the picture over.
    figure = f'<figure aria-hidden="true">{drawn}</figure>' if drawn else ""
    about = f'<p class="about" id="{key}-about">{escape(table.about)}</p>' if table.about else ""
    described = f' aria-describedby="{key}-about"' if table.about else ""
    return (
        f'<h3 id="{key}">{escape(table.title)}</h3>{about}<div class="part">{figure}'
        f'<div class="wide" tabindex="0" role="region" aria-labelledby="{key}">'
        f'<table aria-labelledby="{key}"{described}>'
        f"<thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div></div>"
    )


def _kind_of(table: Table, column: int) -> str:
    """Let a column's heading stand over its values: words begin on the left, numbers end on the right."""
    return ' class="t"' if any(_kind(row[column]) == ' class="t"' for row in table.rows) else ' class="n"'


def _kind(value: str | int | float | Estimate) -> str:
    return ' class="t"' if isinstance(value, str) and value not in ("", "–") else ' class="n"'


def markdown(report: Report) -> str:
    """Write the same as Markdown."""
    lines = [f"# {report.title}", ""]
    lines += [f"**{report.sentence}**", ""] if report.sentence else []
    lines += [line for fact in report.facts for line in (fact, "")]
    for section in report.sections:
        lines += [f"## {section.heading}", ""]
        for table in section.tables:
            lines += [f"### {table.title}", "", *([table.about, ""] if table.about else [])]
            lines += [f"| {' | '.join(table.columns)} |", "|" + "---|" * len(table.columns)]
            lines += [f"| {' | '.join(_plain(value) for value in row)} |" for row in table.rows] + [""]
    return "\n".join(lines)


def _plain(value: str | int | float | Estimate) -> str:
    return cell(value).replace("|", "\\|")


def as_csv(report: Report) -> str:
    """Write the same as one CSV: an estimate has a column for its half-width."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("section", "table", "row", "column", "value", "half_width"))
    for section in report.sections:
        for table in section.tables:
            for row in table.rows:
                for column, value in zip(table.columns[1:], row[1:], strict=True):
                    estimate = isinstance(value, Estimate)
                    number = f"{value.value:.6g}" if isinstance(value, Estimate) else cell(value)
                    half = f"{value.half:.6g}" if estimate and isinstance(value, Estimate) else ""
                    writer.writerow((section.heading, table.key, cell(row[0]), column, number, half))
    return file.getvalue()
