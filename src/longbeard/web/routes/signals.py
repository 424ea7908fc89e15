"""Routes of turn signals: the service worker that shows them, and subscriptions to Web Push."""

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Response, get, post

from longbeard.engine.errors import BadOptions
from longbeard.web.errors import BadBody, NoCSRF, NotFound
from longbeard.web.forms import AnyRequest, visit_of
from longbeard.web.messages import Decoder
from longbeard.web.pages.assets import assets
from longbeard.web.responses import limits_of, send
from longbeard.web.subscriptions import Subscriptions

if TYPE_CHECKING:
    from longbeard.web.push import Pusher

Short = Annotated[str, msgspec.Meta(max_length=200)]
Address = Annotated[str, msgspec.Meta(max_length=1_000)]


class Keys(msgspec.Struct):
    """The keys of a browser's subscription."""

    p256dh: Short
    auth: Short


class Subscribing(msgspec.Struct):
    """A browser's subscription, as `PushSubscription.toJSON()` writes it."""

    endpoint: Address
    keys: Keys


class Leaving(msgspec.Struct):
    """A subscription to delete."""

    endpoint: Address


subscribing: Decoder[Subscribing] = Decoder(Subscribing)
leaving: Decoder[Leaving] = Decoder(Leaving)


@get("/worker.js", include_in_schema=False)
async def worker(request: AnyRequest) -> Response[bytes]:
    """Serve the service worker, from an address whose scope is the whole site."""
    return send(request, assets()["worker.js"], "no-cache")


@get("/push", include_in_schema=False)
async def push_key(request: AnyRequest) -> dict[str, str]:
    """Return the key with which a browser subscribes; empty where nothing is pushed."""
    pusher = _pusher(request)
    return {"key": pusher.key.public if pusher else ""}


@post("/push", include_in_schema=False, status_code=204)
async def subscribe(request: AnyRequest) -> None:
    """Store the subscription of a browser."""
    pusher = _pusher(request)
    if pusher is None:
        raise NotFound("this house pushes nothing: its operator has given no key")
    said = await _read(request, subscribing)
    from longbeard.web.push import checked  # the extra `push`

    new = checked(said.endpoint, said.keys.p256dh, said.keys.auth, pusher.local)
    await _book(request).keep(visit_of(request).person.id, new, limits_of(request).pushes_each)


@post("/push/forget", include_in_schema=False, status_code=204)
async def unsubscribe(request: AnyRequest) -> None:
    """Delete the subscription of a browser."""
    said = await _read(request, leaving)
    await _book(request).forget(visit_of(request).person.id, said.endpoint)


async def _read(request: AnyRequest, decoder: Decoder[Any]) -> Any:
    """Decode what one of our own pages sent, for a person who was here before."""
    visit = visit_of(request)
    if not visit.same_site:
        raise NoCSRF("subscriptions are sent by our own pages")
    if not visit.known:
        raise BadOptions("nobody knows you yet: open a page first")
    try:
        return decoder.decode(await request.body())
    except msgspec.MsgspecError as error:
        raise BadBody(f"this cannot be read: {error}") from error


def _pusher(request: AnyRequest) -> "Pusher | None":
    pusher: Pusher | None = request.app.state.pusher
    return pusher


def _book(request: AnyRequest) -> Subscriptions:
    book: Subscriptions = request.app.state.subscriptions
    return book


ROUTES = [worker, push_key, subscribe, unsubscribe]
