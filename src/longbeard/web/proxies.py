"""Origin of a request: the other end of the connection, or what a trusted proxy says."""

import logging
from collections.abc import Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final

from longbeard.engine.errors import BadOptions

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

HOPS: Final = 20
"""Addresses of X-Forwarded-For that are read, from the right; nobody has more proxies."""
FORWARDED: Final = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via", b"x-forwarded-host")
"""Headers that a proxy adds: a request with one of them does not come from this machine itself."""
SCHEMES: Final = {"ws": "http", "wss": "https"}
log = logging.getLogger("longbeard.proxies")


@dataclass(frozen=True)
class Whence:
    """Origin of a request."""

    address: str
    scheme: str
    forwarded: bool

    def is_local(self, host: str) -> bool:
        """Return whether somebody on this machine asks for this machine: what passed a proxy asks for a
        public name."""
        found = _parsed(self.address)
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        here = name == "localhost" or ((asked := _parsed(name)) is not None and asked.is_loopback)
        return not self.forwarded and found is not None and found.is_loopback and here


class Proxies:
    """The trusted proxies."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self.networks = tuple(_network(text) for text in networks)
        self._warned = False

    def trusts(self, address: str) -> bool:
        """Return whether an address is that of a trusted proxy."""
        if not self.networks:
            return False
        found = _parsed(address)
        return found is not None and any(found in network for network in self.networks)

    def whence(self, scope: MutableMapping[str, Any]) -> Whence:
        """Return the origin of a request. In X-Forwarded-For the right-most address counts that is no trusted
        proxy's: everything further left was written by the sender of the request."""
        client = scope.get("client")
        address = client[0] if client else "?"
        scheme = SCHEMES.get(scope["scheme"], scope["scheme"])
        forwarded = any(name in FORWARDED for name, _value in scope["headers"])
        if not self.trusts(address):
            if forwarded and not self._warned:
                self._warned = True
                log.warning(
                    "a proxy at %s passes requests on, but is not trusted: everybody behind it counts as one "
                    "address. If it is yours, start the server with --trusted-proxy %s",
                    *(address, address),
                )
            return Whence(address, scheme, forwarded)
        for hop in _hops(scope):
            found = _parsed(hop)
            if found is None:
                break
            address = str(found)
            if not self.trusts(address):
                break
        for name, value in scope["headers"]:
            if name == b"x-forwarded-proto" and value in (b"http", b"https"):
                scheme = value.decode()
        return Whence(address, scheme, forwarded=True)


def _hops(scope: MutableMapping[str, Any]) -> Iterator[str]:
    """Yield the addresses of X-Forwarded-For, the last one first."""
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    hops = b",".join(values).decode("latin-1").rsplit(",", HOPS)
    return (hop.strip() for hop in reversed(hops[-HOPS:]))


def _network(text: str) -> Network:
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise BadOptions(f"--trusted-proxy is an address or a network (10.0.0.0/8), not {text!r}") from error


def _parsed(text: str) -> Address | None:
    """Parse an address as proxies write it: perhaps with a port, in brackets, or IPv4 mapped to IPv6."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found
