"""Addresses at which other machines of the local network reach this server."""

import socket
from contextlib import suppress
from ipaddress import IPv4Address
from typing import Final

from longbeard.web.pages.addresses import is_here

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation, which belongs to nobody: nothing is sent to it."""
EVERYWHERE: Final = ("0.0.0.0", "::", "")


def lan_addresses(host: str, port: int) -> list[str]:
    """List the addresses (http://…) at which others reach the server, the likeliest first; empty if none do.

    >>> lan_addresses("127.0.0.1", 8017), lan_addresses("192.168.1.5", 8017)
    ([], ['http://192.168.1.5:8017'])
    """
    found = _own_addresses() if host in EVERYWHERE else [host]
    return [f"http://{_written(one)}:{port}" for one in dict.fromkeys(found) if not is_here(one)]


def _own_addresses() -> list[str]:
    """List this machine's addresses: that of its default route, then those of its name."""
    found: list[str] = []
    # It may have no route, and still have a name.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.connect(ELSEWHERE)  # chooses the route, and sends nothing
        found.append(out.getsockname()[0])
    with suppress(OSError):
        found += [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [one for one in found if not IPv4Address(one).is_unspecified]


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host
