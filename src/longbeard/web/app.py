"""The application: pages, sockets and the API, behind the middleware."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hmac import digest
from pathlib import Path
from secrets import token_bytes
from time import time
from typing import TYPE_CHECKING, Any, Final, cast

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from longbeard import __version__
from longbeard.engine.build import compiled
from longbeard.engine.errors import LongbeardError
from longbeard.people.people import People
from longbeard.store.rows import Rows, SQLiteRows
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import SharedStore, Store
from longbeard.table.analysis import Analyses
from longbeard.table.bus import Bus, NoBus
from longbeard.table.house import House
from longbeard.table.metrics import Metrics
from longbeard.table.minds import MindProcesses, TimedMinds
from longbeard.table.policies import NO_POLICIES, Policies
from longbeard.web.errors import status_of
from longbeard.web.hub import Hub
from longbeard.web.limits import Buckets, Limits, Openings, SharedRates
from longbeard.web.middleware import App, Doorkeeper, Readiness
from longbeard.web.printing import Printer
from longbeard.web.proxies import Proxies
from longbeard.web.responses import error_page
from longbeard.web.routes import (
    api,
    cards,
    daily,
    docs,
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
from longbeard.web.session import KEY_BYTES, Passports, read_key
from longbeard.web.sharing import Pictures
from longbeard.web.subscriptions import Subscriptions

if TYPE_CHECKING:
    from longbeard.web.push import Pusher

PARTS: Final = (
    home,
    table,
    replay,
    puzzles,
    share,
    me,
    daily,
    lessons,
    cards,
    signals,
    ops,
    docs,
    api,
    socket,
)
PACKED_ALREADY: Final = [
    "^/static/",
    "^/docs/",
    "^/pictures/",
    r"^/games/[^/]+/(cards/|print\.pdf)",
    r"/share\.png$",
]
LOOK_SECONDS: Final = 0.5
"""Seconds between two measurements of the event loop's delay."""
log = logging.getLogger("longbeard.app")


@dataclass(frozen=True)
class Settings:
    """Settings of a server."""

    data: Path
    limits: Limits = field(default_factory=Limits)
    public_url: str = ""
    proxies: Proxies = field(default_factory=Proxies)
    """Proxies whose headers about client addresses are trusted."""
    lan: str = ""
    """Address of this server in the local network, if it listens there."""
    push_key: Path | None = None
    """File of the operator's key for Web Push; without one, nothing is pushed."""
    push_contact: str = ""
    """Contact for push services; `public_url` by default."""
    push_local: bool = False
    """Whether push services may be on this machine: for tests."""
    docs: Path | None = None
    """Folder of the documentation site, if it was built."""
    minds: int = 0
    """Processes that think for bots; 0: one for each core but one, -1: none."""
    clock: Callable[[], float] = time
    """Source of the time of day, in seconds since 1970."""
    traces: str = ""
    """Address of the trace collector, if there is one."""
    drain: float = 0.0
    """Seconds between a signal to stop and the stop, in which a load balancer sends people elsewhere."""
    store: str = ""
    """Address of a database that several servers share; empty for a file in the folder."""
    bus: str = ""
    """Address of the bus between them; empty for none."""
    minds_elsewhere: bool = False
    """Whether bots think in `longbeard minds`, which are asked over the bus."""
    policies: Policies = NO_POLICIES
    """Policies that people may play against besides our own bots."""


def make_app(settings: Settings) -> Doorkeeper:
    """Make a server's application, with its store in the settings' folder."""
    site = docs.Site(settings.docs) if settings.docs else None
    opened = open_store(settings)
    store, shared, rows, key = opened.store, opened.shared, opened.rows, opened.key
    passports = Passports(key)
    metrics = Metrics()
    metrics.facts = {"version": __version__, "form": "compiled" if compiled() else "interpreted"}
    readiness = Readiness()
    openings = Openings(settings.limits)
    make_pusher = _pushing(settings, metrics)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        specs = settings.policies.specs
        minds = MindProcesses(settings.minds, specs, settings.limits) if settings.minds >= 0 else None
        house = House(store, minds, settings.limits, metrics, settings.clock)
        house.policies = settings.policies
        if shared is not None:
            bus = make_bus(settings.bus)
            house.share(shared, bus, digest(key, b"names of tables", "sha256"))
            metrics.gauges["bus_up"] = lambda: bus.up
            metrics.gauges["store_reconnects"] = lambda: shared.reconnected
            if settings.minds_elsewhere:
                _ask_elsewhere(house, shared, bus)
        if house.minds is not None:
            house.minds = TimedMinds(house.minds, metrics)
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
        await house.start()
        chores = [asyncio.ensure_future(chore) for chore in (hub.sweep(), hub.beat(), _watch_loop(metrics))]
        if house.others is not None:
            buckets = {
                "persons": doorkeeper.persons,
                "addresses": doorkeeper.addresses,
                "openings": openings.rates,
                "chats": hub.chats,
                "hints": hub.hints,
            }
            rates = SharedRates(house.others, digest(key, b"rates", "sha256"), buckets)
            chores.append(asyncio.ensure_future(rates.tell()))
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
                "openings": openings,
                "limits": settings.limits,
                "profile_rates": Buckets(settings.limits.profiles_rate),
                "forget_rates": Buckets(settings.limits.forgets_rate),
                "readiness": readiness,
                "docs": site,
            }
        ),
        exception_handlers={Exception: _explain},
        request_max_body_size=settings.limits.body_bytes,
        # Assets are compressed already, once and at the highest level.
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
    doorkeeper = Doorkeeper(
        *(cast(App, app), passports, settings.limits, metrics),
        *(settings.public_url, settings.proxies, settings.lan, readiness),
    )
    return doorkeeper


async def _watch_loop(metrics: Metrics) -> None:
    """Measure the event loop's delay, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LOOK_SECONDS
        await asyncio.sleep(LOOK_SECONDS)
        metrics.time("loop_late", max(0.0, loop.time() - due))


@dataclass(frozen=True)
class Opened:
    """An open store, with what is in it besides tables."""

    store: Store
    shared: SharedStore | None
    """The same store, if other servers share it."""
    rows: Rows
    key: bytes
    """Signs cookies and tokens."""


def open_store(settings: Settings) -> Opened:
    """Open the store: the folder's file, or the database of all servers."""
    if settings.store:
        from longbeard.store.postgres import PostgresRows, PostgresStore  # an extra

        shared = PostgresStore(settings.store)
        key = shared.secret("key", token_bytes(KEY_BYTES))
        return Opened(shared, shared, PostgresRows(shared), key)
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = read_key(settings.data)
    file = SQLiteStore(settings.data / "tables.sqlite")
    return Opened(file, None, SQLiteRows(file), key)


def make_bus(url: str) -> Bus:
    """Make the bus to the other servers."""
    if not url:
        return NoBus()
    from longbeard.table.redis_bus import RedisBus  # an extra

    return RedisBus(url)


def _ask_elsewhere(house: House, store: SharedStore, bus: Bus) -> None:
    """Let `longbeard minds` think for bots; this server's own minds do when none answers."""
    from longbeard.table.minds_elsewhere import MindsElsewhere  # an extra
    from longbeard.table.redis_bus import RedisBus

    assert house.others is not None
    assert isinstance(bus, RedisBus)
    elsewhere = MindsElsewhere(store, bus, house.minds)
    house.minds = elsewhere
    house.others.on_minds = elsewhere.hear
    house.metrics.gauges["minds_elsewhere"] = elsewhere.room


def _pushing(settings: Settings, metrics: Metrics) -> "Callable[[Subscriptions], Pusher | None]":
    """Read the operator's key; return a factory of Pushers, which returns None where nothing is pushed."""
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
        status, word, text = (
            500,
            "broken",
            "this is a mistake of the server, not yours; its log has the details",
        )
        log.error("unexpected error", exc_info=error)
    if request.scope["path"].startswith("/api/"):
        return Response({"error": word, "text": text}, status_code=status, media_type="application/json")
    return error_page(status, text)


def _http_words(error: HTTPException) -> str:
    if error.status_code == 404:
        return "there is no such page; the home page has all games and tables"
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(str(item.get("message", "")) for item in extra if isinstance(item, dict))
    return details or error.detail
