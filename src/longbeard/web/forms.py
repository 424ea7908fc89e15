"""Parsing and checking of forms."""

from dataclasses import replace
from itertools import zip_longest
from typing import Any
from zlib import crc32

from litestar import Request
from litestar.datastructures import FormMultiDict

from longbeard.bots import DEFAULT
from longbeard.engine.errors import BadOptions
from longbeard.engine.match import PERSON
from longbeard.engine.room import Plate, Room
from longbeard.people import avatars
from longbeard.table.policies import Policies, levels
from longbeard.table.seat import OPEN, Seat, bot_name, clean_name, free_name, new_token, usual_seats
from longbeard.web.errors import NoCSRF
from longbeard.web.middleware import Visit
from longbeard.web.pages.setup import A_BOT
from longbeard.web.session import Passports, Person

NICKNAMES = ("Bramble", "Clover", "Fennel", "Hazel", "Moss", "Nutmeg", "Rowan", "Tansy", "Thistle", "Yarrow")
"""Nicknames for those who give no name: always the same one for the same person."""

AnyRequest = Request[Any, Any, Any]


def visit_of(request: AnyRequest) -> Visit:
    """Return who sends a request, as the middleware found out."""
    visit: Visit = request.scope["state"]["visit"]
    return visit


async def checked_form(request: AnyRequest) -> FormMultiDict:
    """Parse a form from one of our own pages: the browser's Origin says so, or the form's token does."""
    form = await request.form()
    visit = visit_of(request)
    passports: Passports = request.app.state.passports
    if not visit.same_site and not passports.is_csrf(visit.person, text(form, "csrf")):
        raise NoCSRF("this form is too old, or came from another site; go back, reload the page, try again")
    return form


def text(form: FormMultiDict, name: str, default: str = "") -> str:
    """Return one field as text."""
    value = form.get(name, default)
    return value if isinstance(value, str) else default


def number(form: FormMultiDict, name: str, default: int = 0) -> int:
    """Return one field as a number below 10 million, or the default."""
    value = text(form, name)
    return int(value) if value.isdecimal() and value.isascii() and len(value) < 8 else default


def nickname(person: str) -> str:
    """Return a nickname for somebody who gave no name."""
    return NICKNAMES[crc32(person.encode()) % len(NICKNAMES)]


def called(visit: Visit, name: str) -> str:
    """Return the name somebody gave, or had, or a nickname; the cookie is updated."""
    given = clean_name(name) if name.strip() else visit.person.name or nickname(visit.person.id)
    if given != visit.person.name:
        visit.renamed = replace(visit.person, name=given)
    return given


def avatar_of(person: Person) -> str:
    """Return the avatar of a person: the chosen one, or the default."""
    return person.avatar or avatars.random_for(person.id).code


def asked_seats(form: FormMultiDict, plate: Plate, visit: Visit, policies: Policies) -> list[Seat]:
    """Parse the seats of a set-up form: `who` and `names`, as many as `seats` says.

    A single name is that of the host, wherever they sit.
    """
    count = number(form, "seats", usual_seats(plate))
    fewest, most = plate.seats
    if not fewest <= count <= most:
        raise BadOptions(f"{plate.title} is for {fewest} to {most} players, not {count}")
    level = text(form, "level") or DEFAULT
    who = [level if value == A_BOT else str(value) for value in form.getall("who", [])]
    names = [str(value) for value in form.getall("names", [])]
    asked = list(zip_longest(who[:count], names[:count] if len(names) > 1 else [], fillvalue=""))
    asked += [("", "")] * (count - len(asked))
    if len(names) == 1:
        mine = next((seat for seat, (one, _name) in enumerate(asked) if one == "me"), 0)
        asked[mine] = (asked[mine][0], names[0])
    return make_seats(asked, visit, levels(policies, plate.slug))


def make_seats(asked: list[tuple[str, str]], visit: Visit, known: list[dict[str, str]]) -> list[Seat]:
    """Make seats for `me` (only once), `friend`, or a known bot, each with a unique name."""
    bots = [level["name"] for level in known]
    seats: list[Seat] = []
    me = False
    for place, (who, name) in enumerate(asked):
        who = who or ("me" if place == 0 else bots[0])
        taken = {seat.name for seat in seats}
        if who == "me" and not me:
            me = True
            mine = free_name(called(visit, name), taken)
            avatar = avatar_of(visit.person)
            seats.append(Seat(mine, PERSON, visit.person.id, new_token(), avatar=avatar))
        elif who in ("me", "friend", OPEN):
            wanted = clean_name(name) if name.strip() else f"Seat {place + 1}"
            seats.append(Seat(free_name(wanted, taken), OPEN))
        elif who in bots:
            wanted = clean_name(name) if name.strip() else bot_name(who, taken)
            seats.append(Seat(free_name(wanted, taken), who))
        else:
            raise BadOptions(f"who is {who!r}? One of: me, friend, {', '.join(bots)}")
    return seats


def asked_options(form: FormMultiDict, room: Room, seats: int) -> dict[str, str]:
    """Parse the options of a set-up form: `option-<name>`, repeated where several are chosen."""
    found = {}
    for option in room.plate.options:
        values = [str(value) for value in form.getall(f"option-{option.name}", [])]
        if option.choose > 1:
            found[option.name] = "+".join(values) or option.default
        elif set(option.values) == {"on", "off"}:
            sent = f"option-{option.name}" in form or "seats" in form
            found[option.name] = (values[0] if values else "off") if sent else option.default
        else:
            value = values[0] if values else option.default
            beyond = option.seat and value.isdecimal() and int(value) >= seats
            found[option.name] = option.default if beyond else value
    return found
