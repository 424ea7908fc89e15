"""The race as an SVG: a bar for each, on a logarithmic scale, readable by day and by night."""

from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, LABEL, RIGHT = 900, 350, 70
ROW, HEAD, FOOT = 17, 34, 26
STYLE = """\
text { font: 12px system-ui, sans-serif; fill: #222 }
.title { font-weight: 600; font-size: 14px }
.axis { stroke: #ccc } .tick { fill: #666; font-size: 10px }
.ours { fill: #6b3fa0 } .plain { fill: #c3aede } .theirs { fill: #9aa5b1 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e6e6 } .axis { stroke: #444 } .tick { fill: #aaa }
  .ours { fill: #b794f4 } .plain { fill: #6f5a94 } .theirs { fill: #6b7785 }
}"""


@dataclass(frozen=True)
class Bar:
    """One line of the chart."""

    label: str
    rate: float
    kind: str
    """`ours`, `plain` (ours, interpreted) or `theirs`."""


def draw(panels: list[tuple[str, str, list[Bar]]]) -> str:
    """Draw all panels, one below the other: (title, unit, bars)."""
    parts, y = [], 0
    for title, unit, bars in panels:
        if bars:
            drawn, height = _panel(title, unit, bars)
            parts.append(f'<g transform="translate(0 {y})">{drawn}</g>')
            y += height
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img"'
    titles = ", ".join(title for title, _, _ in panels)
    return "\n".join(
        [f'{opening} aria-label="{escape(titles)}">', f"<style>{STYLE}</style>", *parts, "</svg>", ""]
    )


def _panel(title: str, unit: str, bars: list[Bar]) -> tuple[str, int]:
    lowest = floor(log10(min(bar.rate for bar in bars)) - 0.2)
    highest = ceil(log10(max(bar.rate for bar in bars)))
    scale = (WIDTH - LABEL - RIGHT) / max(1, highest - lowest)
    bottom = HEAD + ROW * len(bars)
    lines = [f'<text class="title" x="8" y="20">{escape(title)} ({unit})</text>']
    for power in range(lowest, highest + 1):
        x = LABEL + (power - lowest) * scale
        lines.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{HEAD - 4}" y2="{bottom}"/>')
        lines.append(
            f'<text class="tick" x="{x:.1f}" y="{bottom + 12}" text-anchor="middle">10^{power}</text>'
        )
    for place, bar in enumerate(bars):
        lines += _bar(bar, HEAD + ROW * place, (log10(bar.rate) - lowest) * scale)
    return "\n".join(lines), bottom + FOOT


def _bar(bar: Bar, y: int, length: float) -> list[str]:
    return [
        f'<text x="{LABEL - 8}" y="{y + 11}" text-anchor="end">{escape(bar.label)}</text>',
        f'<rect class="{bar.kind}" x="{LABEL}" y="{y + 1}" width="{length:.1f}" height="{ROW - 5}" rx="2"/>',
        f'<text x="{LABEL + length + 5:.1f}" y="{y + 11}">{bar.rate:,.0f}</text>',
    ]
