"""Sessions: a signed cookie, made on the first visit. No account, no password, nothing to look up."""

import logging
import os
import stat
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest, digest
from pathlib import Path
from secrets import token_bytes, token_urlsafe
from time import time
from typing import Final

from longbeard.people.privacy import UNSEEN_DAYS
from longbeard.table.days import DAY

COOKIE: Final = "lb_id"
COOKIE_SECONDS: Final = UNSEEN_DAYS * DAY
KEY_BYTES: Final = 32
ID_LENGTH: Final = 24
TOKEN_BYTES: Final = 16
LONGEST: Final = 400
"""Most letters of a cookie or token of ours: an identity, a name in UTF-8, a time, and a signature."""
log = logging.getLogger("longbeard.session")


@dataclass(frozen=True)
class Person:
    """A person: an identity that only their browsers have, and the name last used."""

    id: str
    name: str = ""
    avatar: str = ""
    """The chosen avatar; empty for the default one."""


def new_person() -> Person:
    """Make a person with a new identity."""
    return Person(token_urlsafe(ID_LENGTH * 3 // 4))


def read_key(folder: Path) -> bytes:
    """Load the key that signs all cookies, made once; only the server's own user may read it."""
    path = folder / "key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            log.warning(
                "%s can be read by other users of this machine: whoever has it can be anybody at any table. "
                "`chmod 600` it; if they are not to be trusted, delete it, and everyone is a stranger again",
                path,
            )
        if len(key) != KEY_BYTES:
            raise OSError(
                f"{path} is damaged: restore it from a backup, or delete it, and everyone is a stranger again"
            ) from None
        return key
    key = token_bytes(KEY_BYTES)
    with os.fdopen(handle, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


class Passports:
    """Signs identities and verifies them."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.is_forgotten: Callable[[str], bool] = lambda person: False
        """Returns whether a person was forgotten: then the cookies of their other devices are void, too."""

    def write(self, person: Person) -> str:
        """Sign a person as a cookie."""
        body = f"{person.id}.{_text(person.name.encode())}"
        if person.avatar:
            body += f".{_text(person.avatar.encode())}"
        return f"{body}.{self._sign('id', body)}"

    def read(self, text: str) -> Person | None:
        """Return the person of a cookie; None if we did not sign it."""
        body, _, signature = text.rpartition(".")
        if not compare_digest(signature.encode(), self._sign("id", body).encode()):
            return None
        person, name, avatar = (*body.split("."), "", "")[:3]
        if self.is_forgotten(person):
            return None
        return Person(person, _bytes(name).decode(errors="replace"), _bytes(avatar).decode(errors="replace"))

    def write_token(self, person: Person, days: float) -> tuple[str, int]:
        """Sign a token for a program; return it and the Unix time at which it expires."""
        expires = int(time() + days * DAY)
        body = f"{person.id}.{_text(person.name.encode())}.{expires}"
        return f"{body}.{self._sign('token', body)}", expires

    def read_token(self, text: str) -> Person | None:
        """Return the person of a token; None if we did not sign it, or if it has expired."""
        body, _, signature = text.rpartition(".")
        if len(text) > LONGEST or not compare_digest(signature.encode(), self._sign("token", body).encode()):
            return None
        person, name, expires = body.split(".")
        if time() >= int(expires) or self.is_forgotten(person):
            return None
        return Person(person, _bytes(name).decode(errors="replace"))

    def csrf(self, person: Person) -> str:
        """Make a token for this person's forms; masked, so that compressed pages do not leak it."""
        mask = token_bytes(TOKEN_BYTES)
        return _text(mask + _xor(mask, self._csrf(person)))

    def is_csrf(self, person: Person, token: str) -> bool:
        """Return whether a form came from one of our pages."""
        given = _bytes(token)
        mask, rest = given[:TOKEN_BYTES], given[TOKEN_BYTES:]
        return len(rest) == TOKEN_BYTES and compare_digest(_xor(mask, rest), self._csrf(person))

    def _csrf(self, person: Person) -> bytes:
        return digest(self._key, f"csrf {person.id}".encode(), "sha256")[:TOKEN_BYTES]

    def _sign(self, purpose: str, body: str) -> str:
        return _text(digest(self._key, f"{purpose} {body}".encode(), "sha256"))


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
    except ValueError:
        return b""


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
