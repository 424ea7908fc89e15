"""Routes of the home page, and of opening tables."""

from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from longbeard.engine.errors import BadOptions
from longbeard.games import room, rooms
from longbeard.people.daily import Deal, Stage
from longbeard.table.opening import read_pace
from longbeard.table.policies import levels
from longbeard.table.seat import OPEN, usual_seats
from longbeard.web.forms import (
    AnyRequest,
    asked_options,
    asked_seats,
    checked_form,
    make_seats,
    text,
    visit_of,
)
from longbeard.web.pages.people import deal as deal_row
from longbeard.web.pages.people import played
from longbeard.web.pages.preview import preview
from longbeard.web.pages.setup import setup
from longbeard.web.pages.views import row
from longbeard.web.responses import (
    catch_up_cookie,
    csrf,
    house_of,
    note_opening,
    page,
    people_of,
    refuse_opening,
    remember_name,
)

RECENT: Final = 3
"""Finished matches on the home page."""


@get("/", include_in_schema=False)
async def home(request: AnyRequest) -> Response[str]:
    """Show the games and the tables, and to those who come back what waits for them."""
    house, people, visit = house_of(request), people_of(request), visit_of(request)
    person = visit.person
    await house.bring_in(person.id)
    game = people.game_of_the_day()
    deal = Deal(game, people.today, Stage.NEW, "")
    recent, days = [], 0
    if visit.known:
        profile = await people.profile(person.id)
        if profile.kept:
            catch_up_cookie(visit, profile)
            await people.come(profile)
        (deal,) = await people.deals(person.id, [game])
        recent = [played(one) for one in await people.matches(person.id, size=RECENT)]
        days = (await people.days(person.id))[0] if recent else 0
    return page(
        "home.html",
        plates=[found.plate for found in rooms().values()],
        mine=[row(table, person.id) for table in house.mine(person.id) if not table.over],
        recent=recent,
        deal=deal_row(deal),
        days=days,
        open_tables=[row(table) for table in house.open_tables() if table.viewer_of(person.id) < 0],
        watchable=[row(table) for table in house.watchable() if table.viewer_of(person.id) < 0],
        levels={slug: levels(house.policies, slug) for slug in rooms()},
        csrf=csrf(request),
        person={"name": person.name},
        docs=request.app.state.docs is not None,
        preview=preview(visit_of(request).shared, "/", "/share.png"),
    )


@get("/new/{slug:str}", include_in_schema=False)
async def set_up(request: AnyRequest, slug: FromPath[str]) -> Response[str]:
    """Show the form that sets up a table."""
    return _set_up(request, slug)


def _set_up(request: AnyRequest, slug: str, error: str = "") -> Response[str]:
    visit = visit_of(request)
    form = setup(room(slug).plate, visit.person.name, house_of(request).policies)
    return page("setup.html", 400 if error else 200, error=error, csrf=csrf(request), **form)


@post("/new/{slug:str}", include_in_schema=False, status_code=200)
async def open_table(request: AnyRequest, slug: FromPath[str]) -> Response[Any]:
    """Open the table that was set up."""
    form, visit, found = await checked_form(request), visit_of(request), room(slug)
    refuse_opening(request, visit)
    try:
        asked = asked_seats(form, found.plate, visit, house_of(request).policies)
        options = asked_options(form, found, len(asked))
        seconds = read_pace(text(form, "pace", "none"))
        listed = bool(text(form, "open"))
        waits = any(seat.who == OPEN for seat in asked)
        table = await house_of(request).open(
            visit.person.id, slug, asked, options, listed, seconds, waits=waits
        )
        note_opening(request, visit, table)
        await remember_name(request)
    except BadOptions as error:
        return _set_up(request, slug, str(error))
    return Redirect(f"/t/{table.id}", status_code=303)


@post("/quick/{slug:str}", include_in_schema=False, status_code=303)
async def play_now(request: AnyRequest, slug: FromPath[str]) -> Redirect:
    """Open a table against bots at once, of the default level or of the one asked for."""
    form = await checked_form(request)
    visit, plate = visit_of(request), room(slug).plate
    refuse_opening(request, visit)
    house, level = house_of(request), text(form, "level")
    usual = usual_seats(plate)
    # A policy may play only with certain numbers of players: take the one closest to the default.
    counts = house.policies.counts(level, slug) or (usual,)
    bots = min(counts, key=lambda count: abs(count - usual)) - 1
    asked = make_seats([("me", ""), *[(level, "")] * bots], visit, levels(house.policies, slug))
    table = await house.open(visit.person.id, slug, asked, {})
    note_opening(request, visit, table)
    await remember_name(request)
    return Redirect(f"/t/{table.id}", status_code=303)


ROUTES = [home, set_up, open_table, play_now]
