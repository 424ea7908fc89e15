"""Address of a store, as people write it: a folder on this machine, or a PostgreSQL database."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from longbeard.engine.errors import BadOptions

SCHEMES: Final = ("postgresql", "postgres")


@dataclass(frozen=True)
class Address:
    """Address of a store: either a folder, or a URL."""

    folder: Path | None = None
    url: str = ""
    """URL of a database, with its password: not to be shown."""

    def __str__(self) -> str:
        """Return the address without a password, for people and logs."""
        if self.folder is not None:
            return str(self.folder)
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2] or "(local)"
        return f"{parts.scheme}://{host}{parts.path}"


def read_address(text: str) -> Address:
    """Parse the argument of `--store` and of the commands about stores, or raise BadOptions.

    >>> str(read_address("postgresql://ada:secret@db.example/house?sslmode=require"))
    'postgresql://db.example/house'
    >>> read_address("sqlite:/var/lib/longbeard").folder
    PosixPath('/var/lib/longbeard')
    """
    scheme, colon, rest = text.partition(":")
    if colon and scheme in SCHEMES and rest.startswith("//"):
        try:
            _port = urlsplit(text).port  # parsed only on access
        except ValueError:
            raise BadOptions("the port in the address of the store is not a number from 0 to 65535") from None
        return Address(url=text)
    if colon and scheme == "sqlite":
        text = rest.removeprefix("//")
    elif "://" in text:
        raise BadOptions(f"a store is a folder, or like postgresql://host/database, not {scheme}://…")
    if not text:
        raise BadOptions("a store is a folder, or like postgresql://host/database")
    return Address(Path(text))
