"""What the server counts about itself, in Prometheus' text format. No names, no tables, no cards."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, labels: str = "") -> list[str]:
        comma = "," if labels else ""
        below, lines = 0, []
        for bound, count in zip((*BOUNDS, "+Inf"), self.counts, strict=True):
            below += count
            lines.append(f'{name}_bucket{{{labels}{comma}le="{bound}"}} {below}')
        braces = f"{{{labels}}}" if labels else ""
        return [*lines, f"{name}_sum{braces} {self.total:.6f}", f"{name}_count{braces} {below}"]


class Metrics:
    """Counters, histograms, and gauges that are asked when somebody looks."""

    def __init__(self) -> None:
        self.counters: Counter[tuple[str, str]] = Counter()
        self.times: dict[str, Histogram] = {}
        self.gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, labels: str = "", by: int = 1) -> None:
        """Count something that happened."""
        self.counters[name, labels] += by

    def time(self, name: str, seconds: float) -> None:
        """Note how long something took."""
        if name not in self.times:
            self.times[name] = Histogram()
        self.times[name].add(seconds)

    def text(self) -> str:
        """Write everything in Prometheus' text format."""
        lines: list[str] = []
        last = ""
        for (name, labels), value in sorted(self.counters.items()):
            if name != last:
                lines.append(f"# TYPE longbeard_{name}_total counter")
                last = name
            lines.append(f"longbeard_{name}_total{f'{{{labels}}}' if labels else ''} {value}")
        for name, read in sorted(self.gauges.items()):
            lines += [f"# TYPE longbeard_{name} gauge", f"longbeard_{name} {read():g}"]
        for name, histogram in sorted(self.times.items()):
            full = f"longbeard_{name}_seconds"
            lines += [f"# TYPE {full} histogram", *histogram.lines(full)]
        return "\n".join(lines) + "\n"
