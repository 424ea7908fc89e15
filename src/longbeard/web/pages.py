"""The pages on the way to a table, and at it."""

import io
from typing import Any

import segno
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from longbeard.engine.errors import BadOptions
from longbeard.engine.story import SPECTATOR
from longbeard.games import room, rooms
from longbeard.table.live import LiveTable
from longbeard.web.answers import answer, csrf, house_of, page, refuse_opening
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
from longbeard.web.house import NoSuchTable, levels
from longbeard.web.sockets import Hub
from longbeard.web.views import row, seats


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
async def set_up(request: AnyRequest, slug: FromPath[str]) -> Response[str]:
    """A table to be set up."""
    return _set_up(request, slug)


def _set_up(request: AnyRequest, slug: str, error: str = "") -> Response[str]:
    visit = visit_of(request)
    plate = room(slug).plate
    context = {"plate": plate, "options": plate.options, "levels": levels(), "csrf": csrf(request)}
    status = 400 if error else 200
    return page("setup.html", status, error=error, my_name=visit.person.name, **context)


@post("/new/{slug:str}", include_in_schema=False, status_code=200)
async def open_table(request: AnyRequest, slug: FromPath[str]) -> Response[Any]:
    """Open the table that was set up."""
    form, visit, found = await checked_form(request), visit_of(request), room(slug)
    refuse_opening(request, visit)
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
async def play_now(request: AnyRequest, slug: FromPath[str]) -> Redirect:
    """A table against bots, at once."""
    await checked_form(request)
    visit, plate = visit_of(request), room(slug).plate
    refuse_opening(request, visit)
    asked = make_seats([("", "")] * usual_seats(plate), visit)
    table = await house_of(request).open(visit.person.id, slug, asked, {})
    return Redirect(f"/t/{table.id}", status_code=303)


@get("/t/{name:str}", include_in_schema=False)
async def table_page(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """The table, for those who sit at it; the door, for others."""
    table = await house_of(request).find(name)
    viewer = table.viewer_of(visit_of(request).person.id)
    if viewer == SPECTATOR:
        return _door(request, table)
    return await _table(request, table, viewer)


@get("/t/{name:str}/watch", include_in_schema=False)
async def watch(request: AnyRequest, name: FromPath[str]) -> Response[str]:
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
async def sit(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    """Sit down at a table."""
    form, visit = await checked_form(request), visit_of(request)
    table = await house_of(request).find(name)
    try:
        await table.sit(visit.person.id, number(form, "seat", SPECTATOR), called(visit, text(form, "name")))
    except BadOptions as error:
        return _door(request, table, str(error))
    return Redirect(f"/t/{name}", status_code=303)


@get("/t/{name:str}/seat/{token:str}", include_in_schema=False)
async def seat_link(request: AnyRequest, name: FromPath[str], token: FromPath[str]) -> Response[str]:
    """Ask whether the seat is to move here. (Programs that look at links must not move it.)"""
    table = await house_of(request).find(name)
    seat = table.seat_by_token(token)
    if seat == SPECTATOR:
        raise NoSuchTable("this link fits no seat any more")
    held = table.seats[seat]
    return page("move.html", id=name, token=token, seat=seat, seat_name=held.name, csrf=csrf(request))


@post("/t/{name:str}/seat/{token:str}", include_in_schema=False, status_code=303)
async def move_seat(request: AnyRequest, name: FromPath[str], token: FromPath[str]) -> Redirect:
    """Move the seat to this device."""
    await checked_form(request)
    table = await house_of(request).find(name)
    await table.move_seat(visit_of(request).person.id, token)
    return Redirect(f"/t/{name}", status_code=303)


@get("/t/{name:str}/qr.svg", include_in_schema=False)
async def qr_code(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The table's link as a QR code."""
    table = await house_of(request).find(name)
    picture = io.BytesIO()
    link = f"{visit_of(request).base}/t/{table.id}"
    segno.make(link, error="m").save(picture, kind="svg", scale=4, border=2, light="white", xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


PAGES = [home, set_up, open_table, play_now, table_page, watch, sit, seat_link, move_seat, qr_code]
