"""Messages that a page may send on its socket, and their JSON decoder; anything else is refused."""

from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec

Kind = TypeVar("Kind")

HIGHEST: Final = 1_000_000
"""Highest number in a message or a query."""
ACTION_LENGTH: Final = 100
Number = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)]


class Play(msgspec.Struct, tag="play", forbid_unknown_fields=True):
    move: Number
    action: Annotated[str, msgspec.Meta(max_length=ACTION_LENGTH)]


class Undo(msgspec.Struct, tag="undo"):
    move: Number


class Retell(msgspec.Struct, tag="retell"):
    move: Number


class Hint(msgspec.Struct, tag="hint"):
    pass


class Chat(msgspec.Struct, tag="chat"):
    """A line of chat. (The table checks its length.)"""

    text: str


class React(msgspec.Struct, tag="react"):
    name: Annotated[str, msgspec.Meta(max_length=20)]


class Rematch(msgspec.Struct, tag="rematch"):
    level: Annotated[str, msgspec.Meta(max_length=20)] = ""
    """Level of all bots at the next table; empty for the same as now."""


class Leave(msgspec.Struct, tag="leave"):
    pass


class Takeover(msgspec.Struct, tag="takeover"):
    seat: Number


class Giveback(msgspec.Struct, tag="giveback"):
    seat: Number


class Renew(msgspec.Struct, tag="renew"):
    """Request for a new link of one's own seat."""


class Start(msgspec.Struct, tag="start"):
    """Start of the match, with bots of a level (by default the default one) on the free seats."""

    level: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Free(msgspec.Struct, tag="free"):
    """Request to free a seat before the match begins."""

    seat: Number


class Sight(msgspec.Struct, tag="sight"):
    """Whether the page is visible."""

    seen: bool


class Beat(msgspec.Struct, tag="beat"):
    """Answer to a heartbeat."""


Seated = Leave | Takeover | Giveback | Renew | Start | Free
Message = Play | Undo | Retell | Hint | Chat | React | Rematch | Seated | Sight | Beat


class Decoder(Generic[Kind]):
    """Decodes JSON as one type and no other; any error is a `msgspec.MsgspecError`."""

    def __init__(self, kind: Any) -> None:
        self._decoder: msgspec.json.Decoder[Kind] = msgspec.json.Decoder(kind)

    def decode(self, text: str | bytes) -> Kind:
        """Decode a text. msgspec itself raises other errors for what is not UTF-8, or nested too deeply."""
        try:
            return self._decoder.decode(text)
        except UnicodeError as error:
            raise msgspec.DecodeError("it is not in UTF-8") from error
        except RecursionError as error:
            raise msgspec.DecodeError("it is nested too deeply") from error


decoder: Decoder[Message] = Decoder(Message)
