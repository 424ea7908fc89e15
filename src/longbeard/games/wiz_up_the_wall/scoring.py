"""Scoring (P1 to P5): everything is turned up, counted and told."""

from typing import Final

from mypy_extensions import i64

from longbeard.engine.numbers import bit
from longbeard.games.wiz_up_the_wall import events
from longbeard.games.wiz_up_the_wall.board import COUNTING, FAILED, ROUND_OVER, SCORED, TURNING_UP, Board
from longbeard.games.wiz_up_the_wall.box import SYMBOLS, cards_in, symbols_in
from longbeard.games.wiz_up_the_wall.streams import CARD_SHIFT, OWNER_MASK, OWNER_SHIFT

EACH: Final = 0x010101010101
"""A one in the byte of every symbol."""


def turn_up(board: Board) -> None:
    """Score the round that is over."""
    streams = board.streams
    counted = streams.counted()
    row = board.round * board.seats
    for seat in range(board.seats):
        board.points[row + seat] = 0  # first the worth of the counted cards, then the points
    cards, worths, points = streams.cards, board.box.worth, board.points
    for place in range(streams.laid):
        if (counted >> place) & 1 != 0:
            card = cards[place]
            points[row + ((card >> OWNER_SHIFT) & OWNER_MASK)] += worths[card >> CARD_SHIFT]
    for seat in range(board.seats):
        points[row + seat] = points_for(points[row + seat], board.box.bust)
    if board.listened_to():
        _tell_scoring(board, counted)


def points_for(worth: i64, bust: i64) -> i64:
    """Return a point for each card, unless there is too much of one symbol (P2, P3)."""
    if bursts(worth, bust):
        return FAILED
    return cards_in(worth)


def bursts(worth: i64, bust: i64) -> bool:
    """Return whether there is more than `bust` of any symbol (P2): adding the rest to 127 then reaches
    128."""
    return (worth + EACH * (127 - bust)) & (EACH << 7) != 0


def round_winners(board: Board) -> i64:
    """Return the longest streams of the round that did not go bust, a bit for each seat (P2).

    No card is no stream: whoever was cut off at the first card cannot win the round either (P5).
    """
    row = board.round * board.seats
    best: i64 = 1
    won: i64 = 0
    for seat in range(board.seats):
        points = board.points[row + seat]
        if points > best:
            best = points
            won = 0
        if points == best:
            won |= bit(seat)
    return won


# ── told ──────────────────────────────────────────────────────────────────────────────────────────


def tell_seats(board: Board, kind: i64, seats: i64) -> None:
    """Tell an event about several seats."""
    if board.listened_to():
        board.tell_all(kind, [int(seat) for seat in range(board.seats) if (seats >> seat) & 1 != 0])


def tell_crossing(board: Board, opponent: i64, place: i64, ended: i64) -> None:
    """Tell whose stream was cut, where, and what that costs (T5)."""
    if not board.listened_to():
        return
    cell = board.streams.cell(place)
    lost = bits(board.streams.cut_off(place))
    where: list[int] = [board.tower.column(cell), board.tower.rise(cell)]
    board.tell_all(events.CROSSES, [board.turn, opponent, *where, lost, ended])


def bits(number: i64) -> int:
    """Return how many bits are set."""
    return int(number).bit_count()


def _tell_scoring(board: Board, counted: i64) -> None:
    """Tell the scoring stream by stream, while the wall still stands: `turn` and `step` say how far it has
    come."""
    last = board.turn
    board.tell(events.SCORING, board.round + 1)
    for seat in range(board.seats):
        board.turn = seat
        board.step = TURNING_UP
        worth = board.streams.worth(board.box, seat, 0)
        _tell_faces(board, seat, counted)
        board.beat()
        board.step = COUNTING
        _tell_mana(board, seat, worth)
        board.beat()
        board.step = SCORED
        _tell_points(board, seat, worth)
        board.beat()
    board.turn = last
    board.step = ROUND_OVER
    tell_seats(board, events.ROUND_WON, round_winners(board))
    board.beat()


def _tell_faces(board: Board, seat: i64, counted: i64) -> None:
    """Tell the symbols on every card of a stream (P1)."""
    streams = board.streams
    board.tell(events.STREAM, seat)
    for place in range(streams.laid):
        if streams.owner(place) == seat:
            _tell_card(board, place, counted)


def _tell_mana(board: Board, seat: i64, worth: i64) -> None:
    """Tell where a stream was cut, and the symbols that count (P1, P2)."""
    streams = board.streams
    for place in range(streams.laid):
        if streams.owner(place) == seat and (streams.cut >> place) & 1 != 0:
            _tell_cut(board, place)
    board.tell_all(events.COUNT, [seat, *[symbols_in(worth, symbol) for symbol in range(SYMBOLS)]])


def _tell_points(board: Board, seat: i64, worth: i64) -> None:
    """Tell the points of a seat (P2, P3)."""
    for symbol in range(SYMBOLS):
        if symbols_in(worth, symbol) > board.box.bust:
            board.tell(events.BUST, seat, symbol, symbols_in(worth, symbol))
    points = board.points[board.round * board.seats + seat]
    board.tell(
        events.POINTS,
        seat,
        0 if points == FAILED else points,
        board.total(seat) + (0 if points == FAILED else points),
    )


def _tell_card(board: Board, place: i64, counted: i64) -> None:
    card, cell = board.streams.card(place), board.streams.cell(place)
    where: list[int] = [board.streams.owner(place), board.tower.column(cell), board.tower.rise(cell)]
    face: list[int] = [board.box.first[card], board.box.second[card]]
    board.tell_all(events.TURNS_UP, [*where, *face, (counted >> place) & 1, place])


def _tell_cut(board: Board, place: i64) -> None:
    streams, cell = board.streams, board.streams.cell(place)
    where: list[int] = [board.tower.column(cell), board.tower.rise(cell)]
    by = streams.cut_by(place, board.seats)
    board.tell_all(events.CUT, [streams.owner(place), by, *where, bits(streams.cut_off(place))])
