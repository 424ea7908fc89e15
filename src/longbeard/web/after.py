"""After the end: replays, going on from an earlier move, the record, and the proof of the deal."""

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from longbeard.engine import gate, record
from longbeard.engine.errors import BadRecord
from longbeard.engine.match import Match
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.web.answers import csrf, house_of, page, refuse_opening
from longbeard.web.errors import NotOver
from longbeard.web.forms import (
    AnyRequest,
    checked_form,
    number,
    visit_of,
)


@get("/t/{name:str}/replay", include_in_schema=False)
async def replay(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """An earlier table: of a running match only through one's own eyes, as far as the gate shows it."""
    table = await house_of(request).find(name)
    await table.settled()
    match, viewer = table.match, table.viewer_of(visit_of(request).person.id)
    eyes = _eyes(request.query_params.get("eyes", ""), match, viewer)
    if not match.over and eyes != viewer:
        raise NotOver("until the match is over, you have only your own eyes")
    wanted = request.query_params.get("move", "")
    move = int(wanted) if wanted.isdecimal() and len(wanted) < 8 else 0
    move = min(move, len(match.log))
    look = gate.look(match, eyes) | {"table": gate.table_at(match, move, eyes), "move": move, "choices": []}
    return page(
        "replay.html",
        id=name,
        look=look,
        move=move,
        moves=len(match.log),
        title=gate.title(match, move, eyes) if move else "",
        eyes=eyes,
        told=[event for event in gate.story(match, eyes, move) if event["move"] == move],
        csrf=csrf(request),
    )


def _eyes(wanted: str, match: Match, viewer: int) -> int:
    if wanted == "all":
        return ALL_EYES
    if wanted.removeprefix("-").isdecimal() and len(wanted) < 3:
        seat = int(wanted)
        if SPECTATOR <= seat < len(match.seats):
            return seat
    return ALL_EYES if match.over and viewer == SPECTATOR else viewer


@post("/t/{name:str}/fork", include_in_schema=False, status_code=303)
async def fork(request: AnyRequest, name: FromPath[str]) -> Redirect:
    """Go on from an earlier move, against bots."""
    form, visit = await checked_form(request), visit_of(request)
    refuse_opening(request, visit)
    house = house_of(request)
    table = await house.find(name)
    seat = number(form, "seat", max(0, table.viewer_of(visit.person.id)))
    new = await house.fork(table, visit.person.id, number(form, "move"), seat)
    return Redirect(f"/t/{new.id}", status_code=303)


@get("/t/{name:str}/record.json", include_in_schema=False)
async def record_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The record of a finished match."""
    table = await house_of(request).find(name)
    await table.settled()
    if not table.over:
        raise NotOver("the record is public once the match is over")
    headers = {"content-disposition": f'attachment; filename="longbeard-{table.opening.game}.json"'}
    body = record.write(table.match).encode()
    return Response(body, media_type="application/json", headers=headers)


@get("/t/{name:str}/proof", include_in_schema=False)
async def proof(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """Whether the deal was fair."""
    table = await house_of(request).find(name)
    await table.settled()
    match = table.match
    verified, why = _verified(match)
    look = gate.look(match, SPECTATOR)
    return page("proof.html", id=name, plate=match.room.plate, look=look, verified=verified, why=why)


def _verified(match: Match) -> tuple[bool | None, str]:
    if not match.over:
        return None, ""
    try:
        record.replay(record.read(record.write(match)), match.room)
    except BadRecord as error:
        return False, str(error)
    return True, ""


AFTER = [replay, fork, record_file, proof]
