"""The files that a browser fetches: our own, those the build made from npm, and each room's `table.css`.

All of them live under one address that names their content, `/static/<version>/<name>`, so that they can be
kept for ever, and scripts and styles can name each other plainly.
"""

import gzip
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Final

from longbeard.games import rooms

HERE: Final = Path(__file__).parent
FOLDERS: Final = ("static", "built")
MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".txt": "text/plain",
}
PACKED: Final = (".woff2", ".png")
"""What is compressed already."""


@dataclass(frozen=True)
class Asset:
    """One file as it is sent."""

    name: str
    body: bytes

    @property
    def media_type(self) -> str:
        return MEDIA_TYPES[Path(self.name).suffix]

    @cached_property
    def gzipped(self) -> bytes:
        """The body for browsers that accept gzip; empty if that would not help."""
        return b"" if self.name.endswith(PACKED) else gzip.compress(self.body, 9, mtime=0)


@cache
def assets() -> dict[str, Asset]:
    """Every file there is, by its name after the version: `longbeard.css`, `fonts/text-400.woff2`."""
    found = {}
    for folder in FOLDERS:
        root = HERE / folder
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in MEDIA_TYPES:
                name = path.relative_to(root).as_posix()
                found[name] = Asset(name, path.read_bytes())
    for slug, text in faces("table.css").items():
        found[f"face/{slug}.css"] = Asset(f"face/{slug}.css", text.encode())
    return found


def faces(name: str) -> dict[str, str]:
    """A file of the rooms' faces, for the rooms that have one, by slug."""
    found = {}
    for slug, room in rooms().items():
        try:
            found[slug] = room.text(name)
        except FileNotFoundError:
            continue
    return found


@cache
def version() -> str:
    """A name for exactly these files."""
    digest = blake2b(digest_size=8)
    for name, asset in sorted(assets().items()):
        digest.update(f"{name}\0{len(asset.body)}\0".encode() + asset.body)
    return digest.hexdigest()


def address(name: str) -> str:
    """Where a file is fetched from; a name that is not there is a mistake in a template."""
    if name not in assets():
        raise KeyError(f"there is no {name} to serve; `make assets` builds what comes from npm")
    return f"/static/{version()}/{name}"
