"""Goals: K13, K16, X6; every goal of the box, met and missed."""

from typing import cast

import pytest

from longbeard.games import room
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.scenes import Happened, lay_out, walk

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)
OTHER = "banquet"

# For each goal: whose knight it is about, with how much Valor, roads that meet it, and roads that do not.
CASES = [
    (
        "lurking-a-pigeon",
        "either",
        1,
        ["f: lurking bear pigeon"],
        ["f: lurking bear bear pigeon", "f: pigeon"],
    ),
    (
        "pigeon-in-bacon",
        "either",
        1,
        ["f: pigeon wrapped-in-bacon", "f: bear shark wrapped-in-bacon pigeon sword"],
        ["f: pigeon sword wrapped-in-bacon bear", "f: pigeon", "c: wrapped-in-bacon bear"],
    ),
    (
        "monster-in-space",
        "either",
        1,
        ["f: in-space-2 sword ninja", "f: in-space-1 pigeon"],
        ["f: in-space-1 sword ninja", "f: in-space-1 kung-fu ninja", "f: ninja"],
    ),
    (
        "surprise-monster",
        "own",
        1,
        ["f: surprise sword sword zombie", "f: surprise pigeon"],
        ["f: surprise zombie sword kung-fu", "f: lurking zombie"],
    ),
    (
        "laser-monster",
        "either",
        3,
        [
            "f: shark with-laser-beams-1",
            "f: ninja with-laser-beams-1",
            "c: shark with-laser-beams-2 sword",
            "s: with-laser-beams-1 shark pigeon",
        ],
        [
            "f: shark",
            "f: with-laser-beams-1 sword shark",
            "f: shark bear with-laser-beams-1",
            "f: shark sword with-laser-beams-2",
        ],
    ),
    (
        "bear-at-home",
        "either",
        3,
        ["f: bear", "f: pigeon bear sword"],
        ["c: bear", "f: shark", "f: bear shark"],
    ),
    (
        "vampire-at-home",
        "either",
        3,
        ["c: vampire"],
        ["f: vampire", "s: vampire", "c: zombie", "c: vampire zombie"],
    ),
    (
        "pirate-at-home",
        "either",
        3,
        ["s: pirate"],
        ["f: pirate", "c: pirate", "s: ninja", "s: pirate ninja"],
    ),
    (
        "item-in-space",
        "rival",
        1,
        ["f: in-space-1 sword", "f: in-space-2 bear shield", "f: in-space-1 force-field"],
        ["f: in-space-1 bear sword", "f: bear shark sword"],
    ),
    (
        "two-pigeons",
        "either",
        1,
        ["f: pigeon pigeon", "f: pigeon bear shark pigeon", "c: pigeon pigeon pigeon"],
        ["f: pigeon sword pigeon", "f: pigeon", "f: pigeon, c: pigeon"],
    ),
    (
        "meet-a-pirate-ninja",
        "either",
        4,
        ["c: pirate ninja", "s: pirate ninja"],
        ["c: pirate sword ninja", "c: pirate"],
    ),
    (
        "meet-a-bear-shark",
        "either",
        4,
        ["c: shark bear", "f: shark bear"],
        ["c: bear sword shark", "c: shark shark"],
    ),
    (
        "meet-a-vampire-zombie",
        "either",
        4,
        ["f: vampire zombie", "c: vampire zombie"],
        ["c: vampire sword zombie", "f: vampire pirate"],
    ),
    (
        "kung-fu-crowd",
        "either",
        1,
        ["f: kung-fu bear ninja", "f: force-field kung-fu pigeon pigeon", "c: ninja kung-fu bear zombie"],
        ["f: kung-fu bear", "f: bear ninja", "f: bear ninja sword kung-fu ninja"],
    ),
    (
        "crispy-laser-monster",
        "either",
        3,
        ["f: bear wrapped-in-bacon with-laser-beams-1", "f: with-laser-beams-2 ninja wrapped-in-bacon"],
        [
            "f: bear wrapped-in-bacon",
            "f: bear with-laser-beams-1",
            "f: wrapped-in-bacon with-laser-beams-1 sword bear",
        ],
    ),
    (
        "overboard",
        "rival",
        1,
        ["s: pirate ninja bear", "s: pigeon pigeon zombie pigeon sword"],
        ["s: pirate ninja", "f: bear ninja shark", "c: vampire ninja bear", "s: bear bear sword bear"],
    ),
    (
        "force-field-in-space",
        "rival",
        1,
        ["f: in-space-2 sword force-field"],
        ["f: in-space-1 sword force-field"],
    ),
    (
        "mighty-foes",
        "own",
        8,
        [
            "f: bear shark bear",
            "c: ninja ninja zombie zombie shark with-laser-beams-2",
            "c: pirate ninja bear shark",
            "f: bear shark zombie",
            "c: bear shark",
        ],
        ["f: bear zombie", "c: ninja ninja shark", "c: bear shark pirate ninja zombie", "f: bear"],
    ),
    (
        "kung-fu-master",
        "own",
        4,
        ["c: kung-fu pirate zombie", "c: bear shark kung-fu", "f: pigeon kung-fu"],
        ["c: pirate ninja", "c: kung-fu sword pirate", "c: kung-fu pirate ninja bear"],
    ),
    (
        "laser-crowd",
        "either",
        4,
        ["c: bear shark zombie with-laser-beams-1", "f: pigeon with-laser-beams-2 pigeon"],
        ["f: bear shark", "f: bear with-laser-beams-2", "c: bear with-laser-beams-2 sword shark"],
    ),
    (
        "a-fall",
        "rival",
        1,
        ["f: bear", "c: ninja with-laser-beams-1", "f: bear shark", "s: kung-fu pirate sword"],
        ["f: ninja", "c: pigeon", "s: sword"],
    ),
    (
        "combo-and-more",
        "either",
        4,
        ["c: pirate pigeon ninja", "f: vampire zombie shark", "f: bear shark bear"],
        ["c: bear shark", "c: bear ninja zombie", "c: bear shark sword ninja"],
    ),
    (
        "glory",
        "own",
        3,
        [
            "f: ninja wrapped-in-bacon sword",
            "c: bear wrapped-in-bacon wrapped-in-bacon shield bear",
            "f: pigeon wrapped-in-bacon wrapped-in-bacon force-field",
        ],
        [
            "f: ninja sword",
            "f: ninja wrapped-in-bacon",
            "f: pigeon wrapped-in-bacon sword",
            "f: bear shark wrapped-in-bacon wrapped-in-bacon sword",
            "f: ninja sword ninja",
        ],
    ),
    (
        "banquet",
        "own",
        4,
        [
            "c: ninja zombie wrapped-in-bacon",
            "f: pigeon pigeon pigeon pigeon wrapped-in-bacon",
            "c: pirate wrapped-in-bacon pigeon",
        ],
        [
            "c: ninja wrapped-in-bacon",
            "c: ninja ninja zombie zombie",
            "c: ninja ninja zombie zombie zombie wrapped-in-bacon",
        ],
    ),
]
PLACES = {"f": "forest", "c": "crypt", "s": "ship"}


def met_by(goal: str, road: str, valor: int, knight: int) -> int:
    """Return which of two wizards with the same goal meet it when this knight walks this road, as bits."""
    stacks = dict(part.strip().split(": ") for part in road.split(","))
    state = lay_out(
        BOX, {f"{knight}.{PLACES[place]}": cards for place, cards in stacks.items()}, goals=(goal, goal)
    )
    state.valor[knight] = valor
    walk(state, first=knight)
    return int(state.met)


def test_every_goal_has_its_cases() -> None:
    assert [case[0] for case in CASES] == BOX.goals


@pytest.mark.parametrize(("goal", "whose", "valor", "roads"), [case[:4] for case in CASES])
def test_k16_a_goal_is_met_by_the_knight_it_is_about(
    goal: str, whose: str, valor: int, roads: list[str]
) -> None:
    for road in roads:
        for knight in (0, 1):
            own, rivals = 1 << knight, 2 >> knight
            expected = {"own": own, "rival": rivals, "either": own | rivals}[whose]
            assert met_by(goal, road, valor, knight) == expected, (road, knight)


@pytest.mark.parametrize(("goal", "valor", "roads"), [(case[0], case[2], case[4]) for case in CASES])
def test_x6_a_goal_wants_all_that_it_names(goal: str, valor: int, roads: list[str]) -> None:
    for road in roads:
        assert met_by(goal, road, valor, 0) == 0, road
        assert met_by(goal, road, valor, 1) == 0, road


def test_k13_monster_modifiers_apply_to_all_monsters_of_the_encounter() -> None:
    road = "f: bear pigeon shark with-laser-beams-1 wrapped-in-bacon"
    for goal in ("laser-monster", "pigeon-in-bacon", "crispy-laser-monster", "meet-a-bear-shark"):
        assert met_by(goal, road, 9, 0) & 1, goal


def test_x6_exactly_one_counts_cards_and_a_pigeon_is_one() -> None:
    """In a box where the rival has to fall to one monster and no more."""
    text = ROOM.text("cards.toml").replace(
        'event = "fall", needs = { monsters = 1 }',
        'event = "fall", needs = { monsters = 1 }, most = { monsters = 1 }',
    )
    for stack, met in (("bear", 0b10), ("bear pigeon", 0), ("with-laser-beams-2 pigeon", 0b10)):
        state = lay_out(ROOM.open_box(text), {"0.forest": stack}, goals=("a-fall", "a-fall"))
        walk(state)
        assert state.met == met


def test_k16_both_goals_of_both_wizards_by_one_event() -> None:
    state = lay_out(
        BOX,
        {"0.forest": "bear shark pigeon wrapped-in-bacon with-laser-beams-2 pirate ninja"},
        goals=("pigeon-in-bacon combo-and-more", "a-fall crispy-laser-monster"),
    )
    happened = walk(state)
    assert state.met == 0b1111
    goals = [data for name, data in happened if name == "goal"]
    assert [(seat, BOX.goals[goal], points) for seat, goal, points in goals] == [
        (0, "pigeon-in-bacon", 2),
        (0, "combo-and-more", 6),
        (1, "a-fall", 6),
        (1, "crispy-laser-monster", 4),
    ]
    assert names(happened).index("valor") < names(happened).index("goal")  # at the end of the encounter


def names(happened: Happened) -> list[str]:
    return [name for name, data in happened]


def test_k16_a_goal_is_flipped_once() -> None:
    state = lay_out(
        BOX,
        {
            "0.forest": "pigeon wrapped-in-bacon sword pigeon wrapped-in-bacon",
            "1.forest": "pigeon wrapped-in-bacon",
        },
        goals=("pigeon-in-bacon", OTHER),
    )
    happened = walk(state)
    assert names(happened).count("goal") == 1
    assert state.points(0) == 1 + 1 + 1 + 4 + 2


def test_k16_the_goals_of_a_wizard_whose_knight_waits_are_still_checked() -> None:
    state = lay_out(BOX, {"1.ship": "pirate ninja bear"}, goals=("overboard", OTHER))
    walk(state)
    assert state.met == 1


def test_k16_counting_starts_anew_with_each_encounter() -> None:
    roads = (
        ("laser-monster", "f: with-laser-beams-1 sword shark pigeon"),
        ("meet-a-bear-shark", "f: bear sword shark"),
        ("combo-and-more", "f: bear shark sword vampire zombie"),
        ("mighty-foes", "f: bear zombie sword bear ninja"),
        ("bear-at-home", "f: ninja, c: bear"),
    )
    for goal, road in roads:
        assert met_by(goal, road, 9, 0) & 1 == 0, goal
    assert met_by("laser-crowd", "c: bear shark sword pirate with-laser-beams-2", 1, 0) == 0


def test_k16_a_loss_after_a_glorious_win_is_no_glory() -> None:
    """The Valor of an earlier win does not hang over into a defeat, whatever the goal."""
    text = ROOM.text("cards.toml").replace(
        'event = "fall", needs = { monsters = 1 }', 'event = "fall", needs = { valor = 1 }'
    )
    state = lay_out(ROOM.open_box(text), {"0.forest": "ninja sword bear shark"}, goals=(OTHER, "a-fall"))
    walk(state)
    assert state.met == 0
