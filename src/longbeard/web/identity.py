"""Who somebody is: a signed cookie, made on the first visit. No account, no password, nothing to look up."""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hmac import compare_digest, digest
from pathlib import Path
from secrets import token_bytes, token_urlsafe
from typing import Final

COOKIE: Final = "lb_id"
COOKIE_SECONDS: Final = 400 * 24 * 3600
KEY_BYTES: Final = 32
ID_LENGTH: Final = 24
TOKEN_BYTES: Final = 16


@dataclass(frozen=True)
class Person:
    """Somebody: an identity that only this browser has, and the name last used."""

    id: str
    name: str = ""


def new_person() -> Person:
    """Somebody who was never here before."""
    return Person(token_urlsafe(ID_LENGTH * 3 // 4))


def read_key(folder: Path) -> bytes:
    """The key that signs all cookies, made once; only the server's own user may read it."""
    path = folder / "key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) != KEY_BYTES:
            raise OSError(f"{path} is damaged: delete it, and everyone is a stranger again") from None
        return key
    key = token_bytes(KEY_BYTES)
    with os.fdopen(handle, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


class Passports:
    """Signs identities and reads them again."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def write(self, person: Person) -> str:
        """A person as a cookie or a bearer token."""
        body = f"{person.id}.{_text(person.name.encode())}"
        return f"{body}.{self._sign('id', body)}"

    def read(self, text: str) -> Person | None:
        """The person of a cookie; None if we did not sign it."""
        body, _, signature = text.rpartition(".")
        if not compare_digest(signature.encode(), self._sign("id", body).encode()):
            return None
        person, _, name = body.partition(".")
        return Person(person, _bytes(name).decode(errors="replace"))

    def csrf(self, person: Person) -> str:
        """A token for this person's forms; masked, so that compressed pages give nothing of it away."""
        mask = token_bytes(TOKEN_BYTES)
        return _text(mask + _xor(mask, self._csrf(person)))

    def is_csrf(self, person: Person, token: str) -> bool:
        """Whether a form came from one of our pages."""
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
