"""A round: R1 to R12."""

from typing import TYPE_CHECKING

from longbeard.games.the_wizard_always_wins.pieces import one

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay

ALL = [
    "take:queen",
    "take:oracle",
    "take:trader",
    "take:apprentice",
    "take:farmer",
    "take:hunter",
    "take:wizard",
]


# ── R1 and R9: turns ──────────────────────────────────────────────────────────────────────────────


def test_r1_a_character_is_taken_by_one_player_a_round(lay: "Lay") -> None:
    table = lay(3)
    assert table.choices == ALL
    table.play("take:wizard", "snail-token")
    assert table.choices == ALL[:-1]
    table.play("take:apprentice", "snail-token")
    assert table.choices == [*ALL[:3], *ALL[4:6]]


def test_r1_lowest_marker_first(lay: "Lay") -> None:
    table = lay(3, order=(1, 2, 0))
    for seat in (1, 2, 0):
        assert table.actor == seat
        character = ("take:farmer", "take:queen", "take:hunter")[seat]
        cards = {"take:farmer": ["potion-1", "potion-1", "bone-token"], "take:queen": ["potion-2"]}
        table.play(character, *cards.get(character, ["potion-3", "bone-token"]))
        while table.actor == seat and table.decision == "play":
            table.play(table.choices[0])
    assert list(table.state.order) == [1, 0, 2], "Queen, Farmer, Hunter"
    assert table.actor == 1


def test_r1_actions_come_in_order_then_the_sets(lay: "Lay") -> None:
    table = lay(2).lay(0, "flower-3").lay(1, "bone-token")
    steps = []
    table.play("take:trader", "potion-3")
    steps.append(table.decision)
    table.play("play:flower-1")
    steps.append(table.decision)
    table.play("no-trade")
    steps.append(table.decision)
    assert steps == ["play", "trade", "sets"]
    assert table.play("done").actor == 1


def test_r9_markers_go_to_the_number_and_all_tiles_back(lay: "Lay") -> None:
    table = lay(3)
    table.play("take:wizard", "snail-token").play("take:apprentice", "snail-token")
    table.play("take:queen", "potion-1").play("play:potion-1")
    assert list(table.state.marker) == [7, 4, 1]
    assert list(table.state.order) == [2, 1, 0]
    assert (table.actor, table.state.round) == (2, 2)
    assert table.choices == ALL
    assert table.events("marker") == [[2, 1, -1], [1, 4, -1], [0, 7, -1]]


# ── R2 and R10: drawing cards ─────────────────────────────────────────────────────────────────────


def test_r2_a_card_goes_from_the_deck_into_the_hand(lay: "Lay") -> None:
    table = lay(2)
    before = table.deck.split()
    table.play("take:queen", "potion-3")
    assert table.hand(0) == "flower-1 snail-1 bone-1 potion-3"
    before.remove("potion-3")
    assert table.deck.split() == before
    assert table.events("draws") == [[0, -1, -1]], "what it is, only Ada hears"


def test_r2_without_a_deck_the_discards_are_shuffled(lay: "Lay") -> None:
    table = lay(2).leave("", "potion-1 potion-2").play("take:queen", "potion-2")
    assert (table.deck, table.discards) == ("potion-1", "")
    assert table.hand(0) == "flower-1 snail-1 bone-1 potion-2"
    assert table.events("refill") == [[2, -1, -1]]


def test_r2_without_both_nothing_is_drawn(lay: "Lay") -> None:
    table = lay(2).leave("").play("take:farmer", "snail-token")
    assert table.hand(0) == "flower-1 snail-1 bone-1"
    assert table.events("nothing-to-draw") == [[0, -1, -1]]
    assert table.decision == "play"


def test_r10_not_before_a_card_is_wanted(lay: "Lay") -> None:
    table = lay(2).leave("potion-3", "potion-1").play("take:queen", "potion-3")
    assert (table.deck, table.discards) == ("", "potion-1")
    assert table.events("refill") == []


def test_r10_between_two_draws_of_one_action(lay: "Lay") -> None:
    table = lay(2).leave("potion-3", "potion-1").play("take:farmer", "potion-3", "potion-1", "snail-token")
    assert table.hand(0) == "flower-1 snail-1 bone-1 potion-1 potion-3"
    assert table.events("refill") == [[1, -1, -1]]


def test_r10_between_the_oracle_s_cards_which_are_not_shuffled_in(lay: "Lay") -> None:
    table = lay(2).leave("potion-3", "potion-1 potion-2 bone-3")
    table.play("take:oracle", "potion-3", "potion-1", "bone-3")
    assert (table.looking, table.deck, table.discards) == ("bone-3 potion-1 potion-3", "potion-2", "")
    table.play("keep:potion-3")
    assert table.discards == "bone-3 potion-1"


def test_r10_the_oracle_sees_as_many_as_there_are(lay: "Lay") -> None:
    table = lay(2).leave("potion-3", "bone-3").play("take:oracle", "potion-3", "bone-3")
    assert table.choices == ["keep:bone-3", "keep:potion-3"]
    assert table.events("looks") == [[0, 2, -1]]
    table = lay(2).leave("potion-3").play("take:oracle", "potion-3")
    assert table.choices == ["keep:potion-3"], "R11: a single choice is asked"
    table.play("keep:potion-3")
    assert (table.hand(0), table.discards) == ("flower-1 snail-1 bone-1 potion-3", "")


def test_r10_r11_the_oracle_sees_nothing_if_there_is_nothing(lay: "Lay") -> None:
    table = lay(2).leave("").play("take:oracle")
    assert table.decision == "play"
    assert table.events("nothing-to-draw") == [[0, -1, -1]]


def test_r10_equal_cards_before_the_oracle_are_one_choice(lay: "Lay") -> None:
    table = lay(2).play("take:oracle", "potion-3", "potion-3", "potion-3")
    assert table.choices == ["keep:potion-3"]
    assert table.play("keep:potion-3").discards == "potion-3 potion-3"


# ── R3: playing cards ─────────────────────────────────────────────────────────────────────────────


def test_r3_a_card_is_laid_face_up_and_it_is_not_optional(lay: "Lay") -> None:
    table = lay(2).play("take:queen", "snail-1")
    assert table.choices == ["play:flower-1", "play:snail-1", "play:bone-1"]
    table.play("play:snail-1")
    assert (table.hand(0), table.face(0)) == ("flower-1 snail-1 bone-1", "snail-1")
    assert table.events("plays") == [[0, 3, -1]]


def test_r3_r11_with_an_empty_hand_it_is_skipped(lay: "Lay") -> None:
    table = lay(2).give(0, "").leave("").play("take:queen")
    assert table.actor == 1
    assert table.events("nothing-to-play") == [[0, -1, -1]]
    table = lay(2).give(0, "").leave("bone-1").play("take:hunter", "bone-1", "snail-token")
    assert table.choices == ["play:bone-1"], "R11: a single choice is asked"
    assert table.play("play:bone-1").actor == 1


# ── R4: tokens ────────────────────────────────────────────────────────────────────────────────────


def test_r4_each_token_has_its_effect(lay: "Lay") -> None:
    table = lay(2).fill_bag("add-a-gem level-up snail-token blue-gem red-gem potion-token")
    table.state.level[0] = 5
    table.play("take:apprentice", "add-a-gem", "level-up", "snail-token", "blue-gem", "red-gem")
    assert (table.state.level[0], table.state.gems[0], table.face(0)) == (6, 6, "snail-token")
    assert [table.in_bag(token) for token in ("red-gem", "blue-gem", "add-a-gem", "level-up")] == [2, 1, 1, 1]
    assert (table.in_bag("snail-token"), table.state.bag.inside) == (0, 6)
    assert (table.state.gems[1], table.state.level[1], table.state.winners()) == (7, 1, [])


def test_r4_all_are_pulled_first(lay: "Lay") -> None:
    """Neither the new level nor the new gem is of use in the same draw."""
    table = lay(2).fill_bag("level-up add-a-gem")
    table.state.level[0] = 3
    table.play("take:apprentice", "level-up", "add-a-gem")
    assert table.events("token") == [[0, 6, 1], [0, 5, 2]]
    assert [name for name, _ in table.told].index("level-up") > [name for name, _ in table.told].index(
        "token"
    ) + 1
    assert (table.state.level[0], table.in_bag("red-gem")) == (4, 1)


def test_r4_three_level_ups_in_one_draw(lay: "Lay") -> None:
    table = lay(2)
    table.state.level[0] = 3
    table.play("take:apprentice", "level-up", "level-up", "level-up")
    assert table.state.level[0] == 6
    assert table.in_bag("level-up") == 3


def test_r4_all_there_are_if_there_are_fewer(lay: "Lay") -> None:
    table = lay(2).fill_bag("snail-token bone-token")
    table.state.level[0] = 10
    table.play("take:apprentice", "bone-token", "snail-token")
    assert (table.face(0), table.state.bag.inside) == ("snail-token bone-token", 0)
    table.play("take:farmer", "potion-1", "potion-1")
    assert table.events("reaches") == [[1, 0, 0]]
    assert table.decision == "play"


def test_r4_one_s_own_gem_does_nothing_for_the_apprentice(lay: "Lay") -> None:
    table = lay(2).fill_bag("red-gem").play("take:apprentice", "red-gem")
    assert (table.state.winners(), table.actor, table.in_bag("red-gem")) == ([], 1, 1)


# ── R5 and R6: the Wizard ─────────────────────────────────────────────────────────────────────────


def test_r5_nothing_has_an_effect_and_all_goes_back(lay: "Lay") -> None:
    table = lay(2).fill_bag("add-a-gem level-up snail-token blue-gem")
    table.state.level[0] = 4
    table.play("take:wizard", "snail-token", "level-up", "add-a-gem", "blue-gem")
    assert (table.state.level[0], table.state.gems[0], table.face(0)) == (4, 8, "")
    assert table.state.bag.inside == 4
    assert table.in_bag("snail-token") == 1
    assert (table.state.winners(), table.actor) == ([], 1)


def test_r5_all_there_are_if_there_are_fewer(lay: "Lay") -> None:
    table = lay(2).fill_bag("snail-token bone-token")
    table.state.level[0] = 3
    table.play("take:wizard", "snail-token", "bone-token")
    assert table.state.bag.inside == 2


def test_r6_no_sets_on_the_wizard_s_turn(lay: "Lay") -> None:
    table = lay(2).lay(0, "flower-3 flower-1").play("take:wizard", "bone-token")
    assert (table.actor, table.decision) == (1, "character")
    assert table.play("take:apprentice", "bone-token").actor in (0, 1)


def test_r6_with_no_gem_in_the_bag_in_the_first_round(lay: "Lay") -> None:
    table = lay(2)
    assert table.in_bag("red-gem") == 0
    assert "take:wizard" in table.choices


# ── R7: trading ───────────────────────────────────────────────────────────────────────────────────


def test_r7_any_own_piece_for_any_of_another_s(lay: "Lay") -> None:
    table = lay(3).lay(1, "bone-3 bone-3 flower-token").lay(2, "snail-token").lay(0, "flower-token")
    table.play("take:trader", "potion-1").play("play:potion-1")
    assert table.choices == [
        "no-trade",
        "trade:flower-token>1:flower-token",
        "trade:flower-token>1:bone-3",
        "trade:flower-token>2:snail-token",
        "trade:potion-1>1:flower-token",
        "trade:potion-1>1:bone-3",
        "trade:potion-1>2:snail-token",
    ]
    table.play("trade:potion-1>1:bone-3")
    assert table.face(0) == "flower-token bone-3"
    assert table.face(1) == "flower-token bone-3 potion-1"
    assert table.face(2) == "snail-token"
    assert table.actor == 1


def test_r7_card_for_token_and_a_set_from_it(lay: "Lay") -> None:
    table = lay(2).lay(0, "flower-3").lay(1, "flower-token")
    table.play("take:trader", "potion-1").play("play:bone-1").play("trade:bone-1>1:flower-token")
    assert table.choices == ["done", "turn-in:flower=3+token"]


def test_r7_one_may_decline(lay: "Lay") -> None:
    table = lay(2).lay(1, "bone-3").play("take:trader", "potion-1").play("play:potion-1").play("no-trade")
    assert (table.face(0), table.face(1), table.actor) == ("potion-1", "bone-3", 1)


def test_r7_nothing_to_take_or_to_give(lay: "Lay") -> None:
    table = lay(2).play("take:trader", "potion-1").play("play:potion-1")
    assert table.actor == 1, "Bert has nothing"
    assert table.events("nothing-to-trade") == [[0, -1, -1]]
    table = lay(2).lay(1, "bone-3").give(0, "").leave("").play("take:trader")
    assert table.actor == 1, "Ada has nothing"


def test_r11_two_equal_pieces_may_be_traded(lay: "Lay") -> None:
    table = lay(2).lay(1, "potion-1").play("take:trader", "potion-1").play("play:potion-1")
    assert table.choices == ["no-trade", "trade:potion-1>1:potion-1"]
    table.play("trade:potion-1>1:potion-1")
    assert (table.face(0), table.face(1)) == ("potion-1", "potion-1")


# ── R8, R11, R12: what cannot be gained, what is not asked ────────────────────────────────────────


def test_r8_no_gem_left(lay: "Lay") -> None:
    table = lay(2).fill_bag("add-a-gem level-up" + 7 * " red-gem")
    table.state.level[0] = 2
    table.play("take:apprentice", "add-a-gem", "level-up")
    assert (table.state.gems[0], table.in_bag("red-gem")) == (0, 8)
    table.play("take:wizard", "level-up")
    table.play("take:apprentice", "add-a-gem", "level-up", "red-gem")
    assert (table.state.gems[0], table.in_bag("red-gem"), table.state.level[0]) == (0, 8, 4)
    assert table.events("no-gem-left") == [[0, -1, -1]]


def test_r8_a_level_above_the_dial_s_end(lay: "Lay") -> None:
    table = lay(2).fill_bag("level-up add-a-gem")
    table.state.level[0] = 10
    table.play("take:apprentice", "level-up", "add-a-gem")
    assert (table.state.level[0], table.in_bag("red-gem")) == (10, 1)
    assert table.events("dial-end") == [[0, 10, -1]]


def test_r11_cards_before_tokens(lay: "Lay") -> None:
    table = lay(2).play("take:farmer", "potion-1", "potion-2", "snail-token")
    assert [name for name, _ in table.told if name in ("draws", "token")] == ["draws", "draws", "token"]


def test_r11_done_is_asked_only_while_a_full_set_lies_there(lay: "Lay") -> None:
    table = lay(2).lay(0, "flower-2").play("take:queen", "potion-1").play("play:flower-1")
    assert table.actor == 1, "three Flowers are not four"
    table = lay(2).lay(0, "flower-3").play("take:queen", "potion-1").play("play:flower-1")
    assert table.choices == ["done", "turn-in:flower=3+1"]
    assert table.play("turn-in:flower=3+1").actor == 1


def test_r12_a_set_without_its_reward(lay: "Lay") -> None:
    table = lay(2).lay(0, "mushroom-3 mushroom-3 mushroom-1 flower-3")
    table.state.level[0] = 10
    table.play("take:queen", "potion-1").play("play:flower-1")
    table.play("turn-in:flower=3+1")
    assert (table.state.level[0], table.face(0)) == (10, "mushroom-1 mushroom-3 mushroom-3")
    table.play("turn-in:mushroom=3+3+1")
    assert (table.state.level[0], table.in_bag("red-gem"), table.face(0)) == (10, 1, "")


def test_r12_part_of_the_reward(lay: "Lay") -> None:
    table = lay(2).lay(0, "potion-3 potion-3 potion-2")
    table.fill_bag("snail-token" + 7 * " red-gem").play("take:queen", "bone-1").play("play:bone-1")
    table.play("turn-in:potion=3+3+2")
    assert (table.state.gems[0], table.in_bag("red-gem")) == (0, 8)
    assert (table.events("adds-gem"), table.events("no-gem-left")) == ([[0, 8, -1]], [[0, -1, -1]])


def test_conservation_of_a_hand_made_pile() -> None:
    assert one(14) == 1 << 56, "a card is counted beyond 32 bits, compiled too"
