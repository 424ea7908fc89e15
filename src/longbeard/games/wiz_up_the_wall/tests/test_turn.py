"""A turn (T1 to T8), with drawn examples."""

from typing import TYPE_CHECKING

from longbeard.engine.luck import QuickLuck
from longbeard.engine.story import Story
from longbeard.games.wiz_up_the_wall import choices
from longbeard.games.wiz_up_the_wall.cards import open_box
from longbeard.games.wiz_up_the_wall.streams import CELL_SHIFT

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay, Table


def test_t1_draw_or_finish_and_not_both(lay: "Lay") -> None:
    table = lay("s s s s")
    assert table.choices == ["draw", "finish"]
    assert table.play("draw").choices == ["place@0,3"]
    table.play("place@0,3").finish()
    assert table.spells == ["casting", "finished"]
    assert table.actor == 0


def test_t2_the_symbols_are_for_the_player_s_eyes_only(lay: "Lay") -> None:
    table = lay("s s s s", "steam").play("draw")
    assert table.look(0)["hand"]["symbols"] == ["ember", "tide"]
    assert table.look(1)["hand"] == {}
    assert table.look(-1)["hand"] == {}
    assert table.look(1)["drawn"] == "straight"
    assert table.events("drawn") == [[0, 0, 1]]
    table.play("place@0,3")
    assert table.look(0)["hand"] == {}
    assert table.look(0)["cards"][-1]["symbols"] == []


def test_t2_the_symbols_are_whispered(lay: "Lay") -> None:
    table = lay("s s s s s s", "steam")
    story = Story()
    table.state.story = story
    table.state.resolve(0, QuickLuck(1))
    whispered = [event for event in story.events if event.audience != -1]
    assert [(event.audience, event.data) for event in whispered] == [(0, [0, 0, 1])]


def test_t2_the_card_lies_where_it_was_placed_and_stays(lay: "Lay") -> None:
    table = lay("s s s s", "steam").play("draw").play("place@0,3")
    assert table.hand == ""
    last = table.look()["cards"][-1]
    assert (last["q"], last["r"], last["shape"], last["after"]) == (0, 3, "straight", 1)
    assert table.state.box.slugs[table.state.streams.card(4)] == "steam"
    assert not table.state.quiet(2)


def test_t2_one_is_asked_even_with_a_single_tip(lay: "Lay") -> None:
    table = lay("s s s s").play("draw")
    assert (table.actor, table.look()["decision"], table.choices) == (0, "place", ["place@0,3"])


def test_t3_both_ends_of_a_fork_in_any_order(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "7,-1", "4,2", "2,2").finish()
    assert table.tips(0) == ["3,2", "6,0"]
    table.grow("6,0", "3,2")
    assert table.counted(0) == 7


def test_t4_who_has_finished_draws_no_more(lay: "Lay") -> None:
    table = lay("s s s s s s").finish()
    order = []
    for turn in range(4):
        order.append(table.actor)
        table.play("draw").play(table.choices[0])
    assert order == [1, 2, 1, 2]


def test_t4_whose_spell_was_ended_draws_no_more(lay: "Lay") -> None:
    table = crossed(lay)
    assert table.actor == 0
    table.grow("5,2")
    assert table.actor == 0


def crossing(lay: "Lay") -> "Table":
    """Lay out a table on which Ada leans over to Bert's column and is about to reach it."""
    return lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2", "4,3")


def crossed(lay: "Lay") -> "Table":
    return crossing(lay).grow("4,2")


def test_t5_crossing_cuts_the_stream_and_ends_the_spell(lay: "Lay") -> None:
    """A(b) in (4,2): Ada's card on Bert's. His two cards from there on do not count any more."""
    table = crossing(lay)
    assert table.shows(
        """
        : 6                  (B)
        :                     |
        : 5                   B
        :                     |
        : 4                  B(A)
        :                 A / |
        : 3           A /     B
        :         A /         |          (A)
        : 2 \\ A /             B             \\
        :     |               |
        : 1   A               B
        :     |               |
        : 0  [A]             [B]
        """
    )
    assert table.grow("4,2").shows(
        """
        : 5                   b
        :                     |  (A)
        : 4                   Ab/
        :                 A / |
        : 3           A /     B
        :         A /         |          (A)
        : 2 \\ A /             B             \\
        :     |               |
        : 1   A               B
        :     |               |
        : 0  [A]             [B]
        """
    )
    assert table.spells == ["casting", "crossed"]
    assert (table.counted(0), table.counted(1)) == (6, 3)
    assert table.events("crosses") == [[0, 1, 4, 2, 2, 0]]
    assert (
        "Ada crosses Bert's stream at column 4, height 4: the spell ends, and 2 cards no longer count."
        in (table.story)
    )


def test_t5_a_finished_spell_can_be_crossed_too(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2").finish()
    assert table.spells == ["casting", "finished"]
    table.grow("4,2")
    assert table.spells == ["casting", "finished"]
    assert table.events("crosses") == [[0, 1, 4, 2, 1, 1]]
    assert table.counted(1) == 3


def test_t6_touching_tips_ends_both_spells_and_cuts_nothing(lay: "Lay") -> None:
    """(3,1) is a tip of Ada's and of Bert's, until Ada lays a card there."""
    table = lay("f s s f", rounds="2").play("place@1,1").grow("2,1", "5,0")
    assert table.shows(
        """
        : 3                          (B)
        :                (AB)     B /
        : 2           A /   \\ B /
        :         A /         |          (A)
        : 1 \\ A /             B             \\
        :     |               |
        : 0  [A]             [B]
        """
    )
    table.play("draw").play("place@3,1")
    assert table.events("touches") == [[0, 1, -1]]
    assert table.events("crosses") == []
    assert table.points == [[4], [3]]
    assert "Ada touches Bert's tip: both spells end." in table.story


def test_t6_the_wall_after_touching(lay: "Lay") -> None:
    table = lay("f s s f").play("place@1,1").grow("2,1", "5,0", "3,1")
    assert table.shows(
        """
        :                 A       B
        : 2           A /     B /
        :         A /         |
        : 1   A /             B
        :     |               |
        : 0  [A]             [B]
        """
    )
    assert table.spells == ["touched", "touched"]


def test_t6_the_tip_is_the_cell_ahead_not_the_last_card(lay: "Lay") -> None:
    """A card next to an opponent's last card touches nothing; it would where their next one may go."""
    table = lay("f s s s").play("place@1,1").grow("2,1", "4,1", "3,1")
    assert table.spells == ["casting", "casting"]
    assert table.tips(1) == ["4,2"]


def test_t7_crossing_and_touching_at_once(lay: "Lay") -> None:
    """In (4,1) lies Bert's card, and it is a tip of Cleo's and of Ada's. Ada's card there ends all spells."""
    table = lay("f s s s f s").play("place@1,1").play("place@7,-2")
    table.grow("2,1", "4,1", "6,-1", "3,1", "4,2", "5,0")
    assert table.shows(
        """
        : 5                  (B)
        :                     |
        : 4                   B
        :                     |
        : 3                 B(AC)
        :                 A / | \\ C
        : 2           A /     B     \\ C
        :         A /         |         \\ C      (C)     (A)
        : 1 \\ A /             B             \\ C /           \\
        :     |               |               |
        : 0  [A]             [B]             [C]
        """
    )
    table.grow("4,1")
    assert table.shows(
        """
        : 4                   b
        :                     |
        : 3                   Ab
        :                 A / |   C
        : 2           A /     B     \\ C
        :         A /         |         \\ C
        : 1   A /             B             \\ C
        :     |               |               |
        : 0  [A]             [B]             [C]
        """
    )
    assert table.spells == ["touched", "crossed", "touched"]
    assert [table.counted(seat) for seat in range(3)] == [5, 2, 4]


def test_t7_several_opponents_at_once(lay: "Lay") -> None:
    """With two columns from wizard to wizard, Bert's and Cleo's blind cards lie in one cell."""
    narrow = open_box(lay.text.replace("distance = 4 ", "distance = 2 "))
    table = lay("s s f s f s", box=narrow).play("place@3,0").play("place@3,0")
    touching = table.copy()
    cell = table.state.tower.cell(3, 0)
    table.state.streams.lay(0, 0, cell << CELL_SHIFT)  # as if Ada had got there
    table.state._cross(0b110, cell)
    assert table.spells == ["casting", "crossed", "crossed"]
    assert [table.counted(seat) for seat in range(3)] == [3, 1, 1]
    assert [card["by"] for card in table.look()["cards"] if card["cut"]] == [0, 0]
    touching.state._touch(0b110)
    assert touching.spells == ["touched"] * 3
    assert [touching.counted(seat) for seat in range(3)] == [2, 2, 2]


def test_t7_a_spell_that_has_ended_has_no_tips(lay: "Lay") -> None:
    """(3,1) was Bert's tip, but he has finished: Ada goes on through it."""
    table = lay("f s s f").play("place@1,1").grow("2,1").finish()
    assert table.tips(1) == []
    table.grow("3,1")
    assert table.spells == ["casting", "finished"]
    assert table.events("touches") == []


def test_t7_what_no_longer_counts_cannot_be_cut_again(lay: "Lay") -> None:
    """Ada cuts Bert at (4,2) with a fork, whose upper end leads on to (4,3), beyond the cut."""
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2", "4,3>f", "4,2")
    assert (table.counted(1), table.tips(0)) == (3, ["7,-1", "5,1", "4,3"])
    assert "crosses" not in choices.phrase(table.play("draw").state, table.state.legal()[2], table.names)
    cut = int(table.state.streams.cut)
    table.play("place@4,3")
    assert table.events("crosses") == []
    assert (table.counted(1), int(table.state.streams.cut)) == (3, cut)
    assert table.spells == ["casting", "crossed"]


def test_t7_a_cut_stays_a_cut_and_a_deeper_one_takes_more(lay: "Lay") -> None:
    """Ada cuts Bert at (4,3), and later at (4,0): that takes the three cards between."""
    table = lay("s f s s").grow("1,2", "4,1>f", "2,2", "4,2>f", "2,3", "4,3", "3,3", "4,4", "4,3")
    assert table.events("crosses") == [[0, 1, 4, 3, 2, 0]]
    table.grow("3,1", "4,0")
    assert table.events("crosses") == [[0, 1, 4, 0, 3, 1]]
    assert table.counted(1) == 1
    table.finish()
    assert table.events("cut") == [[1, 0, 4, 0, 3], [1, 0, 4, 3, 2]]


def test_t7_a_cell_of_one_s_own_is_closed_whatever_else_lies_there(lay: "Lay") -> None:
    """As in G4, but with a card of Bert's under Ada's in (7,-1): it is no crossing, the way is closed."""
    table = lay("f f s s", "f").play("place@1,1").grow("1,2>f").finish().grow("0,3>f", "7,-1>f")
    table.state.streams._mark(table.state.tower.cell(7, -1), 2)
    table.grow("7,-2")
    assert "7,-1" not in table.tips(0)


def test_t8_without_an_open_tip_the_spell_is_finished(lay: "Lay") -> None:
    """The highest card of a stream always leads up, so it takes a trick: something of Ada's own ahead."""
    table = lay("s s s s").play("draw")
    table.state.streams._mark(table.state.tower.cell(0, 4), 1)
    table.play("place@0,3")
    assert table.spells == ["stuck", "casting"]
    assert table.actor == 1
    assert table.events("stuck") == [[0, -1, -1]]


def test_t8_the_last_card_of_the_pile_finishes_every_spell(lay: "Lay") -> None:
    table = lay("s s s s s s")
    table.state.pile_count = 0
    table.play("draw")
    assert (table.look()["pile"], table.look()["next"]) == (0, "")
    assert table.spells == ["casting"] * 3
    assert table.play("place@0,3").spells == ["ran-out"] * 3
    assert table.actor == -1


def test_t8_all_63_cards_can_be_laid(lay: "Lay") -> None:
    table = lay("s s s s").grow("0,3").finish()
    while table.actor == 0:
        table.play("draw").play(table.choices[-1])
    assert table.spells == ["ran-out", "finished"]
    assert len(table.look()["cards"]) == 63


def test_t8_first_all_that_follows_from_the_last_card(lay: "Lay") -> None:
    """The pile's last card crosses: it cuts, and only then is everything over."""
    table = crossing(lay)
    table.state.pile_count = 0
    table.play("draw").play("place@4,2")
    assert table.spells == ["ran-out", "crossed"]
    assert table.counted(1) == 3
    table = lay("f s s f").play("place@1,1").grow("2,1", "5,0")
    table.state.pile_count = 0
    assert table.play("draw").play("place@3,1").spells == ["touched", "touched"]
