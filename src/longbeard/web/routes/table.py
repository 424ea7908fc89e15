"""Routes of a table: for those who sit at it or watch, and for sitting down or moving a seat."""

import io
from functools import lru_cache
from typing import Any, Final

import segno
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

from longbeard.engine.errors import BadOptions
from longbeard.engine.story import SPECTATOR
from longbeard.table.live import LiveTable
from longbeard.table.seat import clean_name
from longbeard.web.errors import NotFound
from longbeard.web.forms import AnyRequest, avatar_of, called, checked_form, number, text, visit_of
from longbeard.web.hub import Hub
from longbeard.web.pages import views
from longbeard.web.pages.addresses import only_here
from longbeard.web.pages.preview import preview
from longbeard.web.pages.render import render
from longbeard.web.pages.screens import Screens
from longbeard.web.pages.summary import legend_of, summary_of
from longbeard.web.pages.views import chair, seats
from longbeard.web.responses import (
    TOKEN_PLACE,
    answer,
    csrf,
    page,
    remember_name,
    table_of,
    with_token,
)

FINISHED_KEPT: Final = 100
"""Pages of finished tables in the cache, 40 to 70 kB each; lobbies send many people to the same one."""
CODES_KEPT: Final = 1000


@get("/t/{name:str}", include_in_schema=False)
async def table_page(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """Show the table to those who sit at it, and the free seats to others."""
    table = await table_of(request, name)
    viewer = table.viewer_of(visit_of(request).person.id)
    if viewer == SPECTATOR:
        return _door(request, table)
    return await _table(request, table, viewer)


@get("/t/{name:str}/watch", include_in_schema=False)
async def watch(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """Show the table to those who only watch."""
    table = await table_of(request, name)
    return await _table(request, table, table.viewer_of(visit_of(request).person.id))


async def _table(request: AnyRequest, table: LiveTable, viewer: int) -> Response[str]:
    hub: Hub = request.app.state.hub
    await table.settled()
    base = visit_of(request).shared
    if table.over:
        return with_token(
            _finished(table, table.version, viewer, base, tuple(table.chat), tuple(table.attendance())),
            request,
        )
    return answer(_page(hub.screens_of(table, base), viewer, csrf(request)))


@lru_cache(FINISHED_KEPT)
def _finished(
    table: LiveTable, version: int, viewer: int, base: str, chat: tuple[Any, ...], here: tuple[Any, ...]
) -> str:
    """Render a finished table, which looks the same until one of these arguments changes."""
    return _page(Screens(table, base), viewer, TOKEN_PLACE)


def _page(screens: Screens, viewer: int, token: str) -> str:
    """Render the whole page of a table, for somebody who opens it."""
    table = screens.table
    since = screens.first_sight(viewer)
    now = since == table.moves
    return render(
        "table.html",
        id=table.id,
        game=table.match.room.plate.slug,
        title=table.match.room.plate.title,
        tagline=table.match.room.plate.tagline,
        names=table.match.seats,
        summary=summary_of(table.match.room.plate.slug),
        legend=legend_of(table.match.room.plate.slug),
        inside=Markup(screens.page(viewer, since)),
        me=viewer,
        move=since,
        choices=screens.choices(viewer) if now else [],
        over=now and table.over,
        by_days=table.opening.by_days,
        ticker=screens.lines(viewer)[-1:] if now else [],
        link=screens.link,
        only_here=only_here(screens.link),
        seat_link=views.seat_link(table, viewer, screens.base),
        chat=[{"from": name, "seat": seat, "text": said} for seat, name, said in table.chat],
        csrf=token,
        preview=preview(screens.base, f"/t/{table.id}", f"/t/{table.id}/share.png"),
    )


def _door(request: AnyRequest, table: LiveTable, error: str = "", typed: str = "") -> Response[str]:
    plate, visit = table.match.room.plate, visit_of(request)
    own = table.left_by(visit.person.id)  # whoever left can come back
    chairs = [chair(seat, own) for seat in seats(table)]
    return page(
        "door.html",
        400 if error else 200,
        id=table.id,
        title=plate.title,
        plate=plate,
        chairs=chairs,
        free=[one for one in chairs if one["free"]],
        link=f"{visit.shared}/t/{table.id}",
        csrf=csrf(request),
        error=error,
        my_name=typed or visit.person.name,
        preview=preview(visit.shared, f"/t/{table.id}", f"/t/{table.id}/share.png"),
        facts=[fact for fact in (views.row(table)["pace"], *views.house_rules(table)) if fact],
    )


@post("/t/{name:str}/sit", include_in_schema=False, status_code=200)
async def sit(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    """Sit down at a table."""
    form, visit = await checked_form(request), visit_of(request)
    table = await table_of(request, name)
    try:
        name_here = called(visit, text(form, "name"))
        await table.sit(visit.person.id, number(form, "seat", SPECTATOR), name_here, avatar_of(visit.person))
    except BadOptions as error:
        return _door(request, table, str(error), text(form, "name"))
    await remember_name(request)
    return Redirect(f"/t/{name}", status_code=303)


@post("/t/{name:str}/name", include_in_schema=False, status_code=303)
async def rename(request: AnyRequest, name: FromPath[str]) -> Redirect:
    """Change one's name, here and for later tables."""
    form, visit = await checked_form(request), visit_of(request)
    table = await table_of(request, name)
    given = clean_name(text(form, "name"))
    await table.rename(visit.person.id, given)
    called(visit, given)
    await remember_name(request)
    return Redirect(f"/t/{name}", status_code=303)


@get("/t/{name:str}/seat/{token:str}", include_in_schema=False)
async def seat_link(request: AnyRequest, name: FromPath[str], token: FromPath[str]) -> Response[str]:
    """Ask whether the seat is to move here. (Programs that preview links must not move it.)"""
    table = await table_of(request, name)
    seat = table.seat_by_token(token)
    if seat == SPECTATOR:
        raise NotFound("this link fits no seat any more")
    held = table.seats[seat]
    return page("move.html", id=name, token=token, seat=seat, seat_name=held.name, csrf=csrf(request))


@post("/t/{name:str}/seat/{token:str}", include_in_schema=False, status_code=303)
async def move_seat(request: AnyRequest, name: FromPath[str], token: FromPath[str]) -> Redirect:
    """Move the seat to this device."""
    await checked_form(request)
    table = await table_of(request, name)
    await table.move_seat(visit_of(request).person.id, token)
    return Redirect(f"/t/{name}", status_code=303)


@get("/t/{name:str}/qr.svg", include_in_schema=False)
async def qr_code(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Draw the table's link as a QR code."""
    table = await table_of(request, name)
    picture = _qr_code(f"{visit_of(request).shared}/t/{table.id}")
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@lru_cache(CODES_KEPT)
def _qr_code(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", scale=4, border=2, light="white", xmldecl=False)
    return picture.getvalue()


ROUTES = [table_page, watch, sit, rename, seat_link, move_seat, qr_code]
