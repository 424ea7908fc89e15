"""Web Push: tells a person who is not at their table that it is their turn (RFC 8030, 8291, 8292).

A browser that subscribes gives us an address of its maker's push service, and keys. A message says in which
game it is one's turn and where the table is, encrypted for that browser alone; nothing about the cards. The
address comes from outside, so it is not trusted: only https, only public hosts, no redirects, short timeouts,
few attempts.
"""

import asyncio
import json
import logging
import os
import socket
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from time import time
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from py_vapid import Vapid02
from pywebpush import WebPusher

from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.engine.match import PERSON
from longbeard.store.store import StoreError
from longbeard.table.days import DAY
from longbeard.table.live import LiveTable
from longbeard.table.metrics import Metrics
from longbeard.web.subscriptions import Subscription, Subscriptions

ENDPOINT_LENGTH: Final = 1_000
AUTH_BYTES: Final = 16
PAYLOAD_BYTES: Final = 1_000
"""Most bytes of a message; push services accept 4096, encrypted, and ours are far shorter."""
SIGNED_SECONDS: Final = 12 * 3600
"""Seconds for which a signature is valid; push services refuse more than a day."""
KEPT_SECONDS: Final = DAY
"""Seconds for which a push service tries to deliver: after a day, it is no longer news."""
SEND_SECONDS: Final = 10.0
"""Seconds for a push service to answer."""
PAUSES: Final = (5.0, 60.0)
"""Seconds before each further attempt, when a push service is out of order."""
LONGEST_PAUSE: Final = 300.0
"""Longest Retry-After in seconds that is obeyed; beyond it, the push is given up."""
AT_ONCE: Final = 20
"""Messages on their way at the same time."""
MOST_WAITING: Final = 1_000
"""Messages that wait to be sent; more are dropped."""
TUNNELS: Final = tuple(map(ip_network, ("64:ff9b::/96", "2002::/16", "2001::/32")))
"""IPv6 networks that tunnel to IPv4, where the address may not be public."""
log = logging.getLogger("longbeard.push")


# ── keys ──────────────────────────────────────────────────────────────────────────────────────────


class PushKey:
    """The operator's key, by which push services identify the sender."""

    def __init__(self, pem: bytes, contact: str) -> None:
        key = load_pem_private_key(pem, None)
        if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
            raise ValueError("it is not a private key of the curve P-256")
        if not contact.startswith(("mailto:", "https://")):
            raise BadOptions(
                "push services want to know whom to ask: --push-contact mailto:you@your.house, or an "
                f"https address, not {contact!r}"
            )
        self._vapid = Vapid02(key)
        self._contact = contact
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = _text(point)
        """Public half, which a browser needs to subscribe."""

    def sign(self, endpoint: str) -> str:
        """Return the signed header `Authorization` for a push service."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time()) + SIGNED_SECONDS,
            "sub": self._contact,
        }
        return str(self._vapid.sign(claims)["Authorization"])


def read_push_key(path: Path, contact: str) -> PushKey:
    """Load the operator's key, or raise BadOptions."""
    try:
        return PushKey(path.read_bytes(), contact)
    except (OSError, ValueError, TypeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadOptions(
            f"{path} is no key for pushes: {reason}; `longbeard push-keys {path}` makes one"
        ) from error


def make_push_key(path: Path) -> str:
    """Write a new key into a new file that only its owner may read; return its public half."""
    key = ec.generate_private_key(ec.SECP256R1())
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise LongbeardError(f"{path} cannot be written: {error.strerror}") from error
    with os.fdopen(handle, "wb") as file:
        file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return _text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


# ── addresses from outside ────────────────────────────────────────────────────────────────────────


def checked(endpoint: str, p256dh: str, auth: str, local: bool = False) -> Subscription:
    """Check a browser's subscription, or raise BadOptions."""
    refuse_endpoint(endpoint, local)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        fits = len(_bytes(auth)) == AUTH_BYTES
    except ValueError:
        fits = False
    if not fits:
        raise BadOptions("the keys of a subscription are a point of P-256 and 16 bytes, in base64url")
    return Subscription(endpoint, p256dh, auth)


def refuse_endpoint(endpoint: str, local: bool = False) -> None:
    """Refuse an address to which nothing may be sent; `local` allows this machine, for tests."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    if not host or len(endpoint) > ENDPOINT_LENGTH or not endpoint.isascii() or not endpoint.isprintable():
        raise BadOptions(f"an endpoint is an https address of at most {ENDPOINT_LENGTH} letters")
    if local:
        return
    plain = parts.scheme == "https" and port in (None, 443) and "@" not in parts.netloc
    if not plain or "." not in host.strip(".") or _is_address(host):
        raise BadOptions("an endpoint is an https address of a public push service, without a port")


def _is_address(host: str) -> bool:
    """Return whether a host is an IP address in any notation."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return host.replace(".", "").isdecimal() or host.lower().startswith("0x")
    return True


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is one of the public internet.

    >>> [is_public(ip_address(one)) for one in ("93.184.215.14", "10.0.0.1", "169.254.169.254", "::1")]
    [True, False, False, False]
    """
    tunnelled = isinstance(address, IPv6Address) and any(address in network for network in TUNNELS)
    return address.is_global and not address.is_multicast and not tunnelled


class PublicResolver(AbstractResolver):
    """Resolves a host, and refuses it if any of its addresses is not public.

    The connection is made to the very addresses that were checked, so that a name cannot change in between.
    """

    def __init__(self, local: bool = False) -> None:
        self._local = local

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)
        addresses = [(kind, str(where[0])) for kind, _type, _protocol, _name, where in found]
        for _kind, address in addresses:
            if not self._local and not is_public(ip_address(address.partition("%")[0])):
                raise OSError(f"{host} is not a public host")
        flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
        return [
            ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=flags)
            for kind, address in addresses
        ]

    async def close(self) -> None:
        """Do nothing: no resources are held."""


# ── sending ───────────────────────────────────────────────────────────────────────────────────────


class Pusher:
    """Notifies people for whom a table waits, and who do not look at it."""

    def __init__(
        self,
        key: PushKey,
        subscriptions: Subscriptions,
        metrics: Metrics,
        delay: float,
        local: bool = False,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        self.key = key
        self.local = local
        self._subscriptions = subscriptions
        self._metrics = metrics
        self._delay = delay
        self._pauses = pauses
        self._places = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None
        metrics.gauges["pushes_waiting"] = lambda: len(self._tasks)

    def turn(self, table: LiveTable, seat: int) -> None:
        """Notify the holder of a seat that it is their turn, unless they look at it soon."""
        if len(self._tasks) >= MOST_WAITING:
            self._metrics.count("pushes", 'outcome="dropped"')
            return
        task = asyncio.ensure_future(self._turn(table, seat, table.moves))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a push failed", exc_info=error)

    async def _turn(self, table: LiveTable, seat: int, move: int) -> None:
        await asyncio.sleep(self._delay)
        held = table.seats[seat]
        waits = table.to_act == seat and table.moves == move and not table.over and not held.bot
        if not waits or held.who != PERSON or held.left or table.presence(seat) == "here":
            return
        try:
            found = await self._subscriptions.of(held.person)
        except StoreError as error:
            log.error("nobody could be told that it is their turn: %s", error, extra={"table": table.id})
            return
        body = turn_message(table.match.room.plate.title, table.id)
        topic = _text(sha256(f"{table.id} {held.person}".encode()).digest()[:18])
        await asyncio.gather(*(self._deliver(one, body, topic) for one in found))

    async def _deliver(self, to: Subscription, body: bytes, topic: str) -> None:
        """Send a message, with retries; forget a browser that no longer exists."""
        for pause in (*self._pauses, None):
            async with self._places:
                status, patience = await self._send(to, body, topic)
            if 200 <= status < 300:
                self._metrics.count("pushes", 'outcome="sent"')
                return
            if status in (404, 410):
                self._metrics.count("pushes", 'outcome="gone"')
                await self._subscriptions.gone(to.endpoint)
                return
            again = status in (0, 408, 429) or status >= 500
            if pause is None or not again or patience > LONGEST_PAUSE:
                break
            await asyncio.sleep(max(pause, patience))
        self._metrics.count("pushes", 'outcome="failed"')
        log.warning("a push service took no message: status %d", status, extra={"host": _host(to.endpoint)})

    async def _send(self, to: Subscription, body: bytes, topic: str) -> tuple[int, float]:
        """Send a message once; return the status (0 for no answer) and the seconds to wait."""
        try:
            refuse_endpoint(to.endpoint, self.local)
            headers = {
                "Authorization": self.key.sign(to.endpoint),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(KEPT_SECONDS),
                "Topic": topic,
                "Urgency": "normal",
            }
            sealed = seal(to, body)
            async with self._client().post(
                to.endpoint, data=sealed, headers=headers, allow_redirects=False
            ) as answer:
                return answer.status, _seconds(answer.headers.get("Retry-After", ""))
        except (BadOptions, ValueError):
            return 410, 0.0  # stored by an older longbeard, or damaged: of no use any more
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("a push service did not answer: %s", error, extra={"host": _host(to.endpoint)})
            return 0, 0.0

    def _client(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(
                resolver=PublicResolver(self.local), use_dns_cache=False, limit=AT_ONCE
            )
            timeout = aiohttp.ClientTimeout(total=SEND_SECONDS)
            self._session = aiohttp.ClientSession(
                connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
            )
        return self._session

    async def close(self) -> None:
        """Stop sending."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()


def turn_message(title: str, table: str) -> bytes:
    """Return the message: in which game it is one's turn, and where. It never holds more than that."""
    body = json.dumps({"title": "Your turn", "text": f"It is your turn in {title}.", "to": f"/t/{table}"})
    return body.encode()[:PAYLOAD_BYTES]


def seal(to: Subscription, body: bytes) -> bytes:
    """Encrypt a message so that only the browser itself can read it."""
    keys = {"p256dh": to.p256dh, "auth": to.auth}
    made: Any = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(body, "aes128gcm")
    sealed: bytes = made["body"]
    return sealed


def _seconds(text: str) -> float:
    """Parse a header `Retry-After`; a date counts as 0."""
    return float(text) if text.isdecimal() and len(text) < 8 else 0.0


def _host(endpoint: str) -> str:
    """Return the host of an endpoint, for the log: the rest of it is a secret."""
    return urlsplit(endpoint).hostname or ""


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    """Decode base64url; ValueError for anything else."""
    if not text.isascii() or len(text) > ENDPOINT_LENGTH:
        raise ValueError("this is not base64url")
    return urlsafe_b64decode(text.rstrip("=").encode() + b"=" * (-len(text.rstrip("=")) % 4))
