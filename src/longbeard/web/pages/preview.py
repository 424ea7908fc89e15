"""Metadata of a page for programs that preview links to it."""

from typing import Final, TypedDict

from markupsafe import Markup

from longbeard.engine.html import h

WIDE: Final = 1200
TALL: Final = 630
"""Size of the pictures: previews show them uncut."""


class Preview(TypedDict):
    """Absolute addresses of a page and of its picture: a preview is fetched from elsewhere."""

    address: str
    picture: str


def preview(base: str, path: str, picture: str) -> Preview:
    """Return the preview of a page of a server that is reached at `base`."""
    return {"address": f"{base}{path}", "picture": f"{base}{picture}"}


def game_preview(base: str, slug: str, path: str) -> Preview:
    """Return the preview of a page about a game."""
    return preview(base, path, f"/games/{slug}/share.png")


def tags(preview: Preview) -> Markup:
    """Return the tags of a preview: Open Graph's, and X's own."""
    return Markup(
        h(
            "<meta property='og:url' content='{}'><meta property='og:image' content='{}'>"
            "<meta property='og:image:width' content='{}'><meta property='og:image:height' content='{}'>"
            "<meta name='twitter:card' content='summary_large_image'>",
            *(preview["address"], preview["picture"], WIDE, TALL),
        )
    )
