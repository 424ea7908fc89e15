"""For browsers and operators: files, health, and what is counted."""

import asyncio

from litestar import MediaType, Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from longbeard.engine.errors import LongbeardError
from longbeard.web.answers import house_of
from longbeard.web.assets import assets, version
from longbeard.web.forms import (
    AnyRequest,
    visit_of,
)
from longbeard.web.house import NoSuchTable
from longbeard.web.metrics import Metrics

FOR_EVER = "public, max-age=31536000, immutable"


@get("/static/{made:str}/{name:path}", include_in_schema=False)
async def static(request: AnyRequest, made: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file that never changes under its address."""
    asset = assets().get(name.lstrip("/"))
    if asset is None:
        raise NoSuchTable("there is no such file")
    headers = {"cache-control": FOR_EVER if made == version() else "no-cache", "vary": "accept-encoding"}
    body = asset.body
    if asset.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.gzipped
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=asset.media_type, headers=headers)


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT)
async def health(request: AnyRequest) -> Response[str]:
    """Whether tables can be kept."""
    try:
        await asyncio.to_thread(house_of(request).store.check)
    except LongbeardError as error:
        return Response(str(error), status_code=503, media_type=MediaType.TEXT)
    return Response("well", media_type=MediaType.TEXT)


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[str]:
    """What the server counts; for this machine alone, unless it was said otherwise."""
    house = house_of(request)
    if visit_of(request).address not in ("127.0.0.1", "::1") and not house.limits.metrics_for_all:
        raise NoSuchTable("there is nothing here")
    counted: Metrics = house.metrics
    return Response(counted.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/favicon.ico", include_in_schema=False)
async def favicon() -> Redirect:
    """For those who do not read the page."""
    return Redirect(f"/static/{version()}/hat.svg", status_code=302)


PLUMBING = [static, health, metrics, favicon]
