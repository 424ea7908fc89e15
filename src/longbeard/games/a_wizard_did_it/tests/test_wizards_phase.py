"""Wizard's Phase: W1 to W9, X8 and X9."""

from typing import cast

from longbeard.engine.luck import QuickLuck, ScriptedLuck
from longbeard.engine.state import Choices
from longbeard.games import room
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.a_wizard_did_it.scenes import lay_out, play

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)
STACKS = ("0.forest", "0.crypt", "0.ship", "1.forest", "1.crypt", "1.ship")
ALL_ITEMS = dict.fromkeys(STACKS, "sword")


def legal(state: AWizardDidIt) -> list[str]:
    return [ROOM.spell(state, action) for action in state.legal()]


def top_first(state: AWizardDidIt, stack: str) -> list[str]:
    return [BOX.slugs[card] for card in reversed(list(state.pile(STACKS.index(stack))))]


def test_w1_any_card_of_the_hand_on_any_of_the_six_stacks() -> None:
    state = lay_out(BOX, {"0.crypt": "ninja"}, ("bear lurking kung-fu bear sword", "pigeon"), turn=0)
    cards = ("bear", "kung-fu", "sword", "lurking")
    assert sorted(legal(state)) == sorted(f"{card}@{stack}" for card in cards for stack in STACKS)


def test_w1_the_card_goes_on_top_and_leaves_the_hand() -> None:
    state = lay_out(BOX, {"1.crypt": "ninja shark"}, ("bear bear", "pigeon pigeon"))
    happened = play(state, "bear@1.crypt")
    assert top_first(state, "1.crypt") == ["bear", "ninja", "shark"]
    assert state.hand(0) == [BOX.slugs.index("bear")]
    assert happened == [("plays", [0, BOX.slugs.index("bear"), 4])]


def test_w1_wizards_take_turns() -> None:
    state = lay_out(BOX, {}, ("bear bear", "pigeon pigeon"), turn=1)
    play(state, "pigeon@0.forest")
    assert state.to_act() == 0
    play(state, "bear@0.forest")
    assert state.to_act() == 1


def test_w2_an_item_does_not_go_on_an_item() -> None:
    state = lay_out(BOX, {"0.forest": "shield bear", "1.ship": "bear shield"}, ("sword pigeon", "pigeon"))
    swords = [text for text in legal(state) if text.startswith("sword")]
    assert swords == [f"sword@{stack}" for stack in STACKS if stack != "0.forest"]
    assert "pigeon@0.forest" in legal(state)


def test_w2_a_swap_may_bring_an_item_onto_an_item_and_back() -> None:
    state = lay_out(BOX, {"0.forest": "bear sword", "0.crypt": "shield ninja"}, ("swap swap sword", "swap"))
    play(state, "swap@0.forest~0.crypt")
    assert top_first(state, "0.forest") == ["shield", "sword"]
    assert top_first(state, "0.crypt") == ["bear", "ninja"]
    state.actor = 0
    assert "sword@0.forest" not in legal(state)
    assert "sword@0.crypt" in legal(state)


def test_w3_swap_is_played_once_and_discarded() -> None:
    state = lay_out(BOX, {"0.forest": "bear", "1.ship": "ninja"}, ("swap pigeon", "pigeon"))
    assert not [text for text in legal(state) if text.startswith("swap@") and "~" not in text]
    happened = play(state, "swap@0.forest~1.ship")
    bear, ninja = BOX.slugs.index("bear"), BOX.slugs.index("ninja")
    assert happened == [("swaps", [0, 0, 5, ninja, bear])]
    assert list(state.heights) == [1, 0, 0, 0, 0, 1]
    assert [card["slug"] for card in ROOM.look(state, 1)["discards"]] == ["swap"]
    assert state.hand(0) == [BOX.slugs.index("pigeon")]


def test_w4_draw_while_the_deck_lasts() -> None:
    state = lay_out(BOX, {}, ("bear bear", "pigeon pigeon"), deck="shark ninja")
    luck = ScriptedLuck([BOX.slugs.index("ninja"), BOX.slugs.index("shark")])
    assert [name for name, data in play(state, "bear@0.forest", luck)] == ["plays", "draws", "drawn"]
    assert state.hand(0) == sorted(BOX.slugs.index(slug) for slug in ("bear", "ninja"))
    happened = play(state, "pigeon@0.forest", luck)
    assert [name for name, data in happened] == ["plays", "draws", "drawn", "deck-out"]
    assert state.deck_count == 0
    assert [name for name, data in play(state, "bear@0.forest", luck)] == ["plays"]
    assert [state.held(seat) for seat in (0, 1)] == [1, 2]


def test_w4_after_a_swap_too() -> None:
    state = lay_out(BOX, {}, ("swap", "pigeon"), deck="shark")
    play(state, "swap@none", ScriptedLuck([BOX.slugs.index("shark")]))
    assert state.hand(0) == [BOX.slugs.index("shark")]


def test_w5_the_phase_ends_when_every_card_has_been_played() -> None:
    for seed in range(20):
        state, luck, choices = cast(AWizardDidIt, ROOM.table(2)), QuickLuck(seed), Choices()
        state.deal(luck)
        decisions = 0
        while state.to_act() >= 0:
            assert state.ending() == ""
            choices.clear()
            state.offer(choices)
            state.resolve(choices.items[luck.below(choices.count)], luck)
            decisions += 1
        assert decisions == 64
        assert state.ending() in ROOM.plate.endings
        assert state.legal() == []


def test_w6_only_the_top_and_the_height_of_a_stack_show() -> None:
    stacks = {"0.forest": "bear ninja shark", "1.ship": "sword pigeon"}
    twin = {"0.forest": "bear pigeon zombie", "1.ship": "sword vampire"}
    table = ROOM.look(lay_out(BOX, stacks), 0)
    forest = table["wizards"][0]["stacks"][0]
    assert (forest["height"], forest["top"]["slug"]) == (3, "bear")
    assert table == ROOM.look(lay_out(BOX, twin), 0)
    assert "Ninja" not in "\n".join(ROOM.words(table, ["Ada", "Bert"]))


def test_w6_the_memory_aid_shows_what_was_played_on_each_stack() -> None:
    state = lay_out(BOX, {"0.forest": "bear ninja shark"}, options={"memory": "on"})
    for viewer in (-1, 0, 1):
        forest = ROOM.look(state, viewer)["wizards"][0]["stacks"][0]
        assert [card["slug"] for card in forest["cards"]] == ["bear", "ninja", "shark"]
    assert "3 cards, from the top: Bear, Ninja, Shark" in "\n".join(
        ROOM.words(ROOM.look(state, 0), ["Ada", "Bert"])
    )


def test_w7_no_goal_is_marked_in_this_phase() -> None:
    state = lay_out(
        BOX,
        {"0.forest": "pigeon"},
        ("lurking wrapped-in-bacon", "in-space-1 ninja"),
        goals=("lurking-a-pigeon pigeon-in-bacon", "monster-in-space two-pigeons"),
    )
    for text in ("wrapped-in-bacon@0.forest", "ninja@1.forest", "lurking@0.forest"):
        play(state, text)
        assert state.met == 0
    happened = play(state, "in-space-1@1.forest")
    assert [name for name, data in happened].index("knights-phase") < [n for n, d in happened].index("goal")
    assert state.met == 0b0111


def test_w8_swap_exchanges_the_tops_of_any_two_stacks_that_hold_a_card() -> None:
    state = lay_out(BOX, {"0.crypt": "bear", "0.ship": "ninja", "1.crypt": "sword"}, ("swap", "pigeon"))
    assert legal(state) == ["swap@0.crypt~0.ship", "swap@0.crypt~1.crypt", "swap@0.ship~1.crypt"]
    play(state, "swap@0.ship~1.crypt")
    assert top_first(state, "0.ship") == ["sword"]
    assert top_first(state, "1.crypt") == ["ninja"]
    assert top_first(state, "0.crypt") == ["bear"]


def test_w8_all_fifteen_pairs_with_six_stacks() -> None:
    state = lay_out(BOX, ALL_ITEMS, ("swap", "pigeon"))
    pairs = [f"{low}~{high}" for at, low in enumerate(STACKS) for high in STACKS[at + 1 :]]
    assert legal(state) == [f"swap@{pair}" for pair in pairs]


def test_w8_with_fewer_than_two_stacks_swap_does_nothing() -> None:
    for stacks in ({}, {"1.ship": "bear ninja"}):
        state = lay_out(BOX, stacks, ("swap pigeon", "pigeon"))
        assert [text for text in legal(state) if text.startswith("swap")] == ["swap@none"]
        assert play(state, "swap@none") == [("swaps-nothing", [0])]
        assert state.discards[BOX.swap] == 1
        assert sum(state.heights) == len(stacks) * 2


def test_x8_swap_none_only_while_there_are_no_two_stacks() -> None:
    state = lay_out(BOX, {"0.forest": "bear", "0.crypt": "bear"}, ("swap", "pigeon"))
    assert legal(state) == ["swap@0.forest~0.crypt"]


def test_x8_swap_counts_as_the_last_card_played() -> None:
    """Seat 1 plays the last card, a Swap, so seat 0's knight goes first (K1)."""
    state = lay_out(BOX, {"0.forest": "bear", "0.crypt": "ninja"}, ("", "swap"), turn=1)
    assert ("knights-phase", [0]) in play(state, "swap@0.forest~0.crypt")


def test_w9_with_items_only_and_six_items_showing_anything_goes() -> None:
    state = lay_out(BOX, ALL_ITEMS, ("shield force-field", "pigeon pigeon"))
    assert legal(state) == [f"{card}@{stack}" for card in ("shield", "force-field") for stack in STACKS]
    happened = play(state, "shield@0.ship")
    assert [name for name, data in happened] == ["plays", "only-items"]
    assert top_first(state, "0.ship") == ["shield", "sword"]


def test_w9_not_while_a_stack_shows_something_else() -> None:
    state = lay_out(BOX, {**ALL_ITEMS, "1.forest": "bear sword"}, ("shield", "pigeon"))
    assert legal(state) == ["shield@1.forest"]
    state = lay_out(BOX, dict.fromkeys(STACKS[:5], "sword"), ("shield", "pigeon"))
    assert legal(state) == ["shield@1.ship"]


def test_x9_w9_is_about_the_whole_hand() -> None:
    state = lay_out(BOX, ALL_ITEMS, ("shield bear", "pigeon"))
    assert legal(state) == [f"bear@{stack}" for stack in STACKS]
    state = lay_out(BOX, ALL_ITEMS, ("shield swap", "pigeon"))
    assert {text.partition("@")[0] for text in legal(state)} == {"swap"}


def test_x9_w9_is_for_that_play_only() -> None:
    state = lay_out(BOX, ALL_ITEMS, ("shield shield shield", "bear pigeon"))
    play(state, "shield@0.forest")
    play(state, "bear@0.forest")
    assert legal(state) == ["shield@0.forest"]
