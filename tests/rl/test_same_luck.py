"""A seed deals the same match everywhere: in the terminal, on the web, and in every environment."""

import asyncio
from dataclasses import replace

import numpy as np

from longbeard.engine import record
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.rl import arrays
from longbeard.rl.gymnasium import SeatEnv
from longbeard.rl.pettingzoo import ParallelTableEnv, TableEnv
from longbeard.table.live import LiveTable
from longbeard.table.opening import Opening
from longbeard.table.seat import Seat
from longbeard.table.table import Table

SEED = 4711


def names(players: int) -> list[str]:
    return [f"Wizard {seat}" for seat in range(players)]


def in_the_terminal(room: Room, players: int) -> Match:
    """The match that `longbeard play --seed` deals, played at a terminal's table."""
    match = Match(room, names(players), {}, seed_secret(SEED))
    table, luck = Table(match, lambda match: None), QuickLuck(1)
    while not match.over:
        legal = match.state.legal()
        action = legal[luck.below(len(legal))]
        table.play(match.to_act, room.spell(match.state, action))
    return match


async def on_the_web(room: Room, played: Match) -> Match:
    people = [Seat(name, PERSON, person=name) for name in played.seats]
    opening = Opening(
        room.plate.slug, played.options, people, seed_secret(SEED), room.plate.rules, room.box.digest, "host"
    )

    async def keep(number: int, kind: str, seat: int, text: str, over: bool) -> None:
        assert kind == "play"

    table = LiveTable("t", opening, keep)
    for number, move in enumerate(played.log):
        await table.play(played.seats[move.seat], number, played.text(move))
    return table.match


def test_terminal_web_and_pettingzoo_play_the_same_match(room: Room) -> None:
    for players in {*room.plate.seats}:
        played = in_the_terminal(room, players)
        turns = TableEnv(room.plate.slug, players)
        turns.reset(seed=SEED)
        at_once = ParallelTableEnv(room.plate.slug, players)
        at_once.reset(seed=SEED)
        for move in played.log:
            assert turns.agent_selection == f"seat_{move.seat}"
            turns.step(move.action)
            at_once.step(dict.fromkeys(at_once.agents, move.action))
        twins = [turns.sitting.match, at_once.sitting.match, asyncio.run(on_the_web(room, played))]
        for twin in twins:
            assert record.write(twin) == record.write(played)
            assert twin.state.dump() == played.state.dump()


def test_gymnasium_s_bots_think_as_they_do_in_the_terminal(room: Room) -> None:
    env = SeatEnv(room.plate.slug, bots="greedy")
    _seen, info = env.reset(seed=SEED)
    over = False
    while not over:
        action = np.flatnonzero(info["action_mask"])[0]
        _seen, _reward, over, _cut, info = env.step(action)
    match = Match(room, names(2), {}, seed_secret(SEED), players=[PERSON, "greedy"])
    table = Table(match, lambda match: None)
    while not match.over:
        if table.waits_for_person:
            table.play(match.to_act, room.spell(match.state, match.state.legal()[0]))
        else:
            table.play_bot()
    moves = [replace(move, events=()) for move in match.log]
    assert [replace(move, events=()) for move in env.sitting.match.log] == moves
    assert env.sitting.match.state.dump() == match.state.dump()


def test_vectors_can_have_the_luck_of_matches(room: Room) -> None:
    """Table t of n plays the seeds seed * n + t, then n more each time."""
    tables = arrays(room.plate.slug, 2, seed=9, luck="match")
    matches = [Match(room, names(2), {}, seed_secret(9 * 2 + place)) for place in range(2)]
    finished = 0
    for _step in range(150):
        actions = tables.sample().copy()
        tables.step(actions)
        for place, match in enumerate(matches):
            match.play(match.to_act, int(actions[place]))
            if match.over:
                finished += 1
                seed = int(tables.tables.tables[place].seed) - 2
                matches[place] = Match(room, names(2), {}, seed_secret(seed))
            assert tables.tables.tables[place].state.dump() == matches[place].state.dump()
    assert finished > 0
