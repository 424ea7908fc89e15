"""Serve the documentation site, if the operator has one: the plain files of a folder that `make docs` built.

Its pages hold scripts of the site's own. Each page allows exactly those that are in it, by their hashes, so
that the policy of all other pages stays as it is. Whatever is served was found in the folder when the server
started: an address is looked up in that list and never becomes a path.
"""

import asyncio
import gzip
import re
from base64 import b64encode
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from longbeard.engine.errors import BadOptions
from longbeard.web.errors import NotFound
from longbeard.web.forms import AnyRequest
from longbeard.web.pages.assets import MEDIA_TYPES, PACKED

PAGE: Final = ".html"
TYPES: Final = {**MEDIA_TYPES, PAGE: "text/html", ".toml": "text/plain", ".csv": "text/plain"}
"""Other files of the folder are not served."""
FIRST: Final = "index.html"
KEPT: Final = "public, max-age=300"
"""A site that was built anew is seen after five minutes."""
LARGEST: Final = 16_000_000
"""Bytes of a file: more is no part of a site of ours."""
INLINE: Final = re.compile(
    rb"<script(?![^>]*\bsrc=)(?![^>]*\btype=\"application/json\")[^>]*>(.*?)</script>", re.DOTALL
)
POLICY: Final = (
    "default-src 'none'; script-src 'self'{}; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True)
class File:
    """A file of the site as it is sent."""

    name: str
    body: bytes

    @cached_property
    def gzipped(self) -> bytes:
        """Compress the body for browsers that accept gzip; empty if that would not help."""
        return b"" if self.name.endswith(PACKED) else gzip.compress(self.body, 6, mtime=0)

    @cached_property
    def headers(self) -> dict[str, str]:
        """Make its headers: how long it may be kept, its version, and for a page what it may load."""
        tag = blake2b(self.body, digest_size=9).hexdigest()
        headers = {"cache-control": KEPT, "vary": "accept-encoding", "etag": f'W/"{tag}"'}
        if self.name.endswith(PAGE):
            headers["content-security-policy"] = policy(self.body)
            headers["referrer-policy"] = "same-origin"
            headers["cross-origin-opener-policy"] = "same-origin"
        return headers


def policy(page: bytes) -> str:
    """Allow a page of the site its own files, and the scripts that are written in it.

    >>> policy(b'<script>let toad = 1</script><script src="bundle.js"></script>').split(";")[1]
    " script-src 'self' 'sha256-ZT/qw7spyfayUHIPAQqGRLeeOmIIp8gjV8wHK3TDz/4='"
    """
    hashes = dict.fromkeys(b64encode(sha256(script).digest()).decode() for script in INLINE.findall(page))
    return POLICY.format("".join(f" 'sha256-{one}'" for one in hashes))


class Site:
    """The files of a built site. They are listed at once, and read when they are first asked for."""

    def __init__(self, folder: Path) -> None:
        root = folder.resolve()
        self._paths = {
            path.relative_to(root).as_posix(): path
            for path in root.rglob("*")
            if path.suffix in TYPES and path.is_file() and path.resolve().is_relative_to(root)
        }
        if FIRST not in self._paths:
            raise BadOptions(
                f"--docs is a folder that `make docs` built, and there is no {FIRST} in {folder}"
            )
        self._files: dict[str, File] = {}

    @property
    def names(self) -> list[str]:
        """Everything that is served."""
        return sorted(self._paths)

    async def find(self, name: str) -> File:
        """Return a file by its exact name, or raise NotFound."""
        if name not in self._files:
            path = self._paths.get(name)
            if path is None:
                raise NotFound("there is no such page in the documentation")
            self._files[name] = await asyncio.to_thread(_read, name, path)
        return self._files[name]


def _read(name: str, path: Path) -> File:
    """Read and compress a file, away from the event loop."""
    try:
        if path.stat().st_size > LARGEST:
            raise NotFound(f"{name} is too large to be served")
        found = File(name, path.read_bytes())
    except OSError as error:
        raise NotFound("this page of the documentation is gone: it is being built anew") from error
    found.gzipped  # noqa: B018
    return found


def site_of(request: AnyRequest) -> Site | None:
    """The documentation of this server, if it has one."""
    site: Site | None = request.app.state.docs
    return site


@get("/docs", include_in_schema=False)
async def front_door() -> Redirect:
    """Lead to the first page, whose links are relative to it."""
    return Redirect(f"/docs/{FIRST}", status_code=302, headers={"cache-control": KEPT})


@get("/docs/{name:path}", include_in_schema=False)
async def page(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Serve a page or a file of the site."""
    site = site_of(request)
    if site is None:
        raise NotFound("this server has no documentation; `make docs` builds it")
    found = await site.find(name.lstrip("/"))
    headers = dict(found.headers)
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(b"", status_code=304, headers=headers)
    body = found.body
    if found.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = found.gzipped, "gzip"
    return Response(body, media_type=TYPES[Path(found.name).suffix], headers=headers)


ROUTES = [front_door, page]
