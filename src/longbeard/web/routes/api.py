"""The API for programs: JSON under /api/v1, described at /api/v1/schema. The same gate as the pages."""

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.openapi import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import JSONBody, PathParameter, QueryParameter

from longbeard.engine import gate, record
from longbeard.engine.look import Choice, Frame, Look, Told
from longbeard.engine.story import SPECTATOR
from longbeard.games import room, rooms
from longbeard.table.live import LiveTable, NotSeated
from longbeard.table.opening import read_pace
from longbeard.table.policies import all_levels, levels
from longbeard.table.seat import NAME_LENGTH, clean_name
from longbeard.web.errors import BadBody, NotOver
from longbeard.web.forms import AnyRequest, avatar_of, make_seats, visit_of
from longbeard.web.messages import ACTION_LENGTH, HIGHEST, Decoder
from longbeard.web.pages.fragments import SeatRow
from longbeard.web.pages.screens import MOST_MOVES
from longbeard.web.pages.views import TableRow, row, seats
from longbeard.web.responses import house_of, limits_of, note_opening, refuse_opening, refuse_sealed, table_of
from longbeard.web.session import Passports, Person, new_person

Move = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST, description="The number of moves made so far.")]
Name = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
Word = Annotated[str, msgspec.Meta(max_length=100)]
TableName = Annotated[str, PathParameter(description="The name of a table.", max_length=40)]
Slug = Annotated[str, PathParameter(description="The name of a game.", max_length=80)]


class Problem(msgspec.Struct):
    """Why something was refused."""

    error: str
    text: str


class Passport(msgspec.Struct):
    """An identity. Send the token as `Authorization: Bearer …`, and renew it before it expires."""

    person: str
    token: str
    expires: int
    """Unix time."""


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """A person who wants an identity."""

    name: Name = ""


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new table: `me`, `friend` (free for whoever comes), or the name of a bot (`levels` of
    /games)."""

    who: Word
    name: Name = ""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open."""

    game: Word
    seats: Annotated[list[NewSeat], msgspec.Meta(min_length=1, max_length=12)]
    options: Annotated[dict[Word, Word], msgspec.Meta(max_length=20)] = {}
    open: bool = False
    pace: Word = "none"


class Sitter(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits down, and where; -1 is the first free seat."""

    name: Name
    seat: Annotated[int, msgspec.Meta(ge=-1, le=12)] = -1


class Played(msgspec.Struct, forbid_unknown_fields=True):
    """An action in the game's notation, and the move number that it answers."""

    move: Move
    action: Annotated[str, msgspec.Meta(max_length=ACTION_LENGTH)]


class TakenBack(msgspec.Struct, forbid_unknown_fields=True):
    """The move number at which one's last move is to be taken back."""

    move: Move


class Games(msgspec.Struct):
    """The games, and the bots that can be played against."""

    games: list[dict[str, Any]]
    levels: list[dict[str, str]]


class Lists(msgspec.Struct):
    """Tables: those where one sits, those with a free seat, those to watch."""

    mine: list[TableRow]
    open: list[TableRow]
    watchable: list[TableRow]


class Seen(msgspec.Struct):
    """A table as the caller may see it: `viewer` is their seat, or -1."""

    id: str
    viewer: int
    look: Look
    seats: list[SeatRow]


class Offered(msgspec.Struct):
    """The choices of the caller; none, if it is not their turn."""

    move: int
    choices: list[Choice]


class Story(msgspec.Struct):
    """What happened, as far as the caller may know it."""

    move: int
    story: list[Told]


class Frames(msgspec.Struct):
    """What happened, moment by moment: what was told, and the table as the caller saw it then."""

    move: int
    """Number of moves made so far."""
    next: int
    """The first move that is not included: ask for the frames since that one."""
    frames: list[Frame]


class Description(JsonRenderPlugin):
    """The OpenAPI description; it says that unknown fields in requests are refused."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        strict = {kind.__name__ for kind in (NewPerson, NewSeat, NewTable, Sitter, Played, TakenBack)}
        for schema in openapi_schema["components"]["schemas"].values():
            if schema.get("title") in strict:
                schema["additionalProperties"] = False
        return super().render(request, openapi_schema)


class StrictRequest(Request[Any, Any, Any]):
    """Decodes a body strictly as the type that its handler names: "0" is not a number here, as it is in a
    query."""

    async def json(self) -> Any:
        field = self.route_handler.parsed_data_field
        try:
            return _decoder(field.annotation if field else Any).decode(await self.body())
        except msgspec.MsgspecError as error:
            raise BadBody(f"this request cannot be read: {error}") from error


@cache
def _decoder(kind: Any) -> Decoder[Any]:
    return Decoder(kind)


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe the ways in which a request is refused."""
    words = {400: "Not understood.", 401: "Nobody.", 403: "Not for you.", 404: "Not there.", 409: "Not now."}
    words |= {413: "Too large.", 429: "Too many.", 503: "Could not be kept.", 500: "Broken."}
    every = (400, 401, 413, 429, *statuses)
    return {code: ResponseSpec(Problem, description=words[code], generate_examples=False) for code in every}


def _person(request: AnyRequest) -> Person:
    """Return the caller, or refuse: to change anything one needs an identity."""
    visit = visit_of(request)
    if not visit.known:
        raise NotSeated("send a token (POST /api/v1/identity) as `Authorization: Bearer …`")
    if not visit.bearer and not visit.same_site:
        raise NotSeated("a cookie counts only from our own pages; programs send a token")
    return visit.person


def _viewer(request: AnyRequest, table: LiveTable) -> int:
    visit = visit_of(request)
    return table.viewer_of(visit.person.id if visit.known else "")


def _eyes(viewer: int, table: LiveTable) -> int:
    """Return the seat whose cards a viewer sees: before a match begins, nobody sees any."""
    return viewer if table.started else SPECTATOR


async def _seen(request: AnyRequest, table: LiveTable) -> Seen:
    await table.settled()
    viewer = _viewer(request, table)
    return Seen(table.id, viewer, gate.look(table.match, _eyes(viewer, table)), seats(table))


@post("/identity", status_code=201, responses=refusals())
async def identity(request: AnyRequest, data: JSONBody[NewPerson]) -> Passport:
    """Get an identity."""
    name = clean_name(data.name) if data.name.strip() else ""
    person = Person(new_person().id, name)
    return _passport(request, person)


@post("/identity/renew", status_code=201, responses=refusals(403))
async def renew(request: AnyRequest) -> Passport:
    """Renew a token that is still good."""
    return _passport(request, _person(request))


def _passport(request: AnyRequest, person: Person) -> Passport:
    passports: Passports = request.app.state.passports
    token, expires = passports.write_token(person, limits_of(request).token_days)
    return Passport(person.id, token, expires)


@get("/games", responses=refusals())
async def games(request: AnyRequest) -> Games:
    """List all games, with their options, and the bots: our levels, and what this server offers besides."""
    found = [room.plate.as_dict() for room in rooms().values()]
    return Games(found, all_levels(house_of(request).policies))


@get("/games/{slug:str}", responses=refusals(404))
async def game(slug: Slug) -> dict[str, Any]:
    """Describe one game."""
    return room(slug).plate.as_dict()


@get("/tables", responses=refusals())
async def tables(request: AnyRequest) -> Lists:
    """List the tables that one can go to."""
    house, visit = house_of(request), visit_of(request)
    await house.bring_in(visit.person.id if visit.known else "")
    mine = house.mine(visit.person.id) if visit.known else []
    return Lists(
        [row(table, visit.person.id) for table in mine],
        [row(table) for table in house.open_tables()],
        [row(table) for table in house.watchable()],
    )


@post("/tables", status_code=201, responses=refusals(403, 404, 503))
async def open_table(request: AnyRequest, data: JSONBody[NewTable]) -> Seen:
    """Open a table."""
    person, visit = _person(request), visit_of(request)
    refuse_opening(request, visit)
    known = levels(house_of(request).policies, room(data.game).plate.slug)
    asked = make_seats([(seat.who, seat.name) for seat in data.seats], visit, known)
    seconds = read_pace(data.pace)
    table = await house_of(request).open(person.id, data.game, asked, data.options, data.open, seconds)
    note_opening(request, visit, table)
    return await _seen(request, table)


@get("/tables/{name:str}", responses=refusals(403, 404))
async def table_now(request: AnyRequest, name: TableName) -> Seen:
    """Return the table as the caller may see it."""
    return await _seen(request, await table_of(request, name))


@get("/tables/{name:str}/choices", responses=refusals(403, 404))
async def choices(request: AnyRequest, name: TableName) -> Offered:
    """List the caller's choices."""
    table = await table_of(request, name)
    look = (await _seen(request, table)).look
    return Offered(look["move"], look["choices"])


@get("/tables/{name:str}/story", responses=refusals(403, 404))
async def story(
    request: AnyRequest,
    name: TableName,
    since: Annotated[int, QueryParameter(ge=0, le=HIGHEST, description="From this move on.")] = 0,
) -> Story:
    """Return what happened."""
    table = await table_of(request, name)
    await table.settled()
    return Story(table.moves, gate.story(table.match, _eyes(_viewer(request, table), table), since))


@get("/tables/{name:str}/frames", responses=refusals(403, 404))
async def frames(
    request: AnyRequest,
    name: TableName,
    since: Annotated[
        int, QueryParameter(ge=0, le=HIGHEST, description="From this move on; 0 is the deal.")
    ] = 0,
    moves: Annotated[int, QueryParameter(ge=1, le=MOST_MOVES, description="Of so many moves.")] = 1,
) -> Frames:
    """Return what happened, moment by moment.

    Moves have one moment or more, and the last one of a move has `last`. A game of memory shows no more than
    may be told again. Nobody decides anything inside a move: choices are at /choices.
    """
    table = await table_of(request, name)
    await table.settled()
    match, viewer = table.match, _eyes(_viewer(request, table), table)
    since = max(since, gate.told_since(match, viewer))
    return Frames(table.moves, min(since + moves, table.moves + 1), gate.frames(match, viewer, since, moves))


@post("/tables/{name:str}/sit", status_code=200, responses=refusals(403, 404, 503))
async def sit(request: AnyRequest, name: TableName, data: JSONBody[Sitter]) -> Seen:
    """Sit down at a free seat."""
    person = _person(request)
    table = await table_of(request, name)
    await table.sit(person.id, data.seat, data.name, avatar_of(person))
    return await _seen(request, table)


@post("/tables/{name:str}/play", status_code=200, responses=refusals(403, 404, 409, 503))
async def play(request: AnyRequest, name: TableName, data: JSONBody[Played]) -> Seen:
    """Play an action."""
    person = _person(request)
    table = await table_of(request, name)
    await table.play(person.id, data.move, data.action)
    return await _seen(request, table)


@post("/tables/{name:str}/undo", status_code=200, responses=refusals(403, 404, 409, 503))
async def undo(request: AnyRequest, name: TableName, data: JSONBody[TakenBack]) -> Seen:
    """Take one's last move back, where that is allowed."""
    person = _person(request)
    table = await table_of(request, name)
    await table.undo(person.id, data.move)
    return await _seen(request, table)


@post("/tables/{name:str}/leave", status_code=200, responses=refusals(403, 404, 503))
async def leave(request: AnyRequest, name: TableName) -> Seen:
    """Leave one's seat; a bot plays on."""
    person = _person(request)
    table = await table_of(request, name)
    await table.leave(person.id)
    return await _seen(request, table)


@get("/tables/{name:str}/record", responses=refusals(403, 404, 409), media_type="application/json")
async def finished_record(request: AnyRequest, name: TableName) -> Response[bytes]:
    """Download the record of a finished match."""
    table = await table_of(request, name)
    await table.settled()
    if not table.over:
        raise NotOver("the record is public once the match is over")
    refuse_sealed(request, table)
    return Response(record.write(table.match).encode(), media_type="application/json")


ROUTES = [
    Router(
        "/api/v1",
        route_handlers=[
            *(identity, renew, games, game, tables, open_table, table_now, choices, story),
            *(frames, sit, play, undo, leave, finished_record),
        ],
        request_class=StrictRequest,
    )
]
