"""The report on an arena: as data for programs, and as lines of text for people."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations, groupby
from typing import Any, Final

from longbeard.lab.arena import Arena
from longbeard.lab.bout import Plan, Result
from longbeard.lab.pairing import table_seed
from longbeard.lab.ratings import ratings
from longbeard.lab.statistics import METHOD, Share, clustered, percentile

FORMAT: Final = 1
TOLD_FORFEITS: Final = 10
Won = Callable[[Result], tuple[float, float]]
"""Computes what somebody won in a match, and what there was to win."""


def figures(arena: Arena) -> dict[str, Any]:
    """Return the whole report as plain data. Keys may be added; existing ones stay."""
    plan, results = arena.plan, arena.results()
    bots = list(dict.fromkeys(plan.bots))
    return {
        "arena": FORMAT,
        "game": plan.game,
        "players": plan.players,
        "options": dict(plan.options),
        "seed": plan.seed,
        "line_ups": [list(table) for table in arena.tables],
        "deals": len({result.pairing.deal for result in results}),
        "deals_planned": plan.deals,
        "matches": len(results),
        "matches_planned": arena.matches,
        "partial": bool(arena.stopped),
        "stopped": arena.stopped,
        "interval": METHOD,
        "bots": _bots(bots, results, plan.players),
        "head_to_head": _head_to_head(bots, results) if len(bots) > 2 else [],
        "seats": [_seat(seat, results, plan.players) for seat in range(plan.players)],
        "length": _length(results),
        "endings": dict(sorted(Counter(result.ending for result in results).items())),
        "forfeits": _forfeits(results),
    }


def _share(results: Sequence[Result], won: Won) -> Share | None:
    """Return the share of what there was to win, with deals as clusters."""
    deals = []
    for _, group in groupby(results, key=lambda result: result.pairing.deal):
        parts = [won(result) for result in group]
        deals.append((sum(part[0] for part in parts), sum(part[1] for part in parts)))
    return clustered(deals)


def _won_by(bot: str) -> Won:
    """Compute what the seats of a bot won in a match, of one whole win for each."""

    def won(result: Result) -> tuple[float, float]:
        seats = [seat for seat, who in enumerate(result.pairing.bots) if who == bot]
        return sum(map(result.share, seats)), len(seats)

    return won


def _won_of_two(one: str, other: str) -> Won:
    """Compute what one bot won, per seat, of what it and another won together."""

    def won(result: Result) -> tuple[float, float]:
        (mine, seats), (theirs, others) = _won_by(one)(result), _won_by(other)(result)
        return (mine / seats, mine / seats + theirs / others) if seats and others else (0, 0)

    return won


def _bots(bots: Sequence[str], results: Sequence[Result], players: int) -> list[dict[str, Any]]:
    rated = ratings(bots, results)
    return [_bot(bot, results, players, rated[bot]) for bot in bots]


def _bot(bot: str, results: Sequence[Result], players: int, rating: tuple[float, float]) -> dict[str, Any]:
    seats = [(result, seat) for result in results
             for seat, who in enumerate(result.pairing.bots) if who == bot]  # fmt: skip
    share = _share(results, _won_by(bot))
    return {
        "bot": bot,
        "matches": sum(bot in result.pairing.bots for result in results),
        "seats": len(seats),
        "fair": round(1 / players, 6),
        "win_share": share and share.as_dict(),
        "ratio": share and share.times(players).as_dict(),
        "rating": {"mu": round(rating[0], 3), "sigma": round(rating[1], 3)},
        "seconds": _seconds(list(chain.from_iterable(result.seconds[seat] for result, seat in seats))),
        "forfeits": sum(forfeit.seat == seat for result, seat in seats for forfeit in result.forfeits),
    }


def _seconds(seconds: list[float]) -> dict[str, Any]:
    if not seconds:
        return {"moves": 0, "mean": None, "p95": None, "max": None}
    times = {"mean": sum(seconds) / len(seconds), "p95": percentile(seconds, 95), "max": max(seconds)}
    return {"moves": len(seconds), **{name: round(value, 6) for name, value in times.items()}}


def _head_to_head(bots: Sequence[str], results: Sequence[Result]) -> list[dict[str, Any]]:
    pairs = []
    for one, other in combinations(bots, 2):
        share = _share(results, _won_of_two(one, other))
        pairs.append({"bot": one, "against": other, "share": share and share.as_dict()})
    return pairs


def _seat(seat: int, results: Sequence[Result], players: int) -> dict[str, Any]:
    share = _share(results, lambda result: (result.share(seat), 1))
    return {
        "seat": seat,
        "win_share": share and share.as_dict(),
        "ratio": share and share.times(players).as_dict(),
    }


def _length(results: Sequence[Result]) -> dict[str, Any]:
    moves = [result.moves for result in results]
    if not moves:
        return {"mean": None, "p5": None, "p95": None}
    mean = round(sum(moves) / len(moves), 3)
    return {"mean": mean, "p5": percentile(moves, 5), "p95": percentile(moves, 95)}


def _forfeits(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return the reasons for forfeits, how often each occurred, and the first match with it."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for result in results:
        for forfeit in result.forfeits:
            bot = result.pairing.bots[forfeit.seat]
            first = {"bot": bot, "reason": forfeit.reason, "times": 0, "deal": result.pairing.deal,
                     "rotation": result.pairing.rotation, "move": forfeit.move}  # fmt: skip
            found.setdefault((bot, forfeit.reason), first)["times"] += 1
    return sorted(found.values(), key=lambda row: -int(row["times"]))


def rows(plan: Plan, results: Iterable[Result]) -> list[dict[str, Any]]:
    """Return a row for each match. `table_seed` deals the same table at `longbeard play --seed`."""
    return [
        {
            "deal": result.pairing.deal,
            "line_up": result.pairing.line_up,
            "rotation": result.pairing.rotation,
            "table_seed": table_seed(plan.seed, result.pairing.deal),
            "bots": list(result.pairing.bots),
            "winners": list(result.winners),
            "scores": list(result.scores),
            "ending": result.ending,
            "moves": result.moves,
            "seconds": [round(sum(times), 6) for times in result.seconds],
            "forfeits": [sum(f.seat == seat for f in result.forfeits) for seat in range(plan.players)],
        }
        for result in results
    ]


def lines(said: dict[str, Any]) -> list[str]:
    """Format the report for people."""
    if not said["matches"]:
        return [_heading(said), "Nothing can be said yet: no match was played to its end."]
    parts = [
        [_heading(said)],
        _bot_lines(said),
        _pair_lines(said),
        _seat_lines(said),
        [_length_line(said)],
        _forfeit_lines(said),
        [f"95 %: {said['interval']}."],
    ]
    return list(chain.from_iterable(parts))


def _heading(said: dict[str, Any]) -> str:
    deals = f"{said['deals']:,} {'deals' if said['deals'] != 1 else 'deal'}, each with the bots in every seat"
    partial = ""
    if said["partial"]:
        partial = f" PARTIAL ({said['stopped']}): {said['matches_planned']:,} matches were planned."
    options = ", ".join(f"{name}={value}" for name, value in said["options"].items())
    return (
        f"{said['game']}, {said['players']} players: {said['matches']:,} matches ({deals}), "
        f"seed {said['seed']}{f', {options}' if options else ''}.{partial}"
    )


def _percent(share: dict[str, float] | None) -> str:
    if share is None:
        return "–"
    return f"{share['value']:.1%} ({share['low']:.1%} to {share['high']:.1%})"


def _ratio(share: dict[str, float] | None) -> str:
    return "–" if share is None else f"{share['value']:.2f} ({share['low']:.2f} to {share['high']:.2f})"


def _milliseconds(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    return f"{1000 * seconds:.3g}" if seconds < 1 else f"{1000 * seconds:,.0f}"


def _bot_lines(said: dict[str, Any]) -> list[str]:
    """Format the bots as two tables: with levels of bots each fits a terminal of 80 columns."""
    strength = [["bot", "matches", "win share (95 %)", "× fair share", "rating"]]
    pace = [["ms a move", "mean", "95 %", "max", "forfeits"]]
    for bot in said["bots"]:
        rating = f"{bot['rating']['mu']:.1f} ± {bot['rating']['sigma']:.1f}"
        strength.append(
            [bot["bot"], f"{bot['matches']:,}", _percent(bot["win_share"]), _ratio(bot["ratio"]), rating]
        )
        times = [bot["seconds"][name] for name in ("mean", "p95", "max")]
        pace.append([bot["bot"], *map(_milliseconds, times), str(bot["forfeits"])])
    return columns(strength) + columns(pace)


def columns(table: Sequence[Sequence[str]]) -> list[str]:
    """Align the columns of rows of text.

    >>> columns([["bot", "wins"], ["greedy", "7"]])
    ['bot     wins', 'greedy  7']
    """
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]


def _pair_lines(said: dict[str, Any]) -> list[str]:
    pairs = [[f"  {pair['bot']}", f"against {pair['against']}", _percent(pair["share"])]
             for pair in said["head_to_head"]]  # fmt: skip
    return ["Of what two won together, seat for seat:", *columns(pairs)] if pairs else []


def _seat_lines(said: dict[str, Any]) -> list[str]:
    seats = [[f"  seat {seat['seat']}", _percent(seat["win_share"]), f"{_ratio(seat['ratio'])} × fair"]
             for seat in said["seats"]]  # fmt: skip
    first = said["options"].get("first", "")
    plays = f" (seat {first} plays first)" if first.isdecimal() else ""
    return [f"Seats{plays}:", *columns(seats)]


def _length_line(said: dict[str, Any]) -> str:
    length = said["length"]
    endings = ", ".join(f"{name} {times}" for name, times in said["endings"].items())
    return (
        f"Decisions a match: {length['mean']:.1f} on average, {length['p5']} to {length['p95']} "
        f"in nine of ten. Endings: {endings}."
    )


def _forfeit_lines(said: dict[str, Any]) -> list[str]:
    told = [
        f"  {row['bot']}: {row['times']} × {row['reason']} "
        f"(first in deal {row['deal']}, rotation {row['rotation']}, move {row['move']})"
        for row in said["forfeits"][:TOLD_FORFEITS]
    ]
    more = len(said["forfeits"]) - len(told)
    rest = [f"  … and {more} other reasons"] if more > 0 else []
    return ["Decisions that were forfeited to chance:", *told, *rest] if told else []
