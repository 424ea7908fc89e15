"""The pages."""

import asyncio
import io
import json
from functools import cache
from importlib.resources import files
from typing import Any

import segno
from litestar import MediaType, Response, get, post
from litestar.response import Redirect
from markdown_it import MarkdownIt
from markupsafe import Markup

from longbeard.engine import gate, record
from longbeard.engine.errors import BadOptions, BadRecord, LongbeardError
from longbeard.engine.match import Match
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.games import room, rooms
from longbeard.table.live import LiveTable
from longbeard.web import learn
from longbeard.web.assets import assets, version
from longbeard.web.door import Visit
from longbeard.web.errors import TITLES, NotOver
from longbeard.web.forms import (
    PACES,
    AnyRequest,
    asked_options,
    asked_seats,
    called,
    checked_form,
    make_seats,
    number,
    text,
    usual_seats,
    visit_of,
)
from longbeard.web.house import House, NoSuchTable, levels
from longbeard.web.limits import Buckets, TooMany, household
from longbeard.web.metrics import Metrics
from longbeard.web.render import render
from longbeard.web.sockets import Hub
from longbeard.web.views import row, seats

FOR_EVER = "public, max-age=31536000, immutable"


def page(template: str, status: int = 200, /, **context: Any) -> Response[str]:
    """A page made from a template."""
    return answer(render(template, **context), status)


def answer(body: str, status: int = 200) -> Response[str]:
    """A page as an answer; pages are never kept, because the next one may be another's."""
    headers = {"cache-control": "no-store"}
    return Response(body, status_code=status, media_type=MediaType.HTML, headers=headers)


def csrf(request: AnyRequest) -> str:
    """A token for this visitor's forms."""
    return str(request.app.state.passports.csrf(visit_of(request).person))


def house_of(request: AnyRequest) -> House:
    house: House = request.app.state.house
    return house


def error_page(status: int, words: str) -> Response[str]:
    """What went wrong, on a page."""
    said = words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
    return page("error.html", status, status=status, title=TITLES.get(status, "Oh dear"), text=said)


@get("/", include_in_schema=False)
async def home(request: AnyRequest) -> Response[str]:
    """The games, and the tables."""
    house, person = house_of(request), visit_of(request).person
    return page(
        "home.html",
        boxes=[{"plate": found.plate} for found in rooms().values()],
        mine=[row(table, person.id) for table in house.mine(person.id)],
        open_tables=[row(table) for table in house.open_tables() if table.viewer_of(person.id) < 0],
        watchable=[row(table) for table in house.watchable() if table.viewer_of(person.id) < 0],
        csrf=csrf(request),
        person={"name": person.name},
    )


@get("/new/{slug:str}", include_in_schema=False)
async def set_up(request: AnyRequest, slug: str) -> Response[str]:
    """A table to be set up."""
    return _set_up(request, slug)


def _set_up(request: AnyRequest, slug: str, error: str = "") -> Response[str]:
    visit = visit_of(request)
    plate = room(slug).plate
    context = {"plate": plate, "options": plate.options, "levels": levels(), "csrf": csrf(request)}
    status = 400 if error else 200
    return page("setup.html", status, error=error, my_name=visit.person.name, **context)


def _refuse_opening(request: AnyRequest, visit: Visit) -> None:
    openings: Buckets = request.app.state.openings
    if not openings.take(household(visit.address)):
        raise TooMany("you open tables faster than they can be carried in")


@post("/new/{slug:str}", include_in_schema=False, status_code=200)
async def open_table(request: AnyRequest, slug: str) -> Response[Any]:
    """Open the table that was set up."""
    form, visit, found = await checked_form(request), visit_of(request), room(slug)
    _refuse_opening(request, visit)
    try:
        asked = asked_seats(form, found.plate, visit)
        options = asked_options(form, found, len(asked))
        pace = text(form, "pace", "none")
        if pace not in PACES:
            raise BadOptions(f"the pace is one of: {', '.join(PACES)}")
        seconds = 0 if pace == "none" else int(pace)
        listed = bool(text(form, "open"))
        table = await house_of(request).open(visit.person.id, slug, asked, options, listed, seconds)
    except BadOptions as error:
        return _set_up(request, slug, str(error))
    return Redirect(f"/t/{table.id}", status_code=303)


@post("/quick/{slug:str}", include_in_schema=False, status_code=303)
async def play_now(request: AnyRequest, slug: str) -> Redirect:
    """A table against bots, at once."""
    await checked_form(request)
    visit, plate = visit_of(request), room(slug).plate
    _refuse_opening(request, visit)
    asked = make_seats([("", "")] * usual_seats(plate), visit)
    table = await house_of(request).open(visit.person.id, slug, asked, {})
    return Redirect(f"/t/{table.id}", status_code=303)


@get("/t/{name:str}", include_in_schema=False)
async def table_page(request: AnyRequest, name: str) -> Response[str]:
    """The table, for those who sit at it; the door, for others."""
    table = await house_of(request).find(name)
    viewer = table.viewer_of(visit_of(request).person.id)
    if viewer == SPECTATOR:
        return _door(request, table)
    return await _table(request, table, viewer)


@get("/t/{name:str}/watch", include_in_schema=False)
async def watch(request: AnyRequest, name: str) -> Response[str]:
    """The table, for those who only look."""
    table = await house_of(request).find(name)
    return await _table(request, table, table.viewer_of(visit_of(request).person.id))


async def _table(request: AnyRequest, table: LiveTable, viewer: int) -> Response[str]:
    hub: Hub = request.app.state.hub
    await table.settled()
    pages = hub.pages_of(table, visit_of(request).base)
    return answer(pages.page(viewer, csrf(request)))


def _door(request: AnyRequest, table: LiveTable, error: str = "") -> Response[str]:
    plate, visit = table.match.room.plate, visit_of(request)
    own = table.left_by(visit.person.id)  # whoever left can come back
    chairs = [seat | {"taken": not seat["open"] and seat["seat"] != own} for seat in seats(table, SPECTATOR)]
    return page(
        "door.html",
        400 if error else 200,
        id=table.id,
        title=plate.title,
        plate=plate,
        seats=chairs,
        link=f"{visit.base}/t/{table.id}",
        csrf=csrf(request),
        error=error,
        my_name=visit.person.name,
    )


@post("/t/{name:str}/sit", include_in_schema=False, status_code=200)
async def sit(request: AnyRequest, name: str) -> Response[Any]:
    """Sit down at a table."""
    form, visit = await checked_form(request), visit_of(request)
    table = await house_of(request).find(name)
    try:
        await table.sit(visit.person.id, number(form, "seat", SPECTATOR), called(visit, text(form, "name")))
    except BadOptions as error:
        return _door(request, table, str(error))
    return Redirect(f"/t/{name}", status_code=303)


@get("/t/{name:str}/seat/{token:str}", include_in_schema=False)
async def seat_link(request: AnyRequest, name: str, token: str) -> Response[str]:
    """Ask whether the seat is to move here. (Programs that look at links must not move it.)"""
    table = await house_of(request).find(name)
    seat = table.seat_by_token(token)
    if seat == SPECTATOR:
        raise NoSuchTable("this link fits no seat any more")
    held = table.seats[seat]
    return page("move.html", id=name, token=token, seat=seat, seat_name=held.name, csrf=csrf(request))


@post("/t/{name:str}/seat/{token:str}", include_in_schema=False, status_code=303)
async def move_seat(request: AnyRequest, name: str, token: str) -> Redirect:
    """Move the seat to this device."""
    await checked_form(request)
    table = await house_of(request).find(name)
    await table.move_seat(visit_of(request).person.id, token)
    return Redirect(f"/t/{name}", status_code=303)


# After the end.


@get("/t/{name:str}/replay", include_in_schema=False)
async def replay(request: AnyRequest, name: str) -> Response[str]:
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
async def fork(request: AnyRequest, name: str) -> Redirect:
    """Go on from an earlier move, against bots."""
    form, visit = await checked_form(request), visit_of(request)
    _refuse_opening(request, visit)
    house = house_of(request)
    table = await house.find(name)
    seat = number(form, "seat", max(0, table.viewer_of(visit.person.id)))
    new = await house.fork(table, visit.person.id, number(form, "move"), seat)
    return Redirect(f"/t/{new.id}", status_code=303)


@get("/t/{name:str}/record.json", include_in_schema=False)
async def record_file(request: AnyRequest, name: str) -> Response[bytes]:
    """The record of a finished match."""
    table = await house_of(request).find(name)
    await table.settled()
    if not table.over:
        raise NotOver("the record is public once the match is over")
    headers = {"content-disposition": f'attachment; filename="longbeard-{table.opening.game}.json"'}
    body = record.write(table.match).encode()
    return Response(body, media_type="application/json", headers=headers)


@get("/t/{name:str}/proof", include_in_schema=False)
async def proof(request: AnyRequest, name: str) -> Response[str]:
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


@get("/t/{name:str}/qr.svg", include_in_schema=False)
async def qr_code(request: AnyRequest, name: str) -> Response[bytes]:
    """The table's link as a QR code."""
    table = await house_of(request).find(name)
    picture = io.BytesIO()
    link = f"{visit_of(request).base}/t/{table.id}"
    segno.make(link, error="m").save(picture, kind="svg", scale=4, border=2, light="white", xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


# Lessons, rules, credits.


@get("/learn/{slug:str}", include_in_schema=False)
async def lesson(request: AnyRequest, slug: str) -> Response[str]:
    """A lesson, from its start or a step."""
    step = request.query_params.get("step", "0")
    learnt = learn.at(room(slug), int(step) if step.isdecimal() and len(step) < 5 else 0)
    return page("learn.html", csrf=csrf(request), **learnt.context())


@post("/learn/{slug:str}", include_in_schema=False, status_code=200)
async def lesson_step(request: AnyRequest, slug: str) -> Response[str]:
    """The next beat of a lesson."""
    form = await checked_form(request)
    answered = number(form, "answer", -1)
    learnt = learn.answer(room(slug), number(form, "at"), text(form, "go"), answered, text(form, "action"))
    return page("learn.html", csrf=csrf(request), **learnt.context())


@get("/rules/{slug:str}", include_in_schema=False)
async def rules(slug: str) -> Response[str]:
    """A rulebook."""
    return page("rules.html", plate=room(slug).plate, html=_rulebook(slug))


@cache
def _rulebook(slug: str) -> Markup:
    # Our own text, but still without raw HTML: nothing on a page comes from anywhere but a template.
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return Markup(reader.render(room(slug).text("rulebook.md")))


@get("/credits", include_in_schema=False)
async def credits_page() -> Response[str]:
    """Who made what."""
    return page("credits.html", authors=_authors())


@cache
def _authors() -> dict[str, list[str]]:
    known = json.loads(files("longbeard").joinpath("icon_authors.json").read_text(encoding="utf-8"))
    authors: dict[str, list[str]] = {}
    for icon, author in sorted(known.items()):
        authors.setdefault(str(author), []).append(icon)
    return dict(sorted(authors.items()))


# For browsers and operators.


@get("/static/{made:str}/{name:path}", include_in_schema=False)
async def static(request: AnyRequest, made: str, name: str) -> Response[bytes]:
    """A file that never changes under its address."""
    asset = assets().get(name.lstrip("/"))
    if asset is None:
        raise NoSuchTable("there is no such file")
    headers = {"cache-control": FOR_EVER if made == version() else "no-cache", "vary": "accept-encoding"}
    body = asset.body
    if asset.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.gzipped
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=asset.media_type, headers=headers)


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT)
async def health(request: AnyRequest) -> Response[str]:
    """Whether tables can be kept."""
    try:
        await asyncio.to_thread(house_of(request).store.check)
    except LongbeardError as error:
        return Response(str(error), status_code=503, media_type=MediaType.TEXT)
    return Response("well", media_type=MediaType.TEXT)


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[str]:
    """What the server counts; for this machine alone, unless it was said otherwise."""
    house = house_of(request)
    if visit_of(request).address not in ("127.0.0.1", "::1") and not house.limits.metrics_for_all:
        raise NoSuchTable("there is nothing here")
    counted: Metrics = house.metrics
    return Response(counted.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/favicon.ico", include_in_schema=False)
async def favicon() -> Redirect:
    """For those who do not read the page."""
    return Redirect(f"/static/{version()}/hat.svg", status_code=302)


PAGES = [
    *(home, set_up, open_table, play_now, table_page, watch, sit, seat_link, move_seat),
    *(replay, fork, record_file, proof, qr_code, lesson, lesson_step, rules, credits_page),
    *(static, health, metrics, favicon),
]
