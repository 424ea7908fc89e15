"""The kinds of events, with what their numbers mean."""

from typing import Final

BEGINS: Final = 0
"""seat"""
DRAWS: Final = 1
"""seat"""
FINDS: Final = 2
"""seat, strength: for that seat alone"""
STIRS: Final = 3
"""seat, strength"""
POURS: Final = 4
"""seat, strength, whose brew"""
BOILS: Final = 5
"""whose brew, its strength"""
CORKS: Final = 6
"""seat, points"""
