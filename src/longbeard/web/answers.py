"""What every page's handler needs: to answer with a page, and to know whom it answers."""

from typing import Any

from litestar import MediaType, Response

from longbeard.web.door import Visit
from longbeard.web.errors import TITLES
from longbeard.web.forms import (
    AnyRequest,
    visit_of,
)
from longbeard.web.house import House
from longbeard.web.limits import Buckets, TooMany, household
from longbeard.web.render import render


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


def refuse_opening(request: AnyRequest, visit: Visit) -> None:
    openings: Buckets = request.app.state.openings
    if not openings.take(household(visit.address)):
        raise TooMany("you open tables faster than they can be carried in")
