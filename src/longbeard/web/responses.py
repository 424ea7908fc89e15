"""Helpers of all routes: answers with a page, and access to the house and its limits."""

from secrets import token_hex
from typing import Any, Final

from litestar import MediaType, Response

from longbeard.people.people import People
from longbeard.people.profiles import Profile
from longbeard.table.analysis import Analyses
from longbeard.table.days import GRACE_HOURS
from longbeard.table.house import House
from longbeard.table.live import LiveTable
from longbeard.web.errors import TITLES, NotOver
from longbeard.web.forms import (
    AnyRequest,
    visit_of,
)
from longbeard.web.limits import Limits, Openings
from longbeard.web.middleware import Visit
from longbeard.web.pages.assets import Asset
from longbeard.web.pages.render import render
from longbeard.web.session import Person

FOR_EVER: Final = "public, max-age=31536000, immutable"
TOKEN_PLACE: Final = f"token-{token_hex(16)}"
"""Placeholder in cached pages for each visitor's own token; nobody can guess it."""


def page(template: str, status: int = 200, /, **context: Any) -> Response[str]:
    """Answer with a page made from a template."""
    return answer(render(template, **context), status)


def answer(body: str, status: int = 200) -> Response[str]:
    """Answer with a page that browsers never cache, because the next visitor may be another person."""
    headers = {"cache-control": "no-store"}
    return Response(body, status_code=status, media_type=MediaType.HTML, headers=headers)


def send(request: AnyRequest, asset: Asset, kept: str) -> Response[bytes]:
    """Answer with a file, compressed if the browser accepts that; `kept` is its cache-control."""
    headers = {"cache-control": kept, "vary": "accept-encoding"}
    body = asset.body
    if asset.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.gzipped
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=asset.media_type, headers=headers)


def csrf(request: AnyRequest) -> str:
    """Make a token for this visitor's forms."""
    return str(request.app.state.passports.csrf(visit_of(request).person))


def house_of(request: AnyRequest) -> House:
    house: House = request.app.state.house
    return house


def analyses_of(request: AnyRequest) -> Analyses:
    analyses: Analyses = request.app.state.analyses
    return analyses


def people_of(request: AnyRequest) -> People:
    people: People = request.app.state.people
    return people


async def table_of(request: AnyRequest, name: str) -> LiveTable:
    """Find a table that the visitor may look at."""
    return await house_of(request).find(name, visit_of(request).person.id)


def refuse_sealed(request: AnyRequest, table: LiveTable) -> None:
    """Refuse what gives a whole deal away while others may still play it."""
    if house_of(request).is_sealed(table):
        raise NotOver(
            "the record of a daily deal is public when its day is over, "
            f"{GRACE_HOURS} hours after midnight UTC"
        )


async def remember_name(request: AnyRequest) -> None:
    """Store a name that was given just now, if the person is stored."""
    visit = visit_of(request)
    if visit.renamed is not None:
        await people_of(request).rename(visit.renamed.id, visit.renamed.name)


def catch_up_cookie(visit: Visit, profile: Profile) -> None:
    """Update the cookie if the person changed their name or avatar on another device."""
    now = Person(profile.id, profile.name or visit.person.name, profile.avatar or visit.person.avatar)
    if now != visit.person:
        visit.renamed = now


def limits_of(request: AnyRequest) -> Limits:
    limits: Limits = request.app.state.limits
    return limits


def error_page(status: int, words: str) -> Response[str]:
    """Answer with a page that says what went wrong."""
    said = words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
    return page("error.html", status, status=status, title=TITLES.get(status, "Oh dear"), text=said)


def refuse_opening(request: AnyRequest, visit: Visit) -> None:
    """Refuse an address that has opened enough tables."""
    openings: Openings = request.app.state.openings
    openings.refuse_too_many(visit.address)


def note_opening(request: AnyRequest, visit: Visit, table: LiveTable) -> None:
    """Note that an address opened a table."""
    openings: Openings = request.app.state.openings
    openings.opened(table, visit.address)


def with_token(body: str, request: AnyRequest) -> Response[str]:
    """Answer with a cached page, with a token for this visitor's forms in place of `TOKEN_PLACE`."""
    return answer(body.replace(TOKEN_PLACE, csrf(request)))
