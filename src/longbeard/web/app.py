"""The application: pages, sockets and the API, behind the middleware."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, Final, cast

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from longbeard import __version__
from longbeard.engine.errors import LongbeardError
from longbeard.people.people import People
from longbeard.store.rows import SQLiteRows
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import Store
from longbeard.table.analysis import Analyses
from longbeard.table.house import House
from longbeard.table.metrics import Metrics
from longbeard.table.minds import MindProcesses
from longbeard.web.errors import status_of
from longbeard.web.hub import Hub
from longbeard.web.limits import Buckets, Limits, Openings
from longbeard.web.middleware import App, Doorkeeper
from longbeard.web.printing import Printer
from longbeard.web.proxies import Proxies
from longbeard.web.responses import error_page
from longbeard.web.routes import (
    api,
    cards,
    daily,
    home,
    lessons,
    me,
    ops,
    puzzles,
    replay,
    share,
    signals,
    socket,
    table,
)
from longbeard.web.session import Passports, read_key
from longbeard.web.sharing import Pictures
from longbeard.web.subscriptions import Subscriptions

if TYPE_CHECKING:
    from longbeard.web.push import Pusher

PARTS: Final = (home, table, replay, puzzles, share, me, daily, lessons, cards, signals, ops, api, socket)
PACKED_ALREADY: Final = ["^/static/", "^/pictures/", r"^/games/[^/]+/(cards/|print\.pdf)", r"/share\.png$"]
log = logging.getLogger("longbeard.app")


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    data: Path
    limits: Limits = field(default_factory=Limits)
    public_url: str = ""
    proxies: Proxies = field(default_factory=Proxies)
    """The proxies whose word about addresses is taken."""
    lan: str = ""
    """The address of this server in the local network, if it listens there."""
    push_key: Path | None = None
    """The file of the operator's key for Web Push; without one, nothing is pushed."""
    push_contact: str = ""
    """Whom push services may ask about what we send; `public_url`, if nobody else."""
    push_local: bool = False
    """Whether push services may be on this machine: for tests."""
    minds: int = 0
    """Processes that think for bots; 0: as many as there are cores to spare, -1: none."""
    clock: Callable[[], float] = time
    """What tells the time of days and of what people did, in seconds since 1970."""


def make_app(settings: Settings) -> Doorkeeper:
    """Make a server's application, with its store in the settings' folder."""
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = read_key(settings.data)
    passports = Passports(key)
    file = SQLiteStore(settings.data / "tables.sqlite")
    store: Store = file
    rows = SQLiteRows(file)
    metrics = Metrics()
    make_pusher = _pushing(settings, metrics)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        minds = MindProcesses(settings.minds) if settings.minds >= 0 else None
        house = House(store, minds, settings.limits, metrics, settings.clock)
        hub = Hub(house, settings.limits)
        people = People(rows, house, key)
        people.on_forget = hub.send_away
        passports.is_forgotten = people.is_forgotten
        app.state.people = people
        await people.start()
        app.state.pictures = Pictures()
        printer, analyses = Printer(), Analyses(settings.data / "analyses", settings.limits.analysis_seconds)
        app.state.house, app.state.hub = house, hub
        app.state.printer, app.state.analyses = printer, analyses
        metrics.gauges["analyses_waiting"] = lambda: analyses.waiting
        app.state.subscriptions = subscriptions = Subscriptions(rows)
        app.state.pusher = pusher = make_pusher(subscriptions)
        if pusher is not None:
            house.on_turn = pusher.turn
        _gauge(metrics, minds)
        house.start()
        chores = [asyncio.ensure_future(hub.sweep()), asyncio.ensure_future(hub.beat())]
        yield
        for chore in chores:
            chore.cancel()
        await printer.close()
        await analyses.close()
        if pusher is not None:
            await pusher.close()
        await house.close()
        await people.close()
        if minds is not None:
            await minds.close()
        rows.close()
        await asyncio.to_thread(store.close)
        log.info("closed; everything is kept")

    app = Litestar(
        [route for part in PARTS for route in part.ROUTES],
        lifespan=[lifespan],
        state=State(
            {
                "passports": passports,
                "openings": Openings(settings.limits),
                "limits": settings.limits,
                "profile_rates": Buckets(settings.limits.profiles_rate),
                "forget_rates": Buckets(settings.limits.forgets_rate),
            }
        ),
        exception_handlers={Exception: _explain},
        request_max_body_size=settings.limits.body_bytes,
        # Assets are compressed already, once and well; twice would be garbage.
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=800, gzip_compress_level=6, exclude=PACKED_ALREADY
        ),
        openapi_config=OpenAPIConfig(
            title="Longbeard",
            version=__version__,
            path="/api/v1/schema",
            render_plugins=[api.Description(path=["/", "/openapi.json"])],
        ),
        logging_config=None,
    )
    return Doorkeeper(
        *(cast(App, app), passports, settings.limits, metrics),
        *(settings.public_url, settings.proxies, settings.lan),
    )


def _pushing(settings: Settings, metrics: Metrics) -> "Callable[[Subscriptions], Pusher | None]":
    """Read the operator's key; return what makes a Pusher, or None where nothing is pushed."""
    if settings.push_key is None:
        return lambda subscriptions: None
    from longbeard.web.push import Pusher, read_push_key  # the extra `push`

    key = read_push_key(settings.push_key, settings.push_contact or settings.public_url)
    delay, local = settings.limits.push_delay, settings.push_local
    return lambda subscriptions: Pusher(key, subscriptions, metrics, delay, local)


def _gauge(metrics: Metrics, minds: MindProcesses | None) -> None:
    if minds is not None:
        metrics.gauges["minds_thinking"] = lambda: minds.thinking
        metrics.gauges["minds_waiting"] = lambda: minds.waiting
        metrics.gauges["minds_deaths"] = lambda: minds.deaths


def _explain(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer any error with a sentence: on a page, or as JSON for programs, never with a traceback."""
    if isinstance(error, HTTPException):
        status, word, text = error.status_code, "refused", _http_words(error)
    elif isinstance(error, LongbeardError):
        (status, word), text = status_of(error), str(error)
    else:
        status, word, text = 500, "broken", "this is our mistake, and it was written down"
        log.error("an error nobody thought of", exc_info=error)
    if request.scope["path"].startswith("/api/"):
        return Response({"error": word, "text": text}, status_code=status, media_type="application/json")
    return error_page(status, text)


def _http_words(error: HTTPException) -> str:
    if error.status_code == 404:
        return "there is no such page"
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(str(item.get("message", "")) for item in extra if isinstance(item, dict))
    return details or error.detail
