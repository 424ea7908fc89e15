"""What can happen in Wiz Up The Wall. The numbers behind an event are named beside it.

A cell is told as its q and r. A card's place is its number in the order in which the round's cards were laid.
"""

from typing import Final

ROUND: Final = 0  # round from 1, rounds, starting seat
STANDS: Final = 1  # seat, column
DEALT: Final = 2  # seat, whether the first blind card forks, whether the second does
NEXT: Final = 3  # whether the pile's top card forks, cards left with it
LAYS_BLIND: Final = 4  # seat, q, r, forks, way in, place
TURN: Final = 5  # seat
DRAWS: Final = 6  # seat, forks, cards left
DRAWN: Final = 7  # seat, first symbol, second symbol: whispered
LAYS: Final = 8  # seat, q, r, forks, way in, place
CROSSES: Final = 9  # seat, opponent, q, r, cards that no longer count, whether the spell had ended before
TOUCHES: Final = 10  # seat, opponent
FINISHES: Final = 11  # seat
STUCK: Final = 12  # seat
RAN_OUT: Final = 13  # nothing: the last card is laid
SCORING: Final = 14  # round from 1
TURNS_UP: Final = 15  # seat, q, r, first symbol, second symbol, whether it counts, place
CUT: Final = 16  # seat, by, q, r, cards that do not count
COUNT: Final = 17  # seat, how many of each of the six symbols
BUST: Final = 18  # seat, symbol, how many
POINTS: Final = 19  # seat, points, total
ROUND_WON: Final = 20  # the seats with the longest stream that did not go bust; none, if all did
WON: Final = 21  # the seats with the highest total
