"""Routes of texts: lessons, rulebooks, credits."""

from functools import cache, lru_cache
from typing import Final

from litestar import Response, get, post
from litestar.params import FromPath
from markupsafe import Markup

from longbeard.games import room
from longbeard.web.forms import (
    AnyRequest,
    checked_form,
    number,
    text,
    visit_of,
)
from longbeard.web.messages import ACTION_LENGTH
from longbeard.web.pages import lessons
from longbeard.web.pages.preview import game_preview
from longbeard.web.pages.render import render
from longbeard.web.pages.rulebook import book_of
from longbeard.web.responses import TOKEN_PLACE, answer, with_token

LESSONS_KEPT: Final = 200
"""Steps in the cache, 5 to 30 kB each: more than all lessons have."""
RULES_KEPT: Final = 32
ASKED_LENGTH: Final = 60
"""Most letters of a search in the rules."""


@get("/learn/{slug:str}", include_in_schema=False)
async def lesson(request: AnyRequest, slug: FromPath[str]) -> Response[str]:
    """Show a lesson from its start, or from a step."""
    step = request.query_params.get("step", "0")
    return with_token(_lesson(slug, int(step) if step.isdecimal() and len(step) < 5 else 0), request)


@post("/learn/{slug:str}", include_in_schema=False, status_code=200)
async def lesson_step(request: AnyRequest, slug: FromPath[str]) -> Response[str]:
    """Show the next step of a lesson."""
    form = await checked_form(request)
    answered = number(form, "answer", -1)
    action = text(form, "action")[:ACTION_LENGTH]
    return with_token(
        _answered(slug, number(form, "at"), text(form, "go")[:ACTION_LENGTH], answered, action), request
    )


@lru_cache(LESSONS_KEPT)
def _lesson(slug: str, step: int) -> str:
    """Render a step of a lesson, which is the same for everybody."""
    return render("learn.html", csrf=TOKEN_PLACE, **lessons.at(room(slug), step).page())


@lru_cache(LESSONS_KEPT)
def _answered(slug: str, step: int, go: str, answered: int, action: str) -> str:
    """Render a lesson's answer to what a learner did at a step."""
    return render(
        "learn.html", csrf=TOKEN_PLACE, **lessons.answer(room(slug), step, go, answered, action).page()
    )


@get("/rules/{slug:str}", include_in_schema=False)
async def rules(request: AnyRequest, slug: FromPath[str]) -> Response[str]:
    """Show a rulebook."""
    asked = " ".join(request.query_params.get("q", "").split())[:ASKED_LENGTH]
    return answer(_rules(slug, visit_of(request).shared, asked))


@lru_cache(RULES_KEPT)
def _rules(slug: str, base: str, asked: str) -> str:
    book = book_of(room(slug).plate.slug)
    return render(
        "rules.html",
        plate=room(slug).plate,
        html=Markup(book.html),
        contents=book.contents,
        asked=asked,
        found=book.search(asked),
        preview=game_preview(base, slug, f"/rules/{slug}"),
    )


@get("/credits", include_in_schema=False)
async def credits_page() -> Response[str]:
    """Show the credits."""
    return answer(_credits())


@cache
def _credits() -> str:
    return render("credits.html")


ROUTES = [lesson, lesson_step, rules, credits_page]
