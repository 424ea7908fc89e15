"""Routes of the pieces of a game: pictures, the gallery, and print jobs."""

from enum import Enum
from functools import lru_cache
from typing import Final, TypeVar

from litestar import Response, get
from litestar.params import FromPath

from longbeard.engine.errors import BadOptions
from longbeard.games import room
from longbeard.press.order import Backs, Cut, Ink, Paper, What
from longbeard.web.errors import NotFound
from longbeard.web.forms import AnyRequest, visit_of
from longbeard.web.pages import gallery, pictures
from longbeard.web.pages.preview import game_preview
from longbeard.web.pages.render import render
from longbeard.web.printing import Printer, Wish, can_print
from longbeard.web.responses import FOR_EVER, answer, send

GALLERIES_KEPT: Final = 60
"""Galleries in the cache: more than the kinds of pieces of all our games together."""
AN_HOUR: Final = "public, max-age=3600"
E_ = TypeVar("E_", bound=Enum)


@get("/pictures/{slug:str}/{name:str}", include_in_schema=False)
async def picture(request: AnyRequest, slug: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Serve the art of a piece, which never changes under its address."""
    key, _, rest = name.partition(".")
    found = pictures.arts(slug).get(key)
    if found is None or not rest.endswith("svg"):
        raise NotFound("there is no such picture")
    digest, asset = found
    return send(request, asset, FOR_EVER if rest == f"{digest}.svg" else "no-cache")


@get("/games/{slug:str}/cards/{name:str}", include_in_schema=False)
async def card(request: AnyRequest, slug: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Serve a piece as it is printed, words included, for pages that have our fonts."""
    asset = pictures.front(slug, name.removesuffix(".svg"))
    if asset is None or not name.endswith(".svg"):
        raise NotFound("there is no such card")
    return send(request, asset, AN_HOUR)


@get("/games/{slug:str}/cards", include_in_schema=False)
async def cards(request: AnyRequest, slug: FromPath[str]) -> Response[str]:
    """Show every piece of a game, or those of one kind."""
    kind = request.query_params.get("kind", "")
    if kind and kind not in gallery.kinds(room(slug)):
        raise NotFound(f"there is no such kind of card; there are: {', '.join(gallery.kinds(room(slug)))}")
    return answer(_cards(slug, kind, visit_of(request).shared))


@lru_cache(GALLERIES_KEPT)
def _cards(slug: str, kind: str, base: str) -> str:
    shared = game_preview(base, slug, f"/games/{slug}/cards")
    shown = gallery.gallery(room(slug), kind)
    return render("cards.html", plate=room(slug).plate, gallery=shown, preview=shared)


@get("/games/{slug:str}/print", include_in_schema=False)
async def to_print(slug: FromPath[str]) -> Response[str]:
    """Show the options of printing a game."""
    found = room(slug).plate
    context = {
        "can_print": can_print(),
        "drawn": bool(pictures.pieces(slug)),
        "options": gallery.PRINT_OPTIONS,
    }
    return answer(render("print.html", plate=found, **context))


@get("/games/{slug:str}/print.pdf", include_in_schema=False)
async def printed(request: AnyRequest, slug: FromPath[str]) -> Response[bytes]:
    """Send a game as a PDF."""
    asked = request.query_params
    if not pictures.pieces(room(slug).plate.slug):
        raise NotFound("this game has no cards to print")
    wish = Wish(
        slug,
        _asked(Paper, asked.get("paper"), Paper.A4),
        _asked(What, asked.get("what"), What.ALL),
        _asked(Cut, asked.get("cut"), Cut.MARKS),
        _asked(Backs, asked.get("backs"), Backs.DUPLEX),
        _asked(Ink, asked.get("ink"), Ink.FULL),
    )
    printer: Printer = request.app.state.printer
    body = await printer.pdf(wish)
    headers = {"content-disposition": f'attachment; filename="{wish.file}"', "cache-control": AN_HOUR}
    return Response(body, media_type="application/pdf", headers=headers)


def _asked(values: type[E_], given: str | None, usual: E_) -> E_:
    """Parse a query parameter with a few values."""
    if given is None:
        return usual
    try:
        return values(given)
    except ValueError as error:
        names = ", ".join(one.value for one in values)
        raise BadOptions(f"{values.__name__.lower()} is one of: {names}") from error


ROUTES = [picture, card, cards, to_print, printed]
