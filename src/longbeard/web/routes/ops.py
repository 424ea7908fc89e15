"""Routes for browsers and operators: files, health, metrics."""

from litestar import MediaType, Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from longbeard.table.metrics import Metrics
from longbeard.web.errors import NotFound
from longbeard.web.forms import (
    AnyRequest,
    visit_of,
)
from longbeard.web.middleware import Readiness
from longbeard.web.pages.assets import assets, version
from longbeard.web.responses import FOR_EVER, house_of, limits_of, send


@get("/static/{made:str}/{name:path}", include_in_schema=False)
async def static(request: AnyRequest, made: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Serve a file that never changes under its address."""
    asset = assets().get(name.lstrip("/"))
    if asset is None:
        raise NotFound("there is no such file")
    return send(request, asset, FOR_EVER if made == version() else "no-cache")


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT)
async def health(request: AnyRequest) -> Response[str]:
    """Report whether moves can be stored, and what is damaged. Damage alone is no reason to restart."""
    well, words = await house_of(request).health()
    return Response(words, status_code=200 if well else 503, media_type=MediaType.TEXT)


@get("/livez", include_in_schema=False, media_type=MediaType.TEXT)
async def alive(request: AnyRequest) -> Response[str]:
    """Answer while the process answers at all: when this fails, a restart helps.

    With `?leaving=404`, a server that is about to stop says so with the status that HAProxy understands as
    "no new connections, but keep the open ones".
    """
    readiness: Readiness = request.app.state.readiness
    if readiness.leaving and request.query_params.get("leaving") == "404":
        return Response("leaving", status_code=404, media_type=MediaType.TEXT)
    return Response("alive", media_type=MediaType.TEXT)


@get("/readyz", include_in_schema=False, media_type=MediaType.TEXT)
async def ready(request: AnyRequest) -> Response[str]:
    """Report whether requests should be sent here: moves can be stored, and the server is not about to
    stop."""
    readiness: Readiness = request.app.state.readiness
    well, words = (False, "leaving") if readiness.leaving else await house_of(request).health()
    return Response(words, status_code=200 if well else 503, media_type=MediaType.TEXT)


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[str]:
    """Report the metrics, to this machine alone unless a limit says otherwise."""
    house = house_of(request)
    if not visit_of(request).local and not limits_of(request).metrics_for_all:
        raise NotFound("there is nothing here")
    counted: Metrics = house.metrics
    return Response(counted.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/favicon.ico", include_in_schema=False)
async def favicon() -> Redirect:
    """Serve the icon to browsers that do not read the page."""
    return Redirect(f"/static/{version()}/hat.svg", status_code=302)


ROUTES = [static, health, alive, ready, metrics, favicon]
