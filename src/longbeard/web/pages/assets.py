"""The files that a browser fetches: our own, those the build made from npm, and each room's `table.css` with
its `colours.css` before it.

All of them have one prefix that names their content, `/static/<version>/<name>`, so that they can be cached
for ever, and scripts and styles can name each other by relative addresses.
"""

import gzip
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Final

from longbeard.games import rooms

WEB: Final = Path(__file__).parent.parent
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
"""Suffixes of files that are compressed already."""


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
        """The gzipped body; empty if that would not help."""
        return b"" if self.name.endswith(PACKED) else gzip.compress(self.body, 9, mtime=0)


@cache
def assets() -> dict[str, Asset]:
    """Load every file, by its name after the version: `longbeard.css`, `fonts/text-400.woff2`."""
    found = {}
    for folder in FOLDERS:
        root = WEB / folder
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in MEDIA_TYPES:
                name = path.relative_to(root).as_posix()
                found[name] = Asset(name, path.read_bytes())
    styles = [faces("colours.css"), brought(), faces("table.css")]
    for slug in {**styles[1], **styles[2]}:
        body = "".join(style.get(slug, "") for style in styles).encode()
        found[f"face/{slug}.css"] = Asset(f"face/{slug}.css", body)
    return found


def brought() -> dict[str, str]:
    """Return the style sheets that faces bring with them, by slug."""
    return {slug: room.face.style for slug, room in rooms().items() if room.face and room.face.style}


def faces(name: str) -> dict[str, str]:
    """Read a file of that name from each room that has one, by slug."""
    found = {}
    for slug, room in rooms().items():
        try:
            found[slug] = room.text(name)
        except FileNotFoundError:
            continue
    return found


@cache
def version() -> str:
    """Return a hash of the content of all files."""
    digest = blake2b(digest_size=5)  # short, because it is in the address of every icon
    for name, asset in sorted(assets().items()):
        digest.update(f"{name}\0{len(asset.body)}\0".encode() + asset.body)
    return digest.hexdigest()


def address(name: str) -> str:
    """Return the address of a file; KeyError for a mistake in a template."""
    if name not in assets():
        raise KeyError(f"there is no {name} to serve; `make assets` builds what comes from npm")
    return f"/static/{version()}/{name}"
