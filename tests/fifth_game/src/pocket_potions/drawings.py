"""The cards as they are printed. The house's plain card does: a strength, a bottle, a sentence."""

from typing import Final

from longbeard.engine.drawing import Tones
from longbeard.engine.piece import Piece, plain_card
from pocket_potions.cards import PotionBox

MILD: Final = Tones("#d8f3dc", "#52b788", "#1b4332", "#081c15")
STRONG: Final = Tones("#ffd6e0", "#d63a6a", "#6a0f33", "#2b0614")


def pieces(box: PotionBox) -> list[Piece]:
    """Return one card for each strength."""
    half = len(box.copies) // 2
    return [
        plain_card(
            f"strength-{strength}",
            f"Potion of {strength}",
            "potion",
            copies,
            f"Adds {strength}. Above {box.boiling} it boils over.",
            str(strength),
            "magic-potion",
            tones=MILD if strength <= half else STRONG,
            rules=("S1", "T4"),
        )
        for strength, copies in enumerate(box.copies, start=1)
    ]
