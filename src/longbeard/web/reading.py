"""To be read: lessons, rulebooks, credits."""

from functools import cache

from litestar import Response, get, post
from litestar.params import FromPath
from markdown_it import MarkdownIt
from markupsafe import Markup

from longbeard.games import room
from longbeard.web import learn
from longbeard.web.answers import csrf, page
from longbeard.web.forms import (
    AnyRequest,
    checked_form,
    number,
    text,
)


@get("/learn/{slug:str}", include_in_schema=False)
async def lesson(request: AnyRequest, slug: FromPath[str]) -> Response[str]:
    """A lesson, from its start or a step."""
    step = request.query_params.get("step", "0")
    learnt = learn.at(room(slug), int(step) if step.isdecimal() and len(step) < 5 else 0)
    return page("learn.html", csrf=csrf(request), **learnt.context())


@post("/learn/{slug:str}", include_in_schema=False, status_code=200)
async def lesson_step(request: AnyRequest, slug: FromPath[str]) -> Response[str]:
    """The next beat of a lesson."""
    form = await checked_form(request)
    answered = number(form, "answer", -1)
    learnt = learn.answer(room(slug), number(form, "at"), text(form, "go"), answered, text(form, "action"))
    return page("learn.html", csrf=csrf(request), **learnt.context())


@get("/rules/{slug:str}", include_in_schema=False)
async def rules(slug: FromPath[str]) -> Response[str]:
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
    return page("credits.html")


READING = [lesson, lesson_step, rules, credits_page]
