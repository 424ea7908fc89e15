"""Writes fingerprints.json again, after the rules were changed on purpose (run it with PYTHONPATH=src)."""

import json
from pathlib import Path

from longbeard.engine.check import check
from longbeard.games import rooms

MATCHES = 20

if __name__ == "__main__":
    kept = {
        slug: {
            str(seats): check(room, seats, MATCHES, 1).fingerprint
            for seats in range(room.plate.seats[0], room.plate.seats[1] + 1)
        }
        for slug, room in rooms().items()
    }
    Path(__file__).with_name("fingerprints.json").write_text(json.dumps(kept, indent=1) + "\n")
