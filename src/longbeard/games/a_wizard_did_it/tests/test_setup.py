"""Setting up: S1 to S3, and who begins."""

from typing import cast

from longbeard.engine.luck import QuickLuck, ScriptedLuck
from longbeard.engine.story import Story
from longbeard.games import room
from longbeard.games.a_wizard_did_it import events
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)
GOALS = (
    *("two-pigeons", "laser-monster", "bear-at-home", "monster-in-space"),
    *("overboard", "kung-fu-crowd", "glory", "banquet"),
)
HANDS = ("swap", "bear", "sword", "bear", "pigeon", "lurking", "kung-fu", "shark", "swap", "zombie")


def dealt(first: str = "1", luck: list[str] | None = None) -> AWizardDidIt:
    state = cast(AWizardDidIt, ROOM.table(2, {"first": first}))
    script = ScriptedLuck([ROOM.luck_number(state, word) for word in luck or [*GOALS, *HANDS]])
    state.deal(script)
    assert script.spent()
    return state


def test_s1_two_small_goals_a_middling_and_a_large_one_face_up() -> None:
    state = dealt()
    for viewer in (-1, 0, 1):
        look = ROOM.look(state, viewer)
        goals = [[goal["slug"] for goal in wizard["goals"]] for wizard in look["wizards"]]
        assert goals[0] == ["two-pigeons", "laser-monster", "overboard", "glory"]
        assert goals[1] == ["bear-at-home", "monster-in-space", "kung-fu-crowd", "banquet"]
        assert [goal["points"] for goal in look["wizards"][0]["goals"]] == [2, 2, 4, 6]
        assert not any(goal["met"] for wizard in look["wizards"] for goal in wizard["goals"])


def test_x7_no_goal_is_dealt_twice() -> None:
    for seed in range(200):
        state = cast(AWizardDidIt, ROOM.table(2))
        state.deal(QuickLuck(seed))
        assert len(set(state.goals)) == 8
        assert [BOX.goal_points[goal] for goal in state.goals] == [2, 2, 4, 6] * 2


def test_s1_every_goal_can_be_dealt_to_either() -> None:
    seen: set[tuple[int, int]] = set()
    for seed in range(400):
        state = cast(AWizardDidIt, ROOM.table(2))
        state.deal(QuickLuck(seed))
        seen |= {(place // 4, goal) for place, goal in enumerate(state.goals)}
    assert len(seen) == 2 * 24


def test_s2_five_secret_cards_each_and_the_rest_is_the_deck() -> None:
    state = dealt()
    for viewer, other in ((0, 1), (1, 0)):
        look = ROOM.look(state, viewer)
        assert look["deck"] == 54
        assert [wizard["cards"] for wizard in look["wizards"]] == [5, 5]
        assert len(look["hands"][viewer]) == 5
        assert look["hands"][other] == []
    mine = [card["slug"] for card in ROOM.look(state, 0)["hands"][0]]
    assert sorted(mine) == sorted(HANDS[:5])
    spectator = ROOM.look(state, -1)
    assert spectator["hands"] == [[], []]


def test_s2_each_wizard_is_told_only_the_own_cards() -> None:
    state = cast(AWizardDidIt, ROOM.table(2, {"first": "0"}))
    story = Story()
    state.story = story
    state.deal(ScriptedLuck([ROOM.luck_number(state, word) for word in [*GOALS, *HANDS]]))
    for seat in (0, 1):
        told = [event.data[1] for event in story.events if event.kind == events.DRAWN and event.seen_by(seat)]
        assert [BOX.slugs[card] for card in told] == list(HANDS[5 * seat : 5 * seat + 5])
    assert not [event for event in story.events if event.kind == events.DRAWN and event.seen_by(-1)]


def test_s3_a_knight_starts_with_1_valor_and_nothing_else() -> None:
    for wizard in ROOM.look(dealt(), 0)["wizards"]:
        assert wizard["knight"] == {
            "valor": 1,
            "bonus": 0,
            "items": [],
            "at": "start",
            "at_castle": False,
            "princess": False,
        }


def test_who_begins_is_named_or_left_to_chance() -> None:
    assert dealt("1").to_act() == 1
    assert dealt("0").to_act() == 0
    assert dealt("random", ["1", *GOALS, *HANDS]).to_act() == 1
    begins = set()
    for seed in range(20):
        state = ROOM.table(2)
        state.deal(QuickLuck(seed))
        begins.add(int(state.to_act()))
    assert begins == {0, 1}
