"""Routes of puzzles: positions of bots' matches where one choice is clearly better."""

from functools import lru_cache
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from longbeard.bots.puzzles import puzzles_of
from longbeard.engine.errors import BadOptions
from longbeard.games import room
from longbeard.web.errors import NotFound
from longbeard.web.forms import AnyRequest, visit_of
from longbeard.web.messages import ACTION_LENGTH
from longbeard.web.pages.preview import game_preview
from longbeard.web.pages.puzzles import position, puzzle_page
from longbeard.web.pages.render import render
from longbeard.web.responses import answer

LISTS_KEPT: Final = 16
KEPT: Final = 200
"""Pages in the cache, 10 to 60 kB each; each puzzle has one for every choice."""


@get("/games/{slug:str}/puzzles", include_in_schema=False)
async def puzzles(request: AnyRequest, slug: FromPath[str]) -> Response[str]:
    """List the puzzles of a game."""
    return answer(_list(slug, visit_of(request).shared))


@lru_cache(LISTS_KEPT)
def _list(slug: str, base: str) -> str:
    found = room(slug)
    count = len(puzzles_of(found))
    rows = [
        {"number": number, "players": len(position(found, number)[1].seats)} for number in range(1, count + 1)
    ]
    return render(
        "puzzles.html",
        plate=found.plate,
        rows=rows,
        preview=game_preview(base, slug, f"/games/{slug}/puzzles"),
    )


@get("/games/{slug:str}/puzzles/{number:int}", include_in_schema=False)
async def puzzle(request: AnyRequest, slug: FromPath[str], number: FromPath[int]) -> Response[str]:
    """Show a puzzle, or the search's evaluation of the choice that was made."""
    return answer(_puzzle(slug, number, request.query_params.get("action", "")[:ACTION_LENGTH]))


@lru_cache(KEPT)
def _puzzle(slug: str, number: int, action: str) -> str:
    found = room(slug)
    if not 1 <= number <= len(puzzles_of(found)):
        raise NotFound(f"there is no such puzzle: {found.plate.title} has {len(puzzles_of(found))}")
    try:
        return render("puzzle.html", **puzzle_page(found, number, action))
    except BadOptions:
        if not action:
            raise
        return render("puzzle.html", **puzzle_page(found, number, ""))  # an outdated or a malformed link


ROUTES = [puzzles, puzzle]
