"""What one sees: D6, X2's consequence for what others can work out, and the words."""

import json
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.story import ALL_EYES, SPECTATOR, Story
from longbeard.games.witless_wizards import abilities, actions, events, notation, view
from longbeard.games.witless_wizards.box import WizardBox
from longbeard.games.witless_wizards.choices import DEEDS
from longbeard.games.witless_wizards.rules import WitlessWizards

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay, Table

NAMES = ["Ada", "Bert", "Cleo", "Dora"]
CROOK = "magical-crook-of-standing"


def slugs(cards: list[view.Card]) -> list[str]:
    return [card["slug"] for card in cards]


def worn(wizard: view.Wizard, slot: str) -> str:
    card = wizard["equipment"][slot]
    return card["slug"] if card else ""


def tell(box: WizardBox, kind: int, data: list[int]) -> str:
    return events.ROWS[kind].tell((box, NAMES), data, events.NAMERS)


def spots(box: WizardBox, kind: int, data: list[int]) -> list[str]:
    return events.ROWS[kind].places((box, NAMES), data, events.NAMERS)


def imagined(table: "Table", viewer: int, times: int = 400) -> Counter[tuple[str, ...]]:
    """Return which hands a viewer imagines, and how often."""
    hands: Counter[tuple[str, ...]] = Counter()
    for seed in range(times):
        state = table.state.imagine(viewer, QuickLuck(seed))
        assert state.pieces() == table.state.pieces()
        assert view.look(state, viewer) == view.look(table.state, viewer)
        hands[tuple(table.names(list(state.hand[: state.held])))] += 1
    return hands


# ── D6: the drawn card is a secret ────────────────────────────────────────────────────────────────


def test_d6_only_the_drafter_sees_the_drawn_card(lay: "Lay") -> None:
    table = lay("", "", "").draft("katana")
    assert slugs(view.look(table.state, 0)["hand"]) == ["katana"]
    for viewer in (1, 2, SPECTATOR):
        look = view.look(table.state, viewer)
        assert (look["hand"], look["drawn"]) == ([], 1)
        assert "katana" not in json.dumps(look)
    assert slugs(view.look(table.state, ALL_EYES)["hand"]) == ["katana"]


def test_d6_both_cards_of_a_bought_draw_are_secret(lay: "Lay") -> None:
    table = lay("", "", cubes=(1, 0)).draft("katana").play("spend", "o-yoroi")
    assert slugs(view.look(table.state, 0)["hand"]) == ["katana", "o-yoroi"]
    text = json.dumps(view.look(table.state, 1))
    assert "katana" not in text
    assert "yoroi" not in text


def test_d6_until_it_is_placed_or_discarded(lay: "Lay") -> None:
    table = lay("", "", "", cubes=(1, 0, 0)).draft("katana").play("spend", "o-yoroi").play("discard:katana")
    look = view.look(table.state, 1)
    assert look["discards"] == ["katana"]
    assert "yoroi" not in json.dumps(look)
    look = view.look(table.play("give:2", "nunchaku").state, 1)
    assert worn(look["wizards"][2], "defensive") == "o-yoroi"


def test_d6_the_story_tells_the_drawn_card_to_the_drafter_alone(lay: "Lay") -> None:
    table = lay("", "", "")
    story = Story()
    table.state.story = story
    table.state._begin_turn(QuickLuck(1))
    drawn = [event for event in story.events if event.kind == events.DRAWN]
    assert [event.data[0] for event in drawn] == [0]
    assert drawn[0].seen_by(0)
    assert drawn[0].seen_by(ALL_EYES)
    for viewer in (1, 2, SPECTATOR):
        assert not drawn[0].seen_by(viewer)
        told = [event.data for event in story.events if event.seen_by(viewer)]
        assert [0, drawn[0].data[1], -1] not in told


def test_everything_else_lies_open(lay: "Lay") -> None:
    table = lay("katana", "o-yoroi", stamina=(7, 12), cubes=(3, 4)).pile_up("nunchaku smoke-bomb", "cutlass")
    table.draft("nunchaku")
    for viewer in (0, 1, SPECTATOR):
        look = view.look(table.state, viewer)
        assert [wizard["stamina"] for wizard in look["wizards"]] == [7, 12]
        assert [wizard["cubes"] for wizard in look["wizards"]] == [3, 4]
        assert worn(look["wizards"][0], "offensive") == "katana"
        assert worn(look["wizards"][1], "defensive") == "o-yoroi"
        assert look["wizards"][0]["equipment"]["special"] is None
        assert (look["deck"], look["discards"], look["drawn"]) == (1, ["cutlass"], 1)
        assert sorted(look["decks"]) == ["pirate", "samurai", "wizard"]
        assert (look["turn"], look["turns"], look["decision"]) == (0, 8, "draw-more")


def test_what_is_in_the_deck_is_not_shown(lay: "Lay") -> None:
    look = json.dumps(view.look(lay("", "").draft("katana").state, 1))
    assert "nunchaku" not in look


def sum_of(terms: list[view.Term]) -> int:
    return sum(term["number"] for term in terms)


def battle_of(table: "Table") -> view.BattleLook:
    battle = view.look(table.state, SPECTATOR)["battle"]
    assert battle is not None
    return battle


def test_the_battle_lies_open_too(lay: "Lay") -> None:
    boards = ("wand-of-mild-sparks bottle-of-grog", "circle-of-salt smoke-bomb")
    table = lay(*boards, cubes=(3, 3))
    table.state.die = 4  # of an earlier battle: no longer to be seen
    battle = battle_of(table.fight())
    assert (battle["attacker"], battle["target"], battle["stage"]) == (0, 1, "aim")
    assert (battle["die"], battle["strength"], battle["attack"], battle["hits"]) == (0, 1, None, None)
    battle = battle_of(table.play("focus:2", 5))
    assert (battle["focus"], battle["die"], battle["stage"]) == (2, 5, "rolled")
    assert (battle["attack"], battle["defence"], battle["hits"]) == (8, 3, 5)
    battle = battle_of(table.play("stand").play("guard:1"))
    assert (battle["guard"], battle["defence"], battle["hits"]) == (1, 4, 4)
    table.play("take-it")
    assert view.look(table.state, 0)["battle"] is None


def moments(table: "Table", action: str, *script: int) -> list[view.Look]:
    """Return what everybody sees of a move, moment by moment."""
    story = Story(watched=True)
    state = table.state
    state.story = story
    state.resolve(notation.parse(state, action), table.luck(script))
    state.story = None
    return [
        view.look(beat.table, SPECTATOR) for beat in story.beats if isinstance(beat.table, WitlessWizards)
    ]


def test_everybody_sees_aim_roll_and_hits(lay: "Lay") -> None:
    table = lay("katana", "kabuto-helm", "").fight()
    stages = [look["battle"] for look in moments(table, "attack:1", 5)]
    shown = [(battle["stage"], battle["die"], battle["hits"]) for battle in stages if battle]
    assert shown == [("aim", 0, None), ("rolled", 5, 7), ("struck", 5, 7)]


def test_a_block_is_seen_to_be_one(lay: "Lay") -> None:
    table = lay("katana", "smoke-bomb", "").fight().play("attack:1", 5)
    (struck,) = [look["battle"] for look in moments(table, "block") if look["battle"]]
    assert (struck["stage"], struck["hits"]) == ("blocked", 0)


def test_the_sums_of_a_battle_are_shown_term_by_term(lay: "Lay") -> None:
    """Whatever is worn, the terms add up to what the rules compute."""
    boards = (
        "katana war-banner",
        "trebuchet tower-shield royal-banner",
        "wand-of-mild-sparks kabuto-helm black-spot",
        "circle-of-salt",
        "",
    )
    for mine, theirs in product(boards, boards):
        table = lay(mine, theirs, "")
        state = table.state
        state.target, state.die, state.focus, state.guard = 1, 2, 3, 1
        state.step = actions.GUARDING
        battle = battle_of(table)
        assert sum_of(battle["attack_terms"]) == battle["attack"]
        assert sum_of(battle["defence_terms"]) == battle["defence"]


def test_b4_why_somebody_is_out_is_kept(lay: "Lay") -> None:
    table = lay("blunderbuss", "", "", stamina=(9, 2, 1)).fight().play("attack:1", 6)
    fell = [wizard["fell"] for wizard in view.look(table.state, 0)["wizards"]]
    assert fell[1:] == [
        {"how": "hit", "by": 0, "card": "Blunderbuss"},
        {"how": "splash", "by": 0, "card": "Blunderbuss"},
    ]
    assert fell[0] is None


def test_x8_who_falls_by_the_own_hand_is_told_so(lay: "Lay") -> None:
    table = lay("tome-thrown-in-anger", "", "", stamina=(1, 20, 20)).fight().play("attack:1", 1)
    assert view.look(table.state, 1)["wizards"][0]["fell"] == {"how": "backfire", "by": 0, "card": ""}
    table = lay("court-jester", "", "", stamina=(1, 20, 20)).fight().play("attack:1", 1)
    assert view.look(table.state, 1)["wizards"][0]["fell"] == {"how": "curse", "by": 0, "card": ""}


def fates(table: "Table") -> list[str]:
    look = view.look(table.state, 0)
    return [view.fate(look, NAMES, seat) for seat in range(len(look["wizards"]))]


def test_b4_the_end_says_who_struck_down_whom_and_with_what(lay: "Lay") -> None:
    table = lay("blunderbuss", "", "", stamina=(9, 2, 1)).fight().play("attack:1", 6)
    assert fates(table) == [
        "You struck down Bert with the Blunderbuss.",
        "Ada struck you down with the Blunderbuss.",
        "Ada’s Blunderbuss splashed you.",
    ]
    table = lay("", "", "", stamina=(9, 1, 9)).fight().play("attack:1", 6)
    assert fates(table) == [
        "You struck down Bert with bare fists.",
        "Ada struck you down with bare fists.",
        "",
    ]


def test_x8_the_end_names_one_s_own_hand_and_no_rival(lay: "Lay") -> None:
    table = lay("tome-thrown-in-anger", "", "", stamina=(1, 20, 20)).fight().play("attack:1", 1)
    assert fates(table) == ["Your own attack took the last stamina.", "", ""]
    table = lay("court-jester", "", "", stamina=(1, 20, 20)).fight().play("attack:1", 1)
    assert fates(table)[0] == "Your curse took the last stamina."


def test_every_question_says_which_card_it_is_about(lay: "Lay") -> None:
    table = lay("", "", "", cubes=(2, 0, 0)).draft("katana")
    assert view.ask(view.look(table.state, 0)) == "Card 1 of 2: take the Katana, or look at another?"
    table.play("hold")
    assert view.ask(view.look(table.state, 0)) == ("Card 1 of 2: wear the Katana, or press it upon somebody?")
    table.play("keep", "o-yoroi").play("hold")
    assert view.ask(view.look(table.state, 0)) == "Card 2 of 2: who gets the O-Yoroi?"


def test_the_drafter_alone_sees_what_the_card_would_change(lay: "Lay") -> None:
    table = lay("katana", "power-armor", "").draft("straw-raincoat")
    previews = view.look(table.state, 0)["previews"]
    assert {one["seat"]: [change["words"] for change in one["changes"]] for one in previews} == {
        0: ["defence from 0 to 1", "cubes a turn from 0 to 2"],
        1: ["defence from 5 to 1", "cubes a turn from 0 to 2"],
        2: ["defence from 0 to 1", "cubes a turn from 0 to 2"],
    }
    for viewer in (1, 2, SPECTATOR):
        assert view.look(table.state, viewer)["previews"] == []


# ── imagine: what a seat cannot tell from the real table ──────────────────────────────────────────


def test_d6_imagine_leaves_the_drafter_the_own_hand(lay: "Lay") -> None:
    table = lay("", "").draft("katana")
    assert imagined(table, 0, 20) == {("katana",): 20}


def test_d6_imagine_gives_others_any_card_of_the_deck(lay: "Lay") -> None:
    """Every card that is not in sight, equally often."""
    table = lay("", "").pile_up("katana nunchaku o-yoroi smoke-bomb", "cutlass").draft("katana")
    for viewer in (1, SPECTATOR):
        hands = imagined(table, viewer)
        assert set(hands) == {("katana",), ("nunchaku",), ("o-yoroi",), ("smoke-bomb",)}
        assert min(hands.values()) > 60


def test_d6_imagine_knows_that_two_cards_to_choose_from_differ(lay: "Lay") -> None:
    table = lay("", "", cubes=(1, 0)).pile_up(f"{CROOK} {CROOK} katana").draft(CROOK).play("spend", "katana")
    assert set(imagined(table, 1)) == {(CROOK, "katana"), ("katana", CROOK)}


def test_d6_imagine_knows_that_the_card_that_stayed_is_not_like_the_one_that_went(lay: "Lay") -> None:
    """`ruled_out`: had they been alike, nobody would have been asked (X1)."""
    table = lay("", "", cubes=(1, 0)).pile_up(f"{CROOK} {CROOK} katana o-yoroi").draft(CROOK)
    table.play("spend", "katana").play(f"discard:{CROOK}")
    assert set(imagined(table, 1)) == {("katana",), ("o-yoroi",)}
    assert imagined(table, 0, 10) == {("katana",): 10}


def test_d6_what_was_ruled_out_of_one_hand_is_not_of_the_next(lay: "Lay") -> None:
    table = lay("", "", "", cubes=(1, 0, 0)).pile_up(f"{CROOK} {CROOK} katana o-yoroi").draft(CROOK)
    table.play("spend", "katana").play(f"discard:{CROOK}").play("keep", CROOK)
    assert set(imagined(table, 1)) == {(CROOK,), ("o-yoroi",)}


def test_x9_two_alike_cards_are_known_once_one_of_them_went(lay: "Lay") -> None:
    """`known`: nobody was asked which to discard, so they were alike, and everyone knows the other."""
    table = lay("", "", cubes=(1, 0)).pile_up(f"{CROOK} {CROOK} katana o-yoroi").draft(CROOK)
    table.play("spend", CROOK)
    assert imagined(table, 1, 40) == {(CROOK,): 40}


def test_x2_when_the_deck_is_out_everyone_can_work_out_the_hand(lay: "Lay") -> None:
    """`known`: the last card of the old deck is in the hand, not in the new deck."""
    table = lay("", "").pile_up("katana", "nunchaku o-yoroi").draft("katana")
    assert table.deck == ["nunchaku", "o-yoroi"]
    assert imagined(table, 1, 40) == {("katana",): 40}


def test_x2_a_card_drawn_from_the_new_deck_is_unknown_again(lay: "Lay") -> None:
    table = lay("", "", cubes=(1, 0)).pile_up("katana", "nunchaku o-yoroi").draft("katana")
    table.play("spend", "nunchaku")
    assert set(imagined(table, 1)) == {("katana", "nunchaku"), ("katana", "o-yoroi")}
    kept = lay("", "", cubes=(1, 0)).pile_up("katana", "nunchaku o-yoroi smoke-bomb").draft("katana")
    kept.play("spend", "nunchaku").play("discard:nunchaku")
    assert imagined(kept, 1, 40) == {("katana",): 40}
    gone = lay("", "", cubes=(1, 0)).pile_up("katana", "nunchaku o-yoroi smoke-bomb").draft("katana")
    gone.play("spend", "nunchaku").play("discard:katana")
    assert set(imagined(gone, 1)) == {("nunchaku",), ("o-yoroi",), ("smoke-bomb",)}


def test_x2_both_cards_are_known_if_the_second_emptied_the_deck(lay: "Lay") -> None:
    table = lay("", "", cubes=(1, 0)).pile_up("katana o-yoroi", "nunchaku").draft("katana")
    table.play("spend", "o-yoroi")
    assert {frozenset(hand) for hand in imagined(table, 1, 40)} == {frozenset(["katana", "o-yoroi"])}
    table.play("discard:katana")
    assert imagined(table, 1, 40) == {("o-yoroi",): 40}


def test_x2_a_discard_that_becomes_the_deck_tells_what_is_left_in_the_hand(lay: "Lay") -> None:
    table = lay("", "", cubes=(1, 0)).pile_up("katana o-yoroi").draft("katana").play("spend", "o-yoroi")
    table.play("discard:katana")
    assert table.deck == ["katana"]
    assert imagined(table, 1, 40) == {("o-yoroi",): 40}


def test_x2_what_was_known_of_one_hand_is_not_of_the_next(lay: "Lay") -> None:
    table = lay("", "", "").pile_up("katana", "nunchaku o-yoroi").draft("katana").play("keep", "nunchaku")
    assert set(imagined(table, 1)) == {("nunchaku",), ("o-yoroi",)}


def test_imagine_depends_on_nothing_that_a_seat_cannot_know(lay: "Lay") -> None:
    """Two tables that differ only in the hand are imagined alike by a third seat."""
    one = lay("", "").pile_up("katana nunchaku o-yoroi").draft("katana")
    other = lay("", "").pile_up("o-yoroi katana nunchaku").draft("nunchaku")
    for seed in range(20):
        dreams = [table.state.imagine(1, QuickLuck(seed)).dump() for table in (one, other)]
        assert dreams[0] == dreams[1]
    assert one.state.imagine(0, QuickLuck(1)).dump() != other.state.imagine(0, QuickLuck(1)).dump()


def test_imagine_leaves_the_real_table_alone(lay: "Lay") -> None:
    table = lay("", "").draft("katana")
    before = table.state.dump()
    table.state.imagine(1, QuickLuck(3))
    assert table.state.dump() == before


# ── what may be taken back ────────────────────────────────────────────────────────────────────────


def test_d6_only_moves_that_show_nothing_are_quiet(lay: "Lay") -> None:
    def quiet(table: "Table") -> dict[str, bool]:
        return dict(
            zip(table.choices, map(table.state.quiet, table.state.legal()), strict=True)
        )  # fmt: skip

    table = lay("", "", "", cubes=(2, 0, 0)).draft("katana")
    assert quiet(table)["hold"], "keep or give is still open"
    assert quiet(table.play("hold")) == {"keep": False, "give:1": False, "give:2": False}
    assert quiet(table.play("keep", "o-yoroi"))["hold"], "whom to give to is still open"
    table = lay("", "", "", cubes=(2, 0, 0)).draft("katana").play("hold").play("give:1", "o-yoroi")
    assert not quiet(table)["hold"], "the card is placed at once (D5)"
    table = lay("", "", cubes=(2, 0)).draft("katana").play("hold").play("keep", "o-yoroi")
    assert not quiet(table)["hold"], "the card is given at once (D5)"
    table = lay("", "", cubes=(1, 0)).draft("katana").play("spend", "o-yoroi")
    assert not any(quiet(table).values()), "a discard shows a card"
    assert all(quiet(lay("", "", "").fight()).values())


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def test_the_table_in_words(lay: "Lay") -> None:
    table = lay("katana", "straw-raincoat war-banner", "", stamina=(20, 7, 0), cubes=(1, 2, 0))
    table.state.settle()
    table.draft("nunchaku")
    lines = view.words(view.look(table.state, 0), NAMES)
    assert lines[0].startswith("Turn 9, Ada to play. Decks: ")
    assert lines[1:] == [
        "Ada: stamina 20, 1 cube. Wears Katana (attack 4, steady 3).",
        "Bert: stamina 7, 2 cubes. "
        "Wears Straw Raincoat (defence 1, +2 cubes); War Banner (+1 cube, might 1).",
        "Cleo: out of the game, stamina 0.",
        "Deck: 12 cards. Discards: none.",
        "Drawn: Nunchaku (attack 2, +1 cube, twice). " + table.box.texts[table.box.slugs.index("nunchaku")],
    ]
    assert not any("Drawn" in line for line in view.words(view.look(table.state, 1), NAMES))


def test_a_battle_in_words(lay: "Lay") -> None:
    table = lay("wand-of-mild-sparks bottle-of-grog", "", cubes=(2, 0)).fight()
    attack, forecast = view.words(view.look(table.state, 1), NAMES)[-2:]
    assert attack == "Ada attacks Bert."
    assert forecast.startswith("Attack on Bert: 2 hits 17 % (leaving 18), 3 hits 17 %")
    assert forecast.endswith("; cubes can add up to 2 hits; the Bottle of Grog can roll again.")
    table.play("focus:2", 5)
    assert view.words(view.look(table.state, 1), NAMES)[-1] == (
        "Ada attacks Bert with a roll of 5 and 2 cubes of focus."
    )


def phrases(table: "Table") -> list[str]:
    return [DEEDS.phrase(table.state, action, NAMES) for action in table.state.legal()]


def test_choices_in_words(lay: "Lay") -> None:
    table = lay("katana", "", "", cubes=(1, 0, 0)).draft("nunchaku")
    assert phrases(table) == [
        "Return a cube to draw another card, then discard one of the two",
        "Take the Nunchaku: then wear it or give it away",
    ]
    assert phrases(table.play("spend", "o-yoroi")) == [
        "Discard the Nunchaku and go on with the O-Yoroi",
        "Discard the O-Yoroi and go on with the Nunchaku",
    ]
    assert phrases(table.play("discard:o-yoroi")) == [
        "Keep the Nunchaku (it replaces the Katana; attack from 4 to 2, cubes a turn from 0 to 1, without "
        "steady 3, with twice)",
        "Give the Nunchaku to Bert (attack from 0 to 2, cubes a turn from 0 to 1, with twice)",
        "Give the Nunchaku to Cleo (attack from 0 to 2, cubes a turn from 0 to 1, with twice)",
    ]
    assert phrases(lay("crystal-ball", "").draft("nunchaku"))[0] == (
        "Look at another card for free, then discard one of the two"
    )


def test_choices_of_a_battle_in_words(lay: "Lay") -> None:
    boards = ("wand-of-mild-sparks bottle-of-grog", "circle-of-salt smoke-bomb", "")
    table = lay(*boards, stamina=(5, 20, 20), cubes=(2, 1, 0)).fight()
    assert phrases(table) == ["Attack Bert", "Attack Cleo"]
    assert phrases(table.play("attack:1"))[:2] == ["Focus 0 cubes: attack +0", "Focus 1 cube: attack +1"]
    assert phrases(table.play("focus:0", 6)) == [
        "Discard the Bottle of Grog to roll again",
        "Let the roll of 6 stand",
    ]
    assert phrases(table.play("stand")) == [
        "Guard with 0 cubes: defence +0, 4 hits",
        "Guard with 1 cube: defence +1, 3 hits",
    ]
    assert phrases(table.play("guard:0"))[1] == "Keep your card and take 4 hits"
    assert phrases(table.play("take-it"))[0] == "Return 1 cube to recover as much stamina"
    assert phrases(lay("philosophers-thermos", "").fight(1)) == [
        "Discard the Philosopher's Thermos to regain up to 5 stamina",
        "End your turn",
    ]


def test_every_event_has_a_sentence_with_names_and_never_you(lay: "Lay") -> None:
    table = lay("", "")
    for kind in range(len(events.ROWS)):
        for data in ([0, 1, 2], [1, 0, 0], [1, 1, 1]):
            sentence = tell(table.box, kind, data)
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert " you" not in sentence.lower().replace("'", " ")
    assert len({row.name for row in events.ROWS}) == len(events.ROWS) == events.FIRST + 1


def test_sentences_count_well(lay: "Lay") -> None:
    def told(kind: int, *data: int) -> str:
        return tell(lay("", "").box, kind, list(data))

    assert told(events.FIGHT, 5, 5, 0) == "Attack 5 against defence 5: no hits."
    assert told(events.FIGHT, 5, 4, 1) == "Attack 5 against defence 4: 1 hit."
    assert told(events.FIGHT, 5, 3, 2) == "Attack 5 against defence 3: 2 hits."
    assert told(events.HITS, 1, 0, 20) == "Bert is not hurt."
    assert told(events.HITS, 1, 3, 17) == "Bert loses 3 stamina and has 17."
    assert told(events.ROLLS, 0, 2, 5) == "Ada rolls 2 and 5, and keeps the 5."
    assert told(events.ROLLS, 0, 2, 0) == "Ada rolls 2."
    assert told(events.DECK, 0, -1, -1) == "The Samurai deck is in play."
    assert told(events.GIVES, 0, 1, 3) == "Ada gives Bert the Katana."


def test_every_card_every_ability_and_the_die_can_be_asked_about(room: Room) -> None:
    entries = room.glossary(room.box)
    state = room.table(2)
    assert isinstance(state, WitlessWizards)
    assert set(entries) == {*state.box.slugs[1:], *abilities.NAMES, "die"}
    assert entries["katana"].startswith("Katana (attack ")
    assert "offensive equipment of the Samurai deck" in entries["katana"]
    assert "standard deck" in entries[CROOK]


def test_every_ending_has_words(room: Room) -> None:
    assert [bool(room.ending_words(ending)) for ending in room.plate.endings] == [True] * 3


# ── on the page ───────────────────────────────────────────────────────────────────────────────────


def test_an_action_is_chosen_by_pointing_at_whom_it_is_about(lay: "Lay") -> None:
    state = lay("", "", "").draft("katana").state
    steps = {notation.spell(state, action): DEEDS.steps(state, action) for action in state.legal()}
    assert steps == {"keep": ["board:0"], "give:1": ["board:1"], "give:2": ["board:2"]}


def test_of_two_cards_one_points_at_the_one_to_go_on_with(lay: "Lay") -> None:
    table = lay("crystal-ball", "").draft("katana").play("spend", "nunchaku")
    state = table.state
    shown = [card["slug"] for card in view.look(state, 0)["hand"]]
    for action in state.legal():
        gone = notation.spell(state, action).removeprefix("discard:")
        (key,) = DEEDS.steps(state, action)
        assert shown[int(key.removeprefix("hand:"))] != gone


def test_events_flash_where_they_happened(lay: "Lay") -> None:
    box: WizardBox = lay("", "").state.box
    katana, bomb = box.slugs.index("katana"), box.slugs.index("smoke-bomb")
    assert spots(box, events.GIVES, [0, 1, katana]) == ["slot:1:0"]
    assert spots(box, events.ATTACKS, [0, 1, -1]) == ["board:0", "board:1"]
    assert spots(box, events.BLOCKS, [1, bomb, -1]) == ["slot:1:2", "discards"]


def test_where_a_drawn_card_is_says_nothing_of_which_it_is(lay: "Lay") -> None:
    box: WizardBox = lay("", "").state.box
    told = {tuple(spots(box, events.DRAWN, [0, card, -1])) for card in range(1, box.cards)}
    assert len(told) == 1
