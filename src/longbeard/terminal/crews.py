"""Chooses the workers that play many matches: processes of this machine, or a Ray cluster."""

import os

from longbeard.lab.crew import TRIES, Crew, processes
from longbeard.terminal.extras import need


def crew_of(jobs: int, ray: str, tries: int = TRIES) -> Crew:
    """Return a crew: on a cluster if an address is given, else `jobs` processes; 0 is one for each core."""
    if ray:
        need("ray", "cluster")
        from longbeard.lab.cluster import on_ray

        return on_ray(ray)
    return processes(jobs or os.cpu_count() or 1, tries)
