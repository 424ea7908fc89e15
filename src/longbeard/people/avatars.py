"""Avatars: a figure, perhaps with a hat, on a coloured ground, and a sign beside it.

The sign has a shape, so that nobody is told apart by colour alone. An avatar is written as its four parts,
`owl.pointy-hat.star.plum`, and drawn from that text alone: at seats, in lists, and at an address of its own.
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from secrets import choice
from typing import Final

from longbeard.engine.drawing import icon_body
from longbeard.engine.errors import BadOptions
from longbeard.engine.html import NOTHING, Html, h

FIGURES: Final = (
    *("wizard-face", "witch-face", "dwarf-face", "owl", "cat", "raven", "rabbit", "frog-prince"),
    *("dragon-head", "unicorn", "goblin-head", "ghost", "snail", "octopus", "bear-head", "turtle"),
    *("robot-golem", "spotted-mushroom", "penguin", "bat"),
)
HATS: Final = ("none", "pointy-hat", "magic-hat", "jester-hat", "pirate-hat", "queen-crown", "crown")
SIGNS: Final = {
    "triangle": "M256 60 460 430H52z",
    "circle": "M256 60a196 196 0 1 0 .1 0z",
    "square": "M84 84h344v344H84z",
    "diamond": "M256 30 482 256 256 482 30 256z",
    "star": "m256 34 62 144 158 12-120 104 36 154-136-82-136 82 36-154L36 190l158-12z",
    "moon": "M330 44a216 216 0 1 0 138 326A188 188 0 0 1 330 44z",
    "cross": "M186 60h140v126h126v140H326v126H186V326H60V186h126z",
    "drop": "M256 30c90 130 160 200 160 290a160 160 0 0 1-320 0c0-90 70-160 160-290z",
}
COLOURS: Final = {
    "plum": "#5b3a86",
    "sea": "#1c5a86",
    "moss": "#37662c",
    "rust": "#96421f",
    "rose": "#9a2f5d",
    "slate": "#44505f",
    "teal": "#0f6460",
    "ochre": "#7d5a0c",
}
INK: Final = "#fff6e3"
"""Colour of figures; its contrast with every ground is at least 5 to 1."""
KEPT: Final = 2000


@dataclass(frozen=True)
class Avatar:
    """The parts of a drawing."""

    figure: str
    hat: str
    sign: str
    colour: str

    @property
    def code(self) -> str:
        """The avatar as text."""
        return f"{self.figure}.{self.hat}.{self.sign}.{self.colour}"

    @property
    def words(self) -> str:
        """Description, for those who cannot see it."""
        hat = "" if self.hat == "none" else f" with a {_words(self.hat)}"
        return f"{_words(self.figure)}{hat}, {self.sign}".capitalize()


def read(code: str) -> Avatar:
    """Parse an avatar as `code` writes it, or raise BadOptions."""
    parts = code.split(".")
    known = (FIGURES, HATS, SIGNS, COLOURS)
    if len(parts) != len(known) or any(part not in some for part, some in zip(parts, known, strict=True)):
        raise BadOptions(f"{code[:80]!r} is no avatar; one is {random_for('').code}")
    return Avatar(*parts)


def random_for(person: str) -> Avatar:
    """Return the default avatar of a person, always the same."""
    lots = blake2b(person.encode(), digest_size=8, person=b"lb avatar").digest()
    return Avatar(
        FIGURES[lots[0] % len(FIGURES)],
        HATS[lots[1] % len(HATS)],
        [*SIGNS][lots[2] % len(SIGNS)],
        [*COLOURS][lots[3] % len(COLOURS)],
    )


def random() -> Avatar:
    """Return a random avatar."""
    return Avatar(choice(FIGURES), choice(HATS), choice([*SIGNS]), choice([*COLOURS]))


@lru_cache(KEPT)
def drawn(avatar: Avatar) -> str:
    """Draw an avatar as an SVG file."""
    hat = NOTHING
    if avatar.hat != "none":
        hat = h("<g transform='translate(138 6) scale(.46)'>{}</g>", icon_body(avatar.hat))
    scale = Html(".66") if avatar.hat != "none" else Html(".76")
    place = Html("87 158") if avatar.hat != "none" else Html("61 61")
    return h(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 512 512'><title>{}</title>"
        "<rect width='512' height='512' rx='120' fill='{}'/>"
        "<g color='{}' fill='{}'><g transform='translate({}) scale({})'>{}</g>{}</g>"
        "<circle cx='420' cy='420' r='88' fill='{}'/>"
        "<path transform='translate(362 362) scale(.226)' fill='{}' d='{}'/></svg>",
        avatar.words,
        COLOURS[avatar.colour],
        INK,
        INK,
        place,
        scale,
        icon_body(avatar.figure),
        hat,
        INK,
        COLOURS[avatar.colour],
        SIGNS[avatar.sign],
    )


def address(code: str) -> str:
    """Return the address of an avatar's drawing; empty for none."""
    return f"/avatars/{code}.svg" if code else ""


def _words(name: str) -> str:
    return name.replace("-", " ")
