"""Where a store is, as people write it: a folder on this machine, or a database of PostgreSQL."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from longbeard.engine.errors import BadOptions

SCHEMES: Final = ("postgresql", "postgres")


@dataclass(frozen=True)
class Address:
    """The place of a store: either a folder, or a URL."""

    folder: Path | None = None
    url: str = ""
    """The whole address of a database, with its password: not to be shown."""

    def __str__(self) -> str:
        """Name the place without a password, for people and logs."""
        if self.folder is not None:
            return str(self.folder)
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2] or "(local)"
        return f"{parts.scheme}://{host}{parts.path}"


def read_address(text: str) -> Address:
    """Read what `--store` and the commands about stores take, or raise BadOptions.

    >>> str(read_address("postgresql://ada:secret@db.example/house?sslmode=require"))
    'postgresql://db.example/house'
    >>> read_address("sqlite:/var/lib/longbeard").folder
    PosixPath('/var/lib/longbeard')
    """
    scheme, colon, rest = text.partition(":")
    if colon and scheme in SCHEMES and rest.startswith("//"):
        try:
            _port = urlsplit(text).port  # it is read only now
        except ValueError:
            raise BadOptions("the port in the address of the store is no number") from None
        return Address(url=text)
    if colon and scheme == "sqlite":
        text = rest.removeprefix("//")
    elif "://" in text:
        raise BadOptions(f"a store is a folder, or like postgresql://host/database, not {scheme}://…")
    if not text:
        raise BadOptions("a store is a folder, or like postgresql://host/database")
    return Address(Path(text))
