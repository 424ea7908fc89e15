"""Draw the curve of `learn.py` as an SVG: `python chart.py curve.json chart.svg "Title"`."""

import json
import sys
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 60, 20, 40, 50
STYLE = """<style>
  text { font: 13px sans-serif; fill: #333 } .axis { stroke: #888 }
  .even { stroke: #b50; stroke-dasharray: 5 4 } .band { fill: #639; opacity: .2 }
  .line { fill: none; stroke: #639; stroke-width: 2.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .even { stroke: #fa5 } .band { fill: #b9f } .line { stroke: #b9f }
  }
</style>"""


def chart(points: list[dict[str, Any]], title: str) -> str:
    """Return an SVG: the share of the wins over the minutes with its interval, and a line at one half."""
    most: float = max(point["minutes"] for point in points)

    def x(minutes: float) -> float:
        return round(LEFT + minutes / most * (WIDTH - LEFT - RIGHT), 1)

    def y(share: float) -> float:
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    low = [f"{x(point['minutes'])},{y(point['low'])}" for point in points]
    high = [f"{x(point['minutes'])},{y(point['high'])}" for point in points]
    line = " ".join(f"{x(point['minutes'])},{y(point['share'])}" for point in points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{title}</title>{STYLE}",
        f'<text x="{LEFT}" y="22">{title}</text>',
        f'<polygon class="band" points="{" ".join([*low, *reversed(high)])}"/>',
        f'<line class="even" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(0.5)}" y2="{y(0.5)}"/>',
        f'<polyline class="line" points="{line}"/>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<text x="{LEFT - 10}" y="{y(share) + 4}" text-anchor="end">{share:.0%}</text>')
    for tick in range(5):
        minutes = most * tick / 4
        place = f'x="{x(minutes)}" y="{HEIGHT - BOTTOM + 20}"'
        parts.append(f'<text {place} text-anchor="middle">{minutes:.2g}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">minutes of one core</text>')
    end = f'y1="{y(0)}" x2="{WIDTH - RIGHT}" y2="{y(0)}"'
    parts.append(f'<line class="axis" x1="{LEFT}" {end}/>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    source, target, name = sys.argv[1:]
    Path(target).write_text(chart(json.loads(Path(source).read_text()), name), encoding="utf-8")
