"""Routes of a person: name, avatar, settings, history, other devices, and deletion."""

from typing import Any, Final

import msgspec
import segno
from litestar import Response, get, post
from litestar.datastructures import FormMultiDict
from litestar.params import FromPath
from litestar.response import Redirect

from longbeard.engine.errors import BadOptions
from longbeard.people import avatars, history, profiles
from longbeard.people.privacy import KEPT, LINK_MINUTES
from longbeard.people.profiles import Profile
from longbeard.table.limits import TooMany
from longbeard.table.seat import clean_name
from longbeard.web.errors import BadBody, NoCSRF, NotFound
from longbeard.web.forms import AnyRequest, avatar_of, checked_form, nickname, number, text, visit_of
from longbeard.web.limits import Buckets, household
from longbeard.web.middleware import Visit
from longbeard.web.pages import people as pages
from longbeard.web.pages.addresses import only_here
from longbeard.web.responses import FOR_EVER, catch_up_cookie, csrf, page, people_of
from longbeard.web.session import Person

SETTINGS: Final = msgspec.json.Decoder(dict[str, str])
PARTS: Final = ("figure", "hat", "sign", "colour")


def _refuse_too_many(request: AnyRequest, what: str = "profile_rates") -> None:
    buckets: Buckets = request.app.state[what]
    if not buckets.take(household(visit_of(request).address)):
        raise TooMany("that was often; wait a moment")


async def _known(request: AnyRequest) -> tuple[Visit, Profile, str, str]:
    """Return visitor, profile, name and avatar, and update the cookie."""
    visit = visit_of(request)
    profile = await people_of(request).profile(visit.person.id)
    if profile.kept:
        catch_up_cookie(visit, profile)
    name = profile.name or visit.person.name or nickname(visit.person.id)
    return visit, profile, name, profile.avatar or avatar_of(visit.person)


@get("/me", include_in_schema=False)
async def me(request: AnyRequest) -> Response[str]:
    """Show one's profile."""
    return await _me(request)


async def _me(request: AnyRequest, error: str = "") -> Response[str]:
    _visit, profile, name, avatar = await _known(request)
    people = people_of(request)
    count = (await people.statistics(profile.id)).matches
    return page(
        "me.html",
        400 if error else 200,
        me=pages.me(profile, name, avatar),
        count=count,
        error=error,
        saved="saved" in request.query_params,
        minutes_good=LINK_MINUTES,
        csrf=csrf(request),
    )


@post("/me", include_in_schema=False, status_code=200)
async def save(request: AnyRequest) -> Response[Any]:
    """Store one's profile and settings."""
    form = await checked_form(request)
    _refuse_too_many(request)
    visit, profile, _name, _avatar = await _known(request)
    people = people_of(request)
    try:
        avatar = avatars.random() if text(form, "do") == "random" else _asked_avatar(form)
        asked = Profile(
            visit.person.id,
            clean_name(text(form, "name")),
            avatar.code,
            profile.settings | profiles.checked(_asked_settings(form)),
            people.now,
            bool(text(form, "rated")),
            bool(text(form, "named")),
        )
    except BadOptions as error:
        return await _me(request, str(error))
    await people.save(asked)
    visit.renamed = Person(asked.id, asked.name, asked.avatar)
    return Redirect("/me?saved", status_code=303)


def _asked_avatar(form: FormMultiDict) -> avatars.Avatar:
    return avatars.read(".".join(text(form, part) for part in PARTS))


def _asked_settings(form: FormMultiDict) -> dict[str, str]:
    chosen = {name: text(form, name) for name in profiles.CHOICES if name in form}
    return chosen | {name: "on" if text(form, name) else "off" for name in profiles.SWITCHES}


@get("/me/settings", include_in_schema=False)
async def settings(request: AnyRequest) -> Response[dict[str, Any]]:
    """Return the settings of a person, for a page that may have older ones."""
    visit = visit_of(request)
    found = await people_of(request).profile(visit.person.id) if visit.known else Profile("")
    return Response(
        {"changed": found.changed, "settings": found.settings}, headers={"cache-control": "no-store"}
    )


@post("/me/settings", include_in_schema=False, status_code=200)
async def change_settings(request: AnyRequest) -> Response[dict[str, Any]]:
    """Store settings that a page has changed."""
    visit = visit_of(request)
    if not visit.same_site or not visit.known:
        raise NoCSRF("settings are changed by our own pages")
    _refuse_too_many(request)
    try:
        asked = SETTINGS.decode(await request.body())
    except msgspec.MsgspecError as error:
        raise BadBody(f"settings are names with texts: {error}") from error
    name = visit.person.name or nickname(visit.person.id)
    found = await people_of(request).change_settings(visit.person.id, name, avatar_of(visit.person), asked)
    return Response({"changed": found.changed})


@get("/me/history", include_in_schema=False)
async def show_history(request: AnyRequest) -> Response[str]:
    """Show one's history."""
    _visit, profile, _name, _avatar = await _known(request)
    people = people_of(request)
    asked = request.query_params.get("page", "0")
    at = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    found = await people.statistics(profile.id)
    matches = await people.matches(profile.id, at)
    days, most_days = await people.days(profile.id)
    return page(
        "history.html",
        matches=[pages.played(one) for one in matches],
        count=found.matches,
        won=found.won,
        streak=found.streak,
        longest=found.longest,
        days=days,
        most_days=most_days,
        tables=pages.statistics(found),
        rated=profile.rated,
        ratings=pages.rating_rows(await people.ratings(profile.id)),
        newer=at - 1 if at else None,
        older=at + 1 if (at + 1) * history.PAGE < found.matches else None,
    )


@post("/me/device", include_in_schema=False, status_code=200)
async def device(request: AnyRequest) -> Response[str]:
    """Make a link that turns another device into this person."""
    await checked_form(request)
    _refuse_too_many(request)
    visit, _profile, name, avatar = await _known(request)
    code = await people_of(request).make_link(visit.person.id, name, avatar)
    link = f"{visit.shared}/me/here/{code}"
    return page(
        "device.html",
        link=link,
        only_here=only_here(link),
        minutes_good=LINK_MINUTES,
        # In the page itself, because the picture's address would be as secret as the link.
        picture=segno.make(link, error="m").svg_data_uri(scale=5, border=2, light="white"),
    )


@get("/me/here/{code:str}", include_in_schema=False)
async def ask(request: AnyRequest, code: FromPath[str]) -> Response[str]:
    """Ask whether this device is to become somebody's. (Programs that preview links must not use it up.)"""
    found = await people_of(request).behind(code)
    visit = visit_of(request)
    if visit.known and visit.person.id == found.id:
        raise NotFound("you are here already: open this link on another device")
    before = await people_of(request).statistics(visit.person.id)
    avatar = found.avatar or avatars.random_for(found.id).code
    return page(
        "here.html",
        code=code,
        name=found.name,
        avatar=avatars.address(avatar),
        before=visit.person.name if before.matches or visit.person.name else "",
        csrf=csrf(request),
    )


@post("/me/here/{code:str}", include_in_schema=False, status_code=303)
async def become(request: AnyRequest, code: FromPath[str]) -> Redirect:
    """Make this device somebody's."""
    await checked_form(request)
    found = await people_of(request).use_link(code)
    visit_of(request).renamed = Person(found.id, found.name, found.avatar)
    return Redirect("/me", status_code=303)


@get("/me/forget", include_in_schema=False)
async def ask_to_forget(request: AnyRequest) -> Response[str]:
    """Ask for confirmation before a person is forgotten."""
    return page("forget.html", kept=KEPT, csrf=csrf(request))


@post("/me/forget", include_in_schema=False, status_code=200)
async def forget(request: AnyRequest) -> Response[str]:
    """Delete everything that is stored of a person."""
    form = await checked_form(request)
    visit = visit_of(request)
    if number(form, "sure") != 1 or not visit.known:
        return page("forget.html", 400, kept=KEPT, csrf=csrf(request))
    _refuse_too_many(request, "forget_rates")
    await people_of(request).forget(visit.person.id)
    visit.forgotten = True
    answer = page("forgotten.html")
    answer.headers["clear-site-data"] = '"storage"'
    return answer


@get("/privacy", include_in_schema=False)
async def privacy() -> Response[str]:
    """List everything personal that is stored."""
    return page("privacy.html", kept=KEPT)


@get("/avatars/{name:str}", include_in_schema=False)
async def avatar_picture(name: FromPath[str]) -> Response[str]:
    """Draw an avatar."""
    drawn = avatars.drawn(avatars.read(name.removesuffix(".svg")))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": FOR_EVER})


ROUTES = [
    *(me, save, settings, change_settings, show_history, device, ask, become),
    *(ask_to_forget, forget, privacy, avatar_picture),
]
