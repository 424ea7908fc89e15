"""The doorkeeper: stands before the whole application, for every request and every socket.

It knows who somebody is, turns away what is too much or comes from another site, says the security headers,
and writes the log. What is behind it can rely on `scope["state"]["visit"]`.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from longbeard.web.identity import COOKIE, COOKIE_SECONDS, Passports, Person, new_person
from longbeard.web.limits import Buckets, Limits, household
from longbeard.web.logs import without_secrets
from longbeard.web.metrics import Metrics

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
SAFE: Final = ("GET", "HEAD", "OPTIONS")
UNCOUNTED: Final = ("/static/", "/healthz")
log = logging.getLogger("longbeard.door")


@dataclass
class Visit:
    """One request or socket: who, from where, and whether they came with a cookie of ours."""

    person: Person
    address: str
    base: str
    known: bool
    bearer: bool
    same_site: bool
    """Whether a browser says that this comes from one of our own pages."""
    renamed: Person | None = None
    """Set by a page that learnt the person's name: the cookie is written again."""


class Doorkeeper:
    """An ASGI application around another."""

    def __init__(
        self, app: App, passports: Passports, limits: Limits, metrics: Metrics, public_url: str = ""
    ) -> None:
        self.app = app
        self.passports = passports
        self.limits = limits
        self.metrics = metrics
        self.public_url = public_url.rstrip("/")
        self._persons = Buckets(limits.person_rate)
        self._addresses = Buckets(limits.address_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = self.visit(scope)
        scope.setdefault("state", {})["visit"] = visit
        started, status = perf_counter(), 0

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _all_headers(message["headers"], self._cookie(scope, visit))
            await send(message)

        refusal = self._refusal(scope, visit)
        if refusal:
            await _refuse(scope, send_on, *refusal)
        else:
            await self.app(scope, receive, send_on)
        self._note(scope, visit, status, perf_counter() - started)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = self.visit(scope)
        scope.setdefault("state", {})["visit"] = visit
        origin = _header(scope, b"origin")
        if (origin and not visit.same_site) or not self._may(scope, visit):
            self.metrics.count("sockets_refused")
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "not from here"})
            return
        scope["state"]["cut_off"] = _cutter(send)
        await self.app(scope, receive, send)

    def visit(self, scope: Scope) -> Visit:
        """Who is at the door."""
        bearer = _header(scope, b"authorization").removeprefix("Bearer ")
        person = self.passports.read(bearer) if bearer else None
        known = person is not None
        if person is None:
            person = self.passports.read(_cookie(scope))
            known = person is not None
        client = scope.get("client")
        base = self._base(scope)
        return Visit(
            person or new_person(),
            client[0] if client else "?",
            base,
            known,
            bearer=bool(bearer) and known,
            same_site=_origin_of(scope) == base,
        )

    def _base(self, scope: Scope) -> str:
        if self.public_url:
            return self.public_url
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        return f"{scheme}://{_header(scope, b'host')}"

    def _may(self, scope: Scope, visit: Visit) -> bool:
        if scope["path"].startswith(UNCOUNTED):
            return True
        # A browser without a cookie is a new person every time: only its address counts.
        allowed = self._addresses.take(household(visit.address))
        return allowed and (not visit.known or self._persons.take(visit.person.id))

    def _refusal(self, scope: Scope, visit: Visit) -> tuple[int, str, str] | None:
        if not self._may(scope, visit):
            return 429, "too_many", "too many requests; wait a moment"
        length = _header(scope, b"content-length")
        if length.isdecimal() and int(length) > self.limits.body_bytes:
            return 413, "too_large", f"a request has at most {self.limits.body_bytes} bytes"
        if scope["method"] not in SAFE and _header(scope, b"origin") and not visit.same_site:
            return 403, "other_site", "this came from another site"
        return None

    def _cookie(self, scope: Scope, visit: Visit) -> list[tuple[bytes, bytes]]:
        page = not scope["path"].startswith((*UNCOUNTED, "/api/", "/metrics"))
        if visit.bearer or not page or (visit.known and visit.renamed is None):
            return []
        value = self.passports.write(visit.renamed or visit.person)
        secure = "; Secure" if visit.base.startswith("https:") else ""
        text = f"{COOKIE}={value}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
        return [(b"set-cookie", text.encode())]

    def _note(self, scope: Scope, visit: Visit, status: int, seconds: float) -> None:
        path = without_secrets(scope["path"])
        self.metrics.count("requests", f'status="{status}"')
        self.metrics.time("request", seconds)
        if scope["path"].startswith((*UNCOUNTED, "/metrics")) and status < 400:
            return
        facts = {"method": scope["method"], "path": path, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("request", extra=facts | {"address": visit.address})


def _all_headers(own: Iterable[tuple[bytes, bytes]], cookie: list[tuple[bytes, bytes]]) -> Any:
    """An answer's own headers and ours; what carries a cookie is for one person, and not to be kept."""
    headers = [*own, *HEADERS, *cookie]
    if cookie and not any(name == b"cache-control" for name, _value in headers):
        headers.append((b"cache-control", b"no-store"))
    return headers


def _cutter(send: Send) -> Callable[[], None]:
    """A way to end a socket whose other end does not listen: ASGI's own close would wait for it."""
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    abort: Callable[[], None] = getattr(transport, "abort", lambda: None)
    return abort


async def _refuse(scope: Scope, send: Send, status: int, kind: str, text: str) -> None:
    """Turn a request away, before anything of it was read."""
    body = text.encode()
    media = b"text/plain; charset=utf-8"
    if scope["path"].startswith("/api/"):
        body, media = msgspec.json.encode({"error": kind, "text": text}), b"application/json"
    headers = [(b"content-type", media), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _header(scope: Scope, name: bytes) -> str:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def _cookie(scope: Scope) -> str:
    try:
        morsel = SimpleCookie(_header(scope, b"cookie")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def _origin_of(scope: Scope) -> str:
    """The site that a browser says a request comes from."""
    origin = _header(scope, b"origin")
    parts = urlsplit(origin)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else origin
