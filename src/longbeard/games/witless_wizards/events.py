"""What can happen in Witless Wizards. The numbers behind an event are named beside it."""

from typing import Final

TURN: Final = 0  # seat
DRAWS: Final = 1  # seat
DRAWN: Final = 2  # seat, card: whispered
PAYS: Final = 3  # seat: a cube for another card (D2)
SCRIES: Final = 4  # seat: another card for free
DISCARDS: Final = 5  # seat, card
KEEPS: Final = 6  # seat, card
GIVES: Final = 7  # seat, to, card
REPLACED: Final = 8  # seat, card: what the new card pushed out
RESHUFFLE: Final = 9  # cards in the new deck
SKIPS_BATTLE: Final = 10  # seat
ATTACKS: Final = 11  # seat, target
FOCUSES: Final = 12  # seat, cubes
ROLLS: Final = 13  # seat, die, other die or 0
REROLLS: Final = 14  # seat, card
GUARDS: Final = 15  # seat, cubes
BLOCKS: Final = 16  # seat, card
DODGES: Final = 17  # seat, die
FIGHT: Final = 18  # total attack, defence, hits
HITS: Final = 19  # seat, hits, stamina after
SPLASHES: Final = 20  # seat, hits, stamina after
DRAINS: Final = 21  # seat, from, cubes
LEECHES: Final = 22  # seat, gained, stamina after
THORNS: Final = 23  # seat hurt, hits, stamina after
RECOILS: Final = 24  # seat, lost, stamina after
OUT: Final = 25  # seat
RECOVERS: Final = 26  # seat, cubes, stamina after
HEALS: Final = 27  # seat, card, stamina after
INCOME: Final = 28  # seat, cubes, cubes after
REGROWS: Final = 29  # seat, gained, stamina after
CURSED: Final = 30  # seat, lost, stamina after
LAST_STANDING: Final = 31  # seat
NOBODY_LEFT: Final = 32  # a winner: one event for each
NOTHING_TO_DRAW: Final = 33  # seat
DECK: Final = 34  # a deck that is in play
FIRST: Final = 35  # seat
