"""Commands for several servers on one store."""

import asyncio
import logging
import os
import signal
from contextlib import suppress
from pathlib import Path

import click

from longbeard.engine.errors import BadOptions
from longbeard.store.address import read_address
from longbeard.table.limits import HouseLimits
from longbeard.terminal.extras import need


def checked(
    data: Path | None, store: str, bus: str, minds_elsewhere: bool = False, workers: int = 1
) -> tuple[Path | None, str]:
    """Check where tables are stored, a folder or a database, or raise BadOptions; return both."""
    address = read_address(store) if store else None
    if address is not None and address.folder is not None:
        if data is not None:
            raise BadOptions("--data and --store name two places: give only one of them")
        data, store = address.folder, ""
    if store:
        need("asyncpg", "servers")
    if bus:
        need("redis", "servers")
        if not store:
            raise BadOptions(
                "a --bus is for several servers, which need a --store postgresql://… that they share"
            )
    if workers > 1 and not bus:
        raise BadOptions(
            "several --workers need what they share: --store postgresql://… and --bus redis://…; "
            "a folder is for one server"
        )
    if minds_elsewhere and not bus:
        raise BadOptions("minds elsewhere are asked over the bus: --bus redis://…")
    return data, store


def think(store: str, bus: str, count: int, asked: tuple[str, ...], limits: HouseLimits) -> None:
    """Think for the bots of all servers until told to stop."""
    for module in ("asyncpg", "redis"):
        need(module, "servers")
    from longbeard.store.postgres import PostgresStore
    from longbeard.table.minds import MindProcesses
    from longbeard.table.minds_elsewhere import MindWorker
    from longbeard.table.policies import open_policies, read_policies
    from longbeard.table.redis_bus import RedisBus

    async def work() -> None:
        minds = MindProcesses(count, policies.specs, limits)
        line = RedisBus(bus)
        await line.start()
        working = asyncio.ensure_future(MindWorker(kept, line, minds).run())
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, working.cancel)
        click.echo(f"{minds.count} minds think for the servers of {kept.place}  (Ctrl-C stops them)")
        with suppress(asyncio.CancelledError):
            await working
        await minds.close()
        await line.close()

    if read_address(store).folder is not None:
        raise BadOptions("minds elsewhere need a --store postgresql://… that they share with the servers")
    logging.basicConfig(level=logging.INFO)
    policies = open_policies(read_policies(asked))
    kept = PostgresStore(store)
    try:
        asyncio.run(work())
    finally:
        kept.close()


def share_of_minds(minds: int, workers: int) -> int:
    """Return the number of minds per worker: an equal share of the spare cores, unless it is given."""
    return minds or (max(1, ((os.cpu_count() or 2) - 1) // workers) if workers > 1 else 0)
