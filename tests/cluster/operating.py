"""The blocks of docs/operating.md, with other places and ports in them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[2] / "docs" / "operating.md"
FENCE: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of the page."""

    kind: str
    text: str

    @property
    def path(self) -> str:
        """The path of the file that it is, if its first line says so."""
        first = self.text.partition("\n")[0]
        return first.removeprefix("# ") if first.startswith("# /") else ""

    def changed(self, changes: Mapping[str, str]) -> "Block":
        """Return the block with other places in it."""
        text = self.text
        for old, new in changes.items():
            text = text.replace(old, new)
        return Block(self.kind, text)


def blocks(*kinds: str) -> list[Block]:
    """Return the blocks of the page in their order, all or those of some kinds."""
    found = [Block(kind, text) for kind, text in FENCE.findall(PAGE.read_text(encoding="utf-8"))]
    return [block for block in found if not kinds or block.kind in kinds]


def haproxy_settings(ports: Sequence[int]) -> str:
    """Return the page's settings of HAProxy for some servers, without https, on `{port}` of this machine.

    They go by nothing, as a load balancer may, so that the seats of a table meet different servers.
    """
    [block] = blocks("haproxy")
    servers = "".join(f"    server s{port} 127.0.0.1:{port}\n" for port in ports)
    text = re.sub(r"^    bind .*$", "    bind 127.0.0.1:{port}", block.text, flags=re.MULTILINE)
    text, count = re.subn(r"(?:^    server \w+ 127\.0\.0\.1:\d+\n)+", servers, text, flags=re.MULTILINE)
    assert count == 1
    text, count = re.subn(
        r"^    balance hash .*\n    hash-type .*$", "    balance leastconn", text, flags=re.MULTILINE
    )
    assert count == 1
    return text
