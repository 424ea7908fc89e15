"""Routes of the daily deal: play today's, and compare oneself with others afterwards."""

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from longbeard.engine.luck import commitment
from longbeard.games import room, rooms
from longbeard.table.days import GRACE_HOURS, GRACE_SECONDS, day_before, day_ends, is_day
from longbeard.table.seat import usual_seats
from longbeard.web.errors import NotFound, NotOver
from longbeard.web.forms import AnyRequest, avatar_of, called, checked_form, visit_of
from longbeard.web.pages import people as pages
from longbeard.web.responses import csrf, note_opening, page, people_of, refuse_opening, remember_name


@get("/daily", include_in_schema=False)
async def daily(request: AnyRequest) -> Response[str]:
    """Show today's deals: the game of the day, and all others."""
    people, person = people_of(request), visit_of(request).person.id
    first = people.game_of_the_day()
    games = [first, *(slug for slug in rooms() if slug != first)]
    days, most = await people.days(person)
    return page(
        "daily.html",
        deals=[pages.deal(one) for one in await people.deals(person, games)],
        day=pages.day_words(people.today),
        yesterday=day_before(people.today),
        days=days,
        most_days=most,
        grace_hours=GRACE_HOURS,
        csrf=csrf(request),
    )


@post("/daily/{slug:str}", include_in_schema=False, status_code=303)
async def play_daily(request: AnyRequest, slug: FromPath[str]) -> Redirect:
    """Open one's table of today's deal, or go back to it."""
    await checked_form(request)
    visit, people = visit_of(request), people_of(request)
    room(slug)
    if slug not in await people.begun(visit.person.id):
        refuse_opening(request, visit)
    name = called(visit, "")
    table = await people.open_daily(slug, visit.person.id, name, avatar_of(visit.person))
    note_opening(request, visit, table)
    await remember_name(request)
    return Redirect(f"/t/{table.id}", status_code=303)


@get("/daily/{slug:str}/{day:str}", include_in_schema=False)
async def compare(request: AnyRequest, slug: FromPath[str], day: FromPath[str]) -> Response[str]:
    """Show everybody's results: on the day itself only to those who have finished."""
    people, person = people_of(request), visit_of(request).person.id
    plate = room(slug).plate
    if not is_day(day) or day > people.today:
        raise NotFound(f"there was no deal on that day yet: a day is like {people.today}, and not later")
    public = people.now >= day_ends(day) + GRACE_SECONDS
    found = await people.compare(day, slug, person)
    if not public and found.mine is None:
        raise NotOver("play this deal first: then you see how the others fared")
    secret = people.daily_secret(day, slug)
    return page(
        "compare.html",
        title=plate.title,
        slug=slug,
        day=pages.day_words(day),
        today=day == people.today,
        public=public,
        found=pages.compared(found, usual_seats(plate), public),
        replay=f"/t/{found.mine.table}/replay" if found.mine is not None else "",
        proof=f"/t/{found.mine.table}/proof" if found.mine is not None else "",
        commitment=commitment(secret),
        secret=secret.hex() if public else "",
        grace_hours=GRACE_HOURS,
    )


ROUTES = [daily, play_daily, compare]
