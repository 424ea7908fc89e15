"""The documentation at /docs: static files of one folder, their own policy, and nothing outside of it."""

import re
import socket
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from tests.web.served import Server, Visitor

from longbeard.engine.errors import BadOptions
from longbeard.web.middleware import POLICY
from longbeard.web.routes.docs import Site, policy

Servers = Callable[..., Server]
SCRIPT = "let toad = 1"
PAGE = f'<!doctype html><title>Toads</title><script>{SCRIPT}</script><script src="toad.js"></script>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small site, beside something that is nobody's business."""
    (tmp_path / "secret.html").write_text("the luck of running matches")
    folder = tmp_path / "site"
    (folder / "deep").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "deep/page.html").write_text("<!doctype html><title>Deep</title>")
    (folder / "toad.js").write_text("let frog = 2;" * 100)
    (folder / "notes.bak").write_text("not served")
    (folder / "out.html").symlink_to(tmp_path / "secret.html")
    return folder


@pytest.fixture
def server(own_server: Servers, folder: Path) -> Server:
    return own_server(options=("--docs", str(folder)))


def test_pages_are_served_with_a_policy_of_their_own_and_no_cookie(server: Server) -> None:
    client = Visitor(server.base).client
    answer = client.get("/docs/index.html")
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "set-cookie" not in answer.headers
    said = answer.headers.get_list("content-security-policy")
    assert len(said) == 1, "two policies would both count"
    assert f"script-src 'self' 'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}';" in said[0]
    assert "unsafe" not in said[0]
    assert "frame-ancestors 'none'" in said[0]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_all_other_pages_keep_their_policy(server: Server) -> None:
    client = Visitor(server.base).client
    for path in ("/", "/rules/witless-wizards", "/docs/nowhere.html"):
        assert client.get(path).headers.get_list("content-security-policy") == [POLICY], path
    style = re.findall(r"/static/\S+\.css", client.get("/").text)[0]
    assert client.get(style).headers.get_list("content-security-policy") == ["default-src 'none'"]


def test_what_has_not_changed_is_not_sent_again(server: Server) -> None:
    client = Visitor(server.base).client
    first = client.get("/docs/toad.js")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"].startswith("public")
    again = client.get("/docs/toad.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get("/docs/toad.js", headers={"accept-encoding": "identity"})
    assert plain.text == first.text
    assert "content-encoding" not in plain.headers


def test_the_front_page_and_the_door_lead_to_it(server: Server) -> None:
    client = Visitor(server.base).client
    assert '<a href="/docs">Documentation</a>' in client.get("/").text
    for door in ("/docs", "/docs/"):
        answer = client.get(door)
        assert (answer.status_code, answer.headers["location"]) == (302, "/docs/index.html"), door
    assert client.get("/docs/deep/page.html").status_code == 200


OUTSIDE = (
    "/docs/../secret.html",
    "/docs/deep/../../secret.html",
    "/docs/%2e%2e/secret.html",
    "/docs/..%2fsecret.html",
    "/docs//secret.html",
    "/docs/deep/%00",
    "/docs/out.html",
    "/docs/notes.bak",
    "/docs/deep",
    "/docs/deep/",
    "/docs/{}",
)


def test_nothing_else_can_be_asked_for(server: Server, folder: Path) -> None:
    for path in OUTSIDE:
        asked = path.format(folder / "index.html").encode()
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            # A client would tidy the path up before it asks.
            line.sendall(b"GET " + asked + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            answer = line.makefile("rb").read()
        head, _, body = answer.partition(b"\r\n\r\n")
        assert int(head.split()[1]) in (400, 404), path
        assert b"luck of running" not in body, path
        assert b"content-encoding" not in head.lower(), "it can be read as it is"


def test_a_house_without_documentation_says_so(own_server: Servers) -> None:
    client = Visitor(own_server().base).client
    assert client.get("/docs/index.html").status_code == 404
    assert "Documentation" not in client.get("/").text


def test_a_folder_that_is_no_site_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match=r"there is no index\.html"):
        Site(tmp_path)
    ask = [
        sys.executable,
        "-m",
        "longbeard",
        "serve",
        "--docs",
        str(tmp_path),
        "--data",
        str(tmp_path / "data"),
    ]
    refused = subprocess.run(ask, capture_output=True, text=True, timeout=120, check=False)
    assert refused.returncode == 1
    assert "make docs" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_only_scripts_that_are_run_are_allowed() -> None:
    said = policy(b'<script type="application/json" id="x">{}</script><script src="a.js"></script><p>')
    assert "sha256" not in said
