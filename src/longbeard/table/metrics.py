"""Metrics of the server in Prometheus' text format. No names, no tables, no cards."""

import os
import resource
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, time
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
HELP: Final = {
    # Counters; their names end in _total.
    "requests": "Requests that were answered, by status.",
    "messages": "Messages that came in on sockets.",
    "pages": "Pages that were sent on sockets, whole or in part.",
    "refused": "Actions that were refused, by reason.",
    "entries": "Entries that were kept in the logs of tables, by kind; a move is a play.",
    "tables_opened": "Tables that were opened, by game.",
    "policy_forfeits": "Decisions of the operator's policies that another bot made, by policy.",
    "archived": "Tables that were put away for their age.",
    "connections_refused": "Connections beyond the limit of an address or of the server.",
    "connections_slow": "Connections that were closed because a request or its reader took too long.",
    "sockets_refused": "Sockets that were turned away: too many, or from another site.",
    "sockets_flooded": "Sockets that were closed because too much came in on them.",
    "sockets_slow": "Sockets that were cut off because they did not take what they were sent.",
    # Gauges.
    "tables": "Tables in memory.",
    "tables_unreadable": "Tables that cannot be read; the log says which and why.",
    "store_writes_lost": "Writes that were kept and are gone, as noticed at the start.",
    "sockets": "Open sockets: pages that are looked at.",
    "connections": "Open connections, sockets not included.",
    "minds_thinking": "Bots that think now.",
    "minds_waiting": "Bots that wait for a mind.",
    "analyses_waiting": "Analyses of finished matches that wait to be made.",
    "minds_deaths": "Minds that died and were started again.",
    "bus_up": "Whether other servers can be heard: 1, or 0 while each looks into the store by itself.",
    "store_reconnects": "Times that the connection to the database was lost and made anew.",
    # Histograms; their names end in _seconds.
    "request": "How long requests took.",
    "move": "How long it took from a person's move on a socket until it was kept or refused.",
    "append": "How long the store took to keep an entry of a table's log.",
    "bot": "How long a bot took to decide, waiting included.",
    "loop_late": "How late the event loop was: above some tens of milliseconds the processor is full.",
}
ALWAYS: Final = (
    *("messages", "pages", "archived", "connections_refused", "connections_slow"),
    *("sockets_refused", "sockets_flooded", "sockets_slow"),
)
"""Counters without labels, which start at 0 so that a rate can be taken from the start."""
PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


class Histogram:
    """A histogram of durations."""

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
    """Counters, histograms, and gauges that are read on request."""

    def __init__(self) -> None:
        self.counters: Counter[tuple[str, str]] = Counter({(name, ""): 0 for name in ALWAYS})
        self.times: dict[str, Histogram] = {}
        self.gauges: dict[str, Callable[[], float]] = {}
        self.facts: dict[str, str] = {}
        """Labels of `longbeard_build_info`, such as the version."""
        self._started = time()

    def count(self, name: str, labels: str = "", by: int = 1) -> None:
        """Increase a counter."""
        self.counters[name, labels] += by

    def time(self, name: str, seconds: float) -> None:
        """Add a duration to a histogram."""
        if name not in self.times:
            self.times[name] = Histogram()
        self.times[name].add(seconds)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Time a block, whether it succeeds or not."""
        started = perf_counter()
        try:
            yield
        finally:
            self.time(name, perf_counter() - started)

    def text(self) -> str:
        """Write everything in Prometheus' text format."""
        lines: list[str] = []
        last = ""
        for (name, labels), value in sorted(self.counters.items()):
            if name != last:
                lines += _head(name, f"longbeard_{name}_total", "counter")
                last = name
            lines.append(f"longbeard_{name}_total{f'{{{labels}}}' if labels else ''} {value}")
        for name, read in sorted(self.gauges.items()):
            lines += [*_head(name, f"longbeard_{name}", "gauge"), f"longbeard_{name} {read():g}"]
        for name, histogram in sorted(self.times.items()):
            full = f"longbeard_{name}_seconds"
            lines += [*_head(name, full, "histogram"), *histogram.lines(full)]
        return "\n".join([*lines, *self._process()]) + "\n"

    def _process(self) -> list[str]:
        """Return the standard process metrics, under their usual names."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        facts = ",".join(f'{name}="{value}"' for name, value in sorted(self.facts.items()))
        lines = [
            "# HELP longbeard_build_info The version of this server, as labels.",
            "# TYPE longbeard_build_info gauge",
            f"longbeard_build_info{{{facts}}} 1",
            "# TYPE process_cpu_seconds_total counter",
            f"process_cpu_seconds_total {used.ru_utime + used.ru_stime:.2f}",
            "# TYPE process_start_time_seconds gauge",
            f"process_start_time_seconds {self._started:.2f}",
        ]
        statm = Path("/proc/self/statm")
        if statm.exists():
            lines += [
                "# TYPE process_resident_memory_bytes gauge",
                f"process_resident_memory_bytes {int(statm.read_text().split()[1]) * PAGE_BYTES}",
                "# TYPE process_open_fds gauge",
                f"process_open_fds {len(os.listdir('/proc/self/fd'))}",
            ]
        return lines


def _head(name: str, full: str, kind: str) -> list[str]:
    described = [f"# HELP {full} {HELP[name]}"] if name in HELP else []
    return [*described, f"# TYPE {full} {kind}"]
