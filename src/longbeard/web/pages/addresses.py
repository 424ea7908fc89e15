"""Links that work on one machine alone."""

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_here(host: str) -> bool:
    """Return whether a name or an address means this machine alone.

    >>> is_here("localhost"), is_here("127.0.0.1"), is_here("192.168.1.5"), is_here("wizards.example")
    (True, True, False, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def only_here(link: str) -> bool:
    """Return whether a link works on this machine alone.

    >>> only_here("http://127.0.0.1:8017/t/x"), only_here("http://[::1]:8017"), only_here("http://10.0.0.7/")
    (True, True, False)
    """
    return is_here(urlsplit(link).hostname or "")
