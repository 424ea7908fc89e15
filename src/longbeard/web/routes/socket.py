"""Route of the WebSocket that connects a page to its table."""

from contextlib import suppress
from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.params import FromPath

from longbeard.engine.errors import LongbeardError
from longbeard.web.connections import Socket
from longbeard.web.errors import status_of
from longbeard.web.hub import FLOOD, Hub, Line, clock_message, error_message
from longbeard.web.middleware import Visit

NO_TABLE: Final = 4404


@websocket("/ws/table/{name:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], name: FromPath[str]) -> None:
    """Connect a page to its table, until either goes away."""
    hub: Hub = socket.app.state.hub
    visit: Visit = socket.scope["state"]["visit"]
    pipe: Socket = socket.scope["state"]["socket"]
    await socket.accept()
    try:
        table = await hub.house.find(name, visit.person.id)
        line = Line(hub, pipe, table, visit, watching="watch" in socket.query_params)
        hub.join(line)
    except LongbeardError as error:
        await socket.send_data(error_message(status_of(error)[1], str(error)).decode(), mode="text")
        await socket.close(code=NO_TABLE if status_of(error)[0] == 404 else FLOOD, reason=str(error)[:100])
        return
    line.shown_move = _number(socket.query_params.get("move"), table.moves)
    line.viewer = table.viewer_of(line.person)
    if table.opening.pace:
        line.post(clock_message())
    hub.serve_soon(line)
    pipe.listen(line)
    with suppress(LongbeardError, OSError):  # if that cannot be stored, it is noted with the next page
        await table.come(line.person)


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 8 else default


ROUTES = [table_socket]
