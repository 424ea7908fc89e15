"""Commands for several servers on one store."""

from pathlib import Path

from longbeard.engine.errors import BadOptions
from longbeard.store.address import read_address
from longbeard.terminal.extras import need


def checked(
    data: Path | None, store: str, bus: str, minds_elsewhere: bool = False
) -> tuple[Path | None, str]:
    """Check where tables are kept, a folder or a database, or raise BadOptions; return both."""
    address = read_address(store) if store else None
    if address is not None and address.folder is not None:
        if data is not None:
            raise BadOptions("--data and --store name two places; use one")
        data, store = address.folder, ""
    if store:
        need("asyncpg", "servers")
    if bus:
        need("redis", "servers")
        if not store:
            raise BadOptions(
                "a --bus is for several servers, which need a --store postgresql://… that they share"
            )
    if minds_elsewhere and not bus:
        raise BadOptions("minds elsewhere are asked over the bus: --bus redis://…")
    return data, store
