"""`longbeard press`: a game as a PDF."""

import sys
from pathlib import Path

import click

from longbeard.engine.room import Room
from longbeard.press.order import Backs, Cut, Ink, Order, Paper, What, read_copies
from longbeard.press.paper import STAGES, make_pdf


def print_game(
    room: Room,
    path: Path,
    paper: str,
    what: str,
    cut: str,
    backs: str,
    ink: str,
    copies: tuple[str, ...],
) -> None:
    """Write the PDF, with a progress bar, and print how to print it."""
    box = room.box
    changed = read_copies(copies, room.pieces(box)) if copies else {}
    order = Order(Paper(paper), What(what), Cut(cut), Backs(backs), Ink(ink), changed)
    with click.progressbar(
        length=len(STAGES) + 1, label=room.plate.title, item_show_func=str, file=sys.stderr
    ) as bar:
        pdf = make_pdf(room, box, order, lambda stage: bar.update(1, stage))
        bar.update(1, "done")
    path.write_bytes(pdf)
    click.echo(f"{path}: {len(pdf) // 1000} kB. Print it on {order.paper.title} at 100 %{_sides(order)}.")


def _sides(order: Order) -> str:
    if order.backs is Backs.FOLD:
        return ", on one side, then fold backs behind fronts"
    return ", on both sides, turned over the long edge"
