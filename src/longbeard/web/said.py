"""What can be said on a socket, message by message; anything else is refused."""

from typing import Annotated

import msgspec

Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Play(msgspec.Struct, tag="play", forbid_unknown_fields=True):
    move: Number
    action: Annotated[str, msgspec.Meta(max_length=100)]


class Undo(msgspec.Struct, tag="undo"):
    move: Number


class Hint(msgspec.Struct, tag="hint"):
    pass


class Chat(msgspec.Struct, tag="chat"):
    text: Annotated[str, msgspec.Meta(max_length=1000)]


class React(msgspec.Struct, tag="react"):
    name: Annotated[str, msgspec.Meta(max_length=20)]


class Rematch(msgspec.Struct, tag="rematch"):
    pass


class Leave(msgspec.Struct, tag="leave"):
    pass


class Takeover(msgspec.Struct, tag="takeover"):
    seat: Number


class Giveback(msgspec.Struct, tag="giveback"):
    seat: Number


Said = Play | Undo | Hint | Chat | React | Rematch | Leave | Takeover | Giveback
decoder = msgspec.json.Decoder(Said)
