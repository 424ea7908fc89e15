"""Connect a page to its table by a WebSocket."""

from contextlib import suppress
from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from longbeard.engine.errors import LongbeardError
from longbeard.web.errors import status_of
from longbeard.web.hub import Hub, Line, clock_message, error_message
from longbeard.web.limits import Bucket
from longbeard.web.middleware import Visit

NO_TABLE: Final = 4404
FLOOD: Final = 4429


@websocket("/ws/table/{name:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], name: FromPath[str]) -> None:
    """Connect a page to its table until either goes away."""
    hub: Hub = socket.app.state.hub
    visit: Visit = socket.scope["state"]["visit"]
    await socket.accept()
    try:
        table = await hub.house.find(name, visit.person.id)
        line = Line(hub, socket, table, visit, watching="watch" in socket.query_params)
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
    try:
        with suppress(LongbeardError, OSError):  # if that cannot be kept, it is noted with the next page
            await table.come(line.person)
        await _listen(hub, line)
    except WebSocketDisconnect:
        pass
    finally:
        hub.part(line)


async def _listen(hub: Hub, line: Line) -> None:
    rate = hub.limits.messages_rate
    bucket = Bucket(rate * 10)
    while True:
        text = await line.socket.receive_data(mode="text")
        hub.house.metrics.count("messages")
        if not bucket.take(rate, rate * 10) or len(text) > hub.limits.message_bytes:
            hub.house.metrics.count("sockets_flooded")
            await line.socket.close(code=FLOOD, reason="too much at once")
            return
        await hub.obey(line, text)


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 8 else default


ROUTES = [table_socket]
