"""Routes of replays: moments, forks from an earlier move, analyses, the record and the proof of the deal."""

from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, Literal, TypedDict

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

from longbeard.engine import gate, record
from longbeard.engine.errors import BadRecord
from longbeard.engine.match import Match, Scene
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.table.analysis import key_of
from longbeard.table.limits import TooMany
from longbeard.table.live import LiveTable
from longbeard.web.errors import NotOver
from longbeard.web.forms import (
    AnyRequest,
    checked_form,
    number,
    visit_of,
)
from longbeard.web.pages import analysis as pages
from longbeard.web.pages.preview import preview
from longbeard.web.pages.render import render
from longbeard.web.pages.screens import still
from longbeard.web.responses import (
    analyses_of,
    answer,
    csrf,
    house_of,
    note_opening,
    page,
    refuse_opening,
    refuse_sealed,
    table_of,
)

PROOFS_KEPT: Final = 200


@lru_cache(16)
def _scenes(match: Match, moves: int, since: int) -> list[Scene]:
    """List the moments of a match; cached, because people step through them one by one."""
    return match.scenes(since)


@get("/t/{name:str}/replay", include_in_schema=False)
async def replay(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """Show a match moment by moment: a running one only as one's own seat sees it."""
    table = await table_of(request, name)
    await table.settled()
    match, viewer = table.match, table.eyes_of(visit_of(request).person.id)
    eyes = _eyes(request.query_params.get("eyes", ""), match, viewer)
    if not match.over and eyes != viewer:
        raise NotOver("until the match is over, you have only your own eyes")
    scenes = _scenes(match, len(match.log), gate.told_since(match, eyes))
    at = _asked_scene(request, scenes)
    scene, room = scenes[at], match.room
    frame = gate.frame(match, scene, eyes)
    over = match.over and at == len(scenes) - 1
    winners = match.state.winners() if over else []
    told: list[Line] = [
        {"words": one["words"], "rule": room.cites(one["event"])} for one in frame["told"] if one["words"]
    ]
    address = f"/t/{name}/replay?eyes={'all' if eyes == ALL_EYES else eyes}&frame="
    base = visit_of(request).shared
    analysed = _analysed(request, table, eyes, scene.move)
    return page(
        "replay.html",
        id=name,
        game=room.plate.slug,
        title=room.plate.title,
        face=Markup(still(room, frame["table"], match.seats, winners, over, eyes)),
        frame=at,
        back=max(at - 1, 0),
        on=min(at + 1, len(scenes) - 1),
        frames=len(scenes) - 1,
        move=scene.move,
        moves=len(match.log),
        heading="The deal" if scene.move == 0 else f"Move {scene.move} of {len(match.log)}",
        told=told,
        said=" ".join(line["words"] for line in told),
        pause=1 + max((one["weight"] for one in frame["told"]), default=0),
        address=address,
        eyes="all" if eyes == ALL_EYES else str(eyes),
        viewers=_viewers(match, eyes),
        steps=_steps(match, scenes, eyes, scene.move),
        analysed=analysed,
        preview=preview(
            base, f"/t/{name}/replay?move={scene.move}", f"/t/{name}/share.png?move={scene.move}"
        ),
        csrf=csrf(request),
    )


class Analysed(TypedDict):
    """State of the analysis of a match."""

    state: Literal["none", "under way", "failed", "done", "not here"]
    done: int
    of: int
    """Progress; 0 of 0 while others come first."""
    panel: Markup


def _analysed(request: AnyRequest, table: LiveTable, eyes: int, move: int) -> Analysed:
    """Show an analysis, or its progress. For those who played it is started without being asked for."""
    match, analyses = table.match, analyses_of(request)
    said: Analysed = {"state": "not here", "done": 0, "of": 0, "panel": Markup()}
    if not match.over or not analyses.seconds or house_of(request).is_sealed(table):
        return said
    key, person = key_of(match), visit_of(request).person.id
    found = analyses.find(key)
    if found is not None:
        read = pages.reading(match, found, eyes)
        shown = pages.panel(match, found, read, f"/t/{table.id}/replay", move)
        return said | {"state": "done", "panel": Markup(shown)}
    if key not in analyses.failed and analyses.job(key) is None and table.viewer_of(person) != SPECTATOR:
        with suppress(TooMany):
            analyses.ask(match, person)
    job = analyses.job(key)
    if job is not None:
        return said | {"state": "under way", "done": job.done, "of": job.of}
    return said | {"state": "failed" if key in analyses.failed else "none"}


@get("/t/{name:str}/analysis.json", include_in_schema=False)
async def analysis_progress(request: AnyRequest, name: FromPath[str]) -> Response[dict[str, Any]]:
    """Report the progress of the analysis to a page."""
    table = await _finished(request, name)
    key = key_of(table.match)
    job = analyses_of(request).job(key)
    facts = {"done": job.done, "of": job.of, "under_way": True} if job else {"under_way": False}
    return Response(facts, media_type="application/json", headers={"cache-control": "no-store"})


@post("/t/{name:str}/analysis", include_in_schema=False, status_code=303)
async def ask_analysis(request: AnyRequest, name: FromPath[str]) -> Redirect:
    """Queue a finished match for analysis."""
    await checked_form(request)
    table = await _finished(request, name)
    analyses_of(request).ask(table.match, visit_of(request).person.id)
    return Redirect(f"/t/{name}/replay#analysis", status_code=303)


@get("/t/{name:str}/analysis", include_in_schema=False)
async def analysis_page(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    """Show every chance of a match, large and as a table; the replay, if there is no analysis."""
    table = await _finished(request, name)
    match, base = table.match, f"/t/{name}/replay"
    found = analyses_of(request).find(key_of(match))
    if found is None:
        return Redirect(f"{base}#analysis", status_code=303)
    eyes = _eyes(request.query_params.get("eyes", ""), match, table.viewer_of(visit_of(request).person.id))
    read = pages.reading(match, found, eyes)
    return page(
        "analysis.html",
        id=name,
        game=match.room.plate.slug,
        title=match.room.plate.title,
        visits=found.visits,
        chart=Markup(
            pages.chart(match, found, read, base, len(match.log), pages.LARGE) + pages.legend(match)
        ),
        shares=Markup(pages.shares(match, found)),
        every=Markup(pages.every_chance(match, found, base)),
    )


async def _finished(request: AnyRequest, name: str) -> LiveTable:
    """Find a table whose match is over: an analysis of a running one would reveal secrets."""
    table = await table_of(request, name)
    await table.settled()
    if not table.over:
        raise NotOver("a match is analysed when it is over")
    refuse_sealed(request, table)
    return table


def _asked_scene(request: AnyRequest, scenes: list[Scene]) -> int:
    """Find the moment that is asked for: by its number, or the last one of a move."""
    frame, move = (request.query_params.get(name, "") for name in ("frame", "move"))
    if move.isdecimal() and len(move) < 8:
        return max((at for at, scene in enumerate(scenes) if scene.move <= int(move)), default=0)
    return min(int(frame), len(scenes) - 1) if frame.isdecimal() and len(frame) < 8 else 0


class Viewer(TypedDict):
    """A viewer through whose eyes a replay can be seen."""

    eyes: str
    name: str
    glyph: int | None
    current: bool


def _viewers(match: Match, eyes: int) -> list[Viewer]:
    """List the viewers through whose eyes the replay can be seen."""
    found: list[Viewer] = [
        {"eyes": str(seat), "name": name, "glyph": seat, "current": eyes == seat}
        for seat, name in enumerate(match.seats)
    ]
    if match.over:
        found.append({"eyes": str(SPECTATOR), "name": "A guest", "glyph": None, "current": eyes == SPECTATOR})
        found.append({"eyes": "all", "name": "Everyone", "glyph": None, "current": eyes == ALL_EYES})
    return found


class Line(TypedDict):
    """A sentence of the log, and the rule behind it."""

    words: str
    rule: str


class MoveRow(TypedDict):
    """A move in the list of a replay."""

    words: str
    frame: int
    current: bool


def _heading(match: Match, move: int, eyes: int) -> str:
    """Return the first sentence about a move; the name of its player, where nothing may be told."""
    told = (one["words"] for one in gate.story(match, eyes, move, move + 1))
    return next(filter(None, told), match.seats[match.log[move - 1].seat])


def _steps(match: Match, scenes: list[Scene], eyes: int, move: int) -> list[MoveRow]:
    """List the moves, each with its first moment."""
    return [
        {
            "words": f"{scene.move}. {_heading(match, scene.move, eyes)}" if scene.move else "The deal",
            "frame": at,
            "current": scene.move == move,
        }
        for at, scene in enumerate(scenes)
        if scene.beat == 0
    ]


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
    """Open a table that continues from an earlier move, against bots."""
    form, visit = await checked_form(request), visit_of(request)
    refuse_opening(request, visit)
    house = house_of(request)
    table = await table_of(request, name)
    seat = number(form, "seat", max(0, table.viewer_of(visit.person.id)))
    new = await house.fork(table, visit.person.id, number(form, "move"), seat)
    note_opening(request, visit, new)
    return Redirect(f"/t/{new.id}", status_code=303)


@get("/t/{name:str}/record.json", include_in_schema=False)
async def record_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Download the record of a finished match."""
    table = await table_of(request, name)
    await table.settled()
    if not table.over:
        raise NotOver("the record is public once the match is over")
    refuse_sealed(request, table)
    headers = {"content-disposition": f'attachment; filename="longbeard-{table.opening.game}.json"'}
    body = record.write(table.match).encode()
    return Response(body, media_type="application/json", headers=headers)


@get("/t/{name:str}/proof", include_in_schema=False)
async def proof(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """Show whether the deal was fair."""
    table = await table_of(request, name)
    await table.settled()
    refuse_sealed(request, table)
    return answer(_proved(table, table.version) if table.over else _proof(table))


@lru_cache(PROOFS_KEPT)
def _proved(table: LiveTable, version: int) -> str:
    """Render the proof of a finished table, replayed once for each version of it."""
    return _proof(table)


def _proof(table: LiveTable) -> str:
    match = table.match
    verified, why = _verified(match)
    look = gate.look(match, SPECTATOR)
    return render("proof.html", id=table.id, plate=match.room.plate, look=look, verified=verified, why=why)


def _verified(match: Match) -> tuple[bool | None, str]:
    if not match.over:
        return None, ""
    try:
        record.replay(record.read(record.write(match)), match.room)
    except BadRecord as error:
        return False, str(error)
    return True, ""


ROUTES = [replay, analysis_progress, ask_analysis, analysis_page, fork, record_file, proof]
