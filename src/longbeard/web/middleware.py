"""Middleware in front of the whole application, for every request and every socket.

It counts requests by address before anything else of a request is parsed, identifies the person, refuses what
is too much, malformed or from another site, adds the security headers, and writes the log. The application
behind it can rely on `scope["state"]["visit"]`.
"""

import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from time import perf_counter
from typing import Any, Final

import msgspec

from longbeard.table.metrics import Metrics
from longbeard.table.spans import PARENT, span, traced
from longbeard.web.limits import Buckets, Limits, household
from longbeard.web.logs import REQUEST, without_secrets
from longbeard.web.pages.addresses import only_here
from longbeard.web.proxies import Proxies, Whence
from longbeard.web.session import COOKIE, COOKIE_SECONDS, LONGEST, Passports, Person, new_person

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    # Not `no-referrer`: browsers would then send our own forms with `Origin: null`.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"x-frame-options", b"DENY"),
]
FOR_EVERYBODY: Final = [
    # Files that a page is made of are not pages: opened by themselves, they may load nothing.
    (b"content-security-policy", b"default-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Headers of what everybody may cache. A table has forty such files, some smaller than the full set of
headers."""
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
SAFE: Final = ("GET", "HEAD", "OPTIONS")
UNCOUNTED: Final = ("/static/", "/pictures/", "/healthz", "/livez", "/readyz")
REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""Form of a request id that is accepted from a trusted proxy."""
COSTS: Final = re.compile(
    r"(?P<home>/)$|/t/[^/]*(?P<table>|/watch|/proof|/qr\.svg)$|/t/[^/]*/(?P<replay>replay|analysis)$"
    r"|/(?P<lesson>learn)/|/games/[^/]*/(?P<cards>cards|puzzles(?:/[^/]*)?)$|/games/[^/]*/(?P<pdf>print\.pdf)$|(?:/.*)?/(?P<share>share\.png)$"
    r"|/api/v1/tables/[^/]*/(?:(?P<story>story)|(?P<frames>frames))$"
    r"|/(?P<people>me|daily)(?:/.*)?$"
)
COST_OF: Final = {
    "home": 2.0,
    "table": 4.0,
    "replay": 6.0,
    "lesson": 3.0,
    "people": 3.0,
    "story": 3.0,
    "frames": 12.0,
    "cards": 3.0,
    "pdf": 60.0,
    "share": 40.0,
}
"""Cost when nothing is cached: an attacker can always ask for what is not."""
NAMES: Final = re.compile(r"^(/(?:static|pictures)/).*|(?<=/t/)[^/]+|(?<=/tables/)[^/]+|(?<=/seat/)[^/]+")
HEADERS_OF_ONE: Final = 50
"""Headers that are parsed for the price of one request; more cost more."""
HOST: Final = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
COOKIES_LENGTH: Final = 8_000
"""Longest Cookie header that is searched for our cookie; browsers do not make longer ones."""
LENGTH_DIGITS: Final = 12
TOO_MANY: Final = (429, "too_many", "too many requests; wait a moment")
log = logging.getLogger("longbeard.middleware")


@dataclass
class Visit:
    """One request or socket: who, from where, and whether they came with a cookie of ours."""

    person: Person
    address: str
    base: str
    shared: str
    """Address to give to others: that of the local network, if `base` works on this machine alone."""
    known: bool
    bearer: bool
    same_site: bool
    """Whether the browser says that this comes from one of our own pages."""
    local: bool = False
    """Whether it comes from this machine itself, and no proxy passed it on."""
    bad_token: bool = False
    """Whether it came with a token that is forged or has expired."""
    renamed: Person | None = None
    """Set by a page that learnt the person's identity or name: the cookie is written again."""
    forgotten: bool = False
    """Set when the person was forgotten: the cookie is deleted."""


@dataclass
class Readiness:
    """Whether the server wants new requests from a load balancer."""

    leaving: bool = False
    """Whether it is about to stop: open connections are served, and new ones should go elsewhere."""


class Doorkeeper:
    """ASGI middleware around the whole application."""

    def __init__(
        self,
        app: App,
        passports: Passports,
        limits: Limits,
        metrics: Metrics,
        public_url: str = "",
        proxies: Proxies | None = None,
        lan: str = "",
        readiness: Readiness | None = None,
    ) -> None:
        self.app = app
        self.readiness = readiness or Readiness()
        self.lan = lan
        self.passports = passports
        self.limits = limits
        self.metrics = metrics
        self.public_url = public_url.rstrip("/")
        self.proxies = proxies or Proxies()
        self._headers = [*HEADERS, HSTS] if self.public_url.startswith("https:") else HEADERS
        self.persons = Buckets(limits.person_rate)
        self.addresses = Buckets(limits.address_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        whence = self.proxies.whence(scope)
        REQUEST.set(self._name(scope))
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, whence)
        elif not traced():
            await self._request(scope, receive, send, whence)
        else:
            path = without_secrets(scope["path"])
            facts = {
                "http.request.method": scope["method"],
                "url.path": path,
                "client.address": whence.address,
                "longbeard.request": REQUEST.get(),
                PARENT: self._said_by_proxy(scope, b"traceparent"),
            }
            with span(f"{scope['method']} {_route(path)}", **facts) as note:
                note({"http.response.status_code": await self._request(scope, receive, send, whence)})

    def _name(self, scope: Scope) -> str:
        """Return the id of a request: that of a trusted proxy, or a new one."""
        given = self._said_by_proxy(scope, b"x-request-id")
        return given if REQUEST_ID.fullmatch(given) else token_hex(8)

    def _said_by_proxy(self, scope: Scope, header: bytes) -> str:
        client = scope.get("client")
        return _header(scope, header) if client and self.proxies.trusts(client[0]) else ""

    async def _request(self, scope: Scope, receive: Receive, send: Send, whence: Whence) -> int:
        started, status = perf_counter(), 0
        visit: Visit | None = None

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._all_headers(
                    message["headers"], self._cookie(scope, visit) if visit else []
                )
            await send(message)

        refusal = self._early_refusal(scope, whence)
        if refusal is None:
            visit = self.visit(scope, whence)
            scope.setdefault("state", {})["visit"] = visit
            refusal = self._refusal(scope, visit)
        if refusal:
            await _refuse(scope, send_on, *refusal)
        else:
            # A copy, so that the server still knows to leave out the body of an answer to HEAD.
            inside = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
            await self.app(inside, receive, send_on)
        self._note(scope, whence.address, status, perf_counter() - started)
        return status

    async def _socket(self, scope: Scope, receive: Receive, send: Send, whence: Whence) -> None:
        allowed = self._early_refusal(scope, whence) is None
        if allowed:
            visit = self.visit(scope, whence)
            scope.setdefault("state", {})["visit"] = visit
            foreign = bool(_header(scope, b"origin")) and not visit.same_site
            allowed = not foreign and not visit.bad_token and self._may(scope, visit)
        if not allowed:
            self.metrics.count("sockets_refused")
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "not from here"})
            return

        async def send_on(message: Message) -> None:
            if message["type"] == "websocket.accept":
                message["headers"] = [*message.get("headers", []), _id_header()]
            await send(message)

        await self.app(scope, receive, send_on)

    def visit(self, scope: Scope, whence: Whence) -> Visit:
        """Identify the person, and where the request comes from."""
        token = _bearer(scope)
        person = self.passports.read_token(token) if token else None
        bearer = person is not None
        if person is None:
            person = self.passports.read(_cookie(scope))
        host = _header(scope, b"host")
        base = self.public_url or f"{whence.scheme}://{host or _server(scope)}"
        return Visit(
            person or new_person(),
            whence.address,
            base,
            self.lan if self.lan and only_here(base) else base,
            known=person is not None,
            bearer=bearer,
            same_site=_header(scope, b"origin").lower() == base.lower(),
            local=whence.is_local(host),
            bad_token=bool(token) and not bearer,
        )

    def _early_refusal(self, scope: Scope, whence: Whence) -> tuple[int, str, str] | None:
        """Refuse a request by its origin and Host alone, before anything else of it is parsed."""
        counted = not scope["path"].startswith(UNCOUNTED)
        if counted and not self.addresses.take(household(whence.address), cost(scope)):
            return TOO_MANY
        host = _header(scope, b"host")
        if host and not HOST.fullmatch(host):
            return 400, "bad_host", "the header Host is a name or an address, and perhaps a port"
        return None

    def _may(self, scope: Scope, visit: Visit) -> bool:
        # A browser without a cookie is a new person every time: only its address counts.
        if not visit.known or scope["path"].startswith(UNCOUNTED):
            return True
        return self.persons.take(visit.person.id, cost(scope))

    def _refusal(self, scope: Scope, visit: Visit) -> tuple[int, str, str] | None:
        if not self._may(scope, visit):
            return TOO_MANY
        length = _header(scope, b"content-length")
        if len(length) > LENGTH_DIGITS or (length.isdecimal() and int(length) > self.limits.body_bytes):
            return 413, "too_large", f"a request has at most {self.limits.body_bytes} bytes"
        if scope["method"] not in SAFE and _header(scope, b"origin") and not visit.same_site:
            return 403, "other_site", "this came from another site: use the forms of our own pages"
        if visit.bad_token and scope["path"].startswith("/api/"):
            return (
                401,
                "bad_token",
                "this token is not ours, or has expired; POST /api/v1/identity gives a new one",
            )
        return None

    def _cookie(self, scope: Scope, visit: Visit) -> list[tuple[bytes, bytes]]:
        page = not scope["path"].startswith((*UNCOUNTED, "/api/", "/metrics"))
        kept = visit.known and visit.renamed is None and not visit.forgotten
        if visit.bearer or not page or kept:
            return []
        value, seconds = self.passports.write(visit.renamed or visit.person), COOKIE_SECONDS
        if visit.forgotten:
            value, seconds = "", 0
        secure = "; Secure" if visit.base.startswith("https:") else ""
        text = f"{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
        return [(b"set-cookie", text.encode())]

    def _all_headers(self, own: Sequence[tuple[bytes, bytes]], cookie: list[tuple[bytes, bytes]]) -> Any:
        """Add our headers to an answer's own. Without a cache-control of its own an answer may hold a hand.

        What everybody may cache is the same for everybody: it gets neither a cookie nor a request id.
        """
        kept = next((value for name, value in own if name == b"cache-control"), b"")
        if b"public" in kept:
            # Its own headers count: a page of the documentation says itself what it may load.
            said = {name for name, value in own}
            return [*own, *(header for header in FOR_EVERYBODY if header[0] not in said)]
        headers = [*own, *self._headers, *cookie, _id_header()]
        return headers if kept else [*headers, (b"cache-control", b"no-store")]

    def _note(self, scope: Scope, address: str, status: int, seconds: float) -> None:
        path = without_secrets(scope["path"])
        self.metrics.count("requests", f'status="{status}"')
        self.metrics.time("request", seconds)
        if scope["path"].startswith((*UNCOUNTED, "/metrics")) and status < 400:
            return
        facts = {"method": scope["method"], "path": path, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("request", extra=facts | {"address": address})


def _id_header() -> tuple[bytes, bytes]:
    return (b"x-request-id", REQUEST.get().encode())


def _route(path: str) -> str:
    """Return the route of a path, without what differs from table to table.

    >>> _route("/api/v1/tables/abc/frames"), _route("/t/abc"), _route("/static/1f2e/table.js")
    ('/api/v1/tables/*/frames', '/t/*', '/static/*')
    """
    return NAMES.sub(lambda found: f"{found[1] or ''}*", path)


def cost(scope: Scope) -> float:
    """Return the cost of a request in tokens: about one for each millisecond of CPU time."""
    found = COSTS.match(scope["path"])
    page = COST_OF[found.lastgroup] if found and found.lastgroup else 1.0
    return page + len(scope["headers"]) // HEADERS_OF_ONE


async def _refuse(scope: Scope, send: Send, status: int, kind: str, text: str) -> None:
    """Answer a refused request."""
    body = text.encode()
    media = b"text/plain; charset=utf-8"
    if scope["path"].startswith("/api/"):
        body, media = msgspec.json.encode({"error": kind, "text": text}), b"application/json"
    headers = [(b"content-type", media), (b"content-length", str(len(body)).encode())]
    if status == 429:
        # Closed, so that whatever else was sent on this connection is not even parsed.
        headers += [(b"retry-after", b"2"), (b"connection", b"close")]
    if status == 401:
        headers.append((b"www-authenticate", b'Bearer error="invalid_token"'))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _header(scope: Scope, name: bytes) -> str:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def _server(scope: Scope) -> str:
    """Return the server that a request without a Host (HTTP/1.0) was sent to."""
    host, port = scope.get("server") or ("localhost", None)
    return f"{host}:{port}" if port else str(host)


def _bearer(scope: Scope) -> str:
    """Return the bearer token of a program."""
    scheme, _, token = _header(scope, b"authorization").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _cookie(scope: Scope) -> str:
    """Find our own cookie in one pass: Python's own parser takes quadratic time for some headers."""
    for key, value in scope["headers"]:
        if key == b"cookie" and len(value) <= COOKIES_LENGTH:
            for pair in value.split(b";"):
                name, _, text = pair.strip().partition(b"=")
                if name == COOKIE.encode() and len(text) <= LONGEST:
                    return str(text.decode("latin-1"))
    return ""
