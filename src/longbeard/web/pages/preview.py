"""What a page tells programs that preview links to it."""

from typing import Final, TypedDict

from markupsafe import Markup

from longbeard.engine.html import h

WIDE: Final = 1200
TALL: Final = 630
"""The size of pictures: previews show them uncut."""


class Preview(TypedDict):
    """The address of a page and of its picture, both whole: a preview is fetched from elsewhere."""

    address: str
    picture: str


def preview(base: str, path: str, picture: str) -> Preview:
    """Return the preview of a page of a server that is reached at `base`."""
    return {"address": f"{base}{path}", "picture": f"{base}{picture}"}


def game_preview(base: str, slug: str, path: str) -> Preview:
    """Return the preview of a page about a game."""
    return preview(base, path, f"/games/{slug}/share.png")


def tags(preview: Preview) -> Markup:
    """Write the tags of a preview: Open Graph's, and the one that is only X's."""
    return Markup(
        h(
            "<meta property='og:url' content='{}'><meta property='og:image' content='{}'>"
            "<meta property='og:image:width' content='{}'><meta property='og:image:height' content='{}'>"
            "<meta name='twitter:card' content='summary_large_image'>",
            *(preview["address"], preview["picture"], WIDE, TALL),
        )
    )
