"""Routes of the pictures that previews of shared links show: public facts only."""

from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from longbeard.engine import gate
from longbeard.engine.drawing import Svg
from longbeard.engine.match import Match
from longbeard.engine.story import SPECTATOR
from longbeard.engine.telling import joined
from longbeard.games import room
from longbeard.web.forms import AnyRequest
from longbeard.web.pages import sharing
from longbeard.web.responses import table_of
from longbeard.web.sharing import Pictures

AN_HOUR: Final = "public, max-age=3600"


async def _picture(request: AnyRequest, drawing: Svg) -> Response[bytes]:
    pictures: Pictures = request.app.state.pictures
    return Response(await pictures.png(drawing), media_type="image/png", headers={"cache-control": AN_HOUR})


@get("/share.png", include_in_schema=False)
async def house_picture(request: AnyRequest) -> Response[bytes]:
    """Serve the picture of the server."""
    return await _picture(request, sharing.house_picture())


@get("/games/{slug:str}/share.png", include_in_schema=False)
async def game_picture(request: AnyRequest, slug: FromPath[str]) -> Response[bytes]:
    """Serve the picture of a game."""
    return await _picture(request, sharing.game_picture(room(slug).plate))


@get("/t/{name:str}/share.png", include_in_schema=False)
async def match_picture(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Serve the result of a finished match, or one of its moves as a spectator is told it.

    For a running match it is the game's own picture, which reveals nothing.
    """
    table = await table_of(request, name)
    await table.settled()
    match, move = table.match, request.query_params.get("move", "")
    if not match.over:
        return await _picture(request, sharing.game_picture(match.room.plate))
    if move.isdecimal() and len(move) < 8 and int(move) < len(match.log):
        return await _picture(request, moment(match, int(move)))
    return await _picture(request, result(match))


def result(match: Match) -> Svg:
    """Draw the result of a match."""
    look = gate.look(match, SPECTATOR)
    names = [sharing.drawable(name, f"Seat {seat + 1}") for seat, name in enumerate(match.seats)]
    winners = [names[seat] for seat in look["winners"]]
    headline = f"{joined(winners)} {'win' if len(winners) > 1 else 'wins'}" if winners else "Nobody wins"
    order = sorted(range(len(names)), key=lambda seat: (seat not in look["winners"], -look["scores"][seat]))
    lines = [sharing.Line(names[seat], str(look["scores"][seat]), seat in look["winners"]) for seat in order]
    return sharing.result_picture(match.room.plate, headline, lines)


def moment(match: Match, move: int) -> Svg:
    """Draw a move of a finished match, as a spectator is told it."""
    told = [one["words"] for one in gate.story(match, SPECTATOR, move, move + 1) if one["words"]]
    heading = "The deal" if move == 0 else f"Move {move} of {len(match.log)}"
    names = [sharing.drawable(name, f"Seat {seat + 1}") for seat, name in enumerate(match.seats)]
    words = sharing.drawable(" ".join(told), "A quiet move.") if told else "A quiet move."
    return sharing.moment_picture(match.room.plate, heading, words, names)


ROUTES = [house_picture, game_picture, match_picture]
