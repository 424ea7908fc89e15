"""Without the game on the path, its tests are left alone: `tests/` of Longbeard is the folder above."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pocket_potions") else ["src"]
