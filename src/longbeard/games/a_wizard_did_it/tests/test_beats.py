"""Beats: what is seen while cards are laid and knights walk, and nothing of what is to come."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any, cast

import pytest

from longbeard.engine import gate
from longbeard.engine.face import Part, Showing
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match, Scene
from longbeard.engine.story import Event, Story
from longbeard.games import room
from longbeard.games.a_wizard_did_it import drawings, events, face, printed, view
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.journey import Stage
from longbeard.games.a_wizard_did_it.previews import preview
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.a_wizard_did_it.scenes import lay_out

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)
NAMES = ["Ada", "Bert"]
VIEWERS = (-1, 0, 1)
PICTURE = re.compile(r'<img [^>]*src="([^"]*)"')


def played(seed: int, options: dict[str, str] = {}) -> Match:
    match, luck = Match(ROOM, NAMES, options, secret=seed_secret(seed)), QuickLuck(seed)
    while not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[luck.below(len(legal))])
    return match


def table(scene: Scene) -> AWizardDidIt:
    return cast(AWizardDidIt, scene.state)


def walk(state: AWizardDidIt, first: int = 0) -> Iterator[tuple[AWizardDidIt, list[Event]]]:
    """Yield the moments of a walk that was laid out: the table, and all that was told until then."""
    story = Story(watched=True)
    state.story = story
    state.walk(first)
    state.finish()
    state.story = None
    for beat in story.beats:
        yield cast(AWizardDidIt, beat.table), story.events[: beat.count]


def named(told: list[Event]) -> list[str]:
    return [events.EVENT_NAMES[event.kind] for event in told]


MATCHES = [played(seed) for seed in range(4)] + [played(9, {"memory": "on"})]
SCENES = [(match, scene) for match in MATCHES for scene in match.scenes(0)]


# ── the table at a beat ───────────────────────────────────────────────────────────────────────────


def test_at_every_beat_every_card_has_its_place() -> None:
    for match in MATCHES:
        pieces = match.state.pieces()
        for scene in match.scenes(0):
            assert scene.state.pieces() == pieces, (scene.move, scene.beat)


def test_a_beat_can_be_copied_and_looks_the_same() -> None:
    for _, scene in SCENES:
        copy = scene.state.clone()
        assert copy.dump() == scene.state.dump()
        assert copy.pieces() == scene.state.pieces()
        for viewer in VIEWERS:
            assert ROOM.look(copy, viewer) == ROOM.look(scene.state, viewer)


def test_what_everybody_sees_is_the_same_for_all_and_private_keys_are_others() -> None:
    for _, scene in SCENES:
        public, keys = ROOM.public(scene.state), set()
        for viewer in VIEWERS:
            private = view.private(table(scene), viewer)
            keys.add(tuple(private))
            assert not public.keys() & private.keys()
            assert ROOM.look(scene.state, viewer) == {**public, **private}
        assert len(keys) == 1


def test_at_every_beat_an_imagined_table_looks_the_same() -> None:
    for _, scene in SCENES:
        for viewer in VIEWERS:
            other = scene.state.imagine(viewer, QuickLuck(scene.move))
            assert ROOM.look(other, viewer) == ROOM.look(scene.state, viewer)
            assert ROOM.public(other) == ROOM.public(scene.state)
            assert other.pieces() == scene.state.pieces()


def test_a_move_shows_the_card_on_its_stack_before_another_is_drawn() -> None:
    match = MATCHES[0]
    laid, drawn = match.scenes(0)[2:4]
    assert (named(list(laid.events)), named(list(drawn.events))) == (["plays"], ["draws", "drawn"])
    (stack,) = [stack for wizard in ROOM.public(laid.state)["wizards"] for stack in wizard["stacks"]
                if stack["height"]]  # fmt: skip
    assert BOX.slugs.index(stack["top"]["slug"]) == laid.events[0].data[1]
    assert (ROOM.public(laid.state)["deck"], ROOM.public(drawn.state)["deck"]) == (54, 53)


def test_the_goals_lie_there_before_the_hands_are_dealt() -> None:
    first = MATCHES[0].scenes(0)[0]
    look = ROOM.look(first.state, 0)
    assert [len(wizard["goals"]) for wizard in look["wizards"]] == [4, 4]
    assert (look["deck"], look["hands"], [wizard["cards"] for wizard in look["wizards"]]) == (
        64,
        [[], []],
        [0, 0],
    )


# ── the walk ──────────────────────────────────────────────────────────────────────────────────────


def test_at_every_beat_the_words_can_be_read() -> None:
    for match, scene in SCENES:
        for viewer in VIEWERS:
            lines = ROOM.words(ROOM.look(scene.state, viewer), match.seats)
            assert max(len(line) for line in lines) <= 100


def test_a_fight_is_shown_as_far_as_it_was_told() -> None:
    """K3, K6 to K9: card by card, one sum, the other, the outcome."""
    state = lay_out(BOX, {"0.forest": "bear sword shark"})
    state.valor[0] = 3
    seen = []
    for moment, told in walk(state):
        stage = view.public(moment)["encounter"]
        if stage and stage["number"] == 1:
            seen.append((named(told)[-1], stage))
    assert [name for name, stage in seen] == ["reveals", "reveals", "monsters", "knight", "valor"]
    bear, item, monsters, knight, won = [stage for name, stage in seen]
    assert ([card["slug"] for card in bear["cards"]], bear["item"]) == (["bear"], None)
    assert item["item"] is not None
    assert (item["monsters"], item["strength"], item["outcome"]) == (None, None, "")
    assert monsters["monsters"] == {
        "total": 2,
        "terms": [
            {"strength": 1, "words": "Bear", "brief": "Bear", "pieces": ["card-bear"]},
            {
                "strength": 1,
                "words": "home turf of the Bear",
                "brief": "home turf",
                "pieces": ["location-forest"],
            },
        ],
        "note": "",
    }
    assert (monsters["strength"], monsters["outcome"], monsters["change"]) == (None, "", 0)
    valor = {"strength": 3, "words": "Valor", "brief": "Valor", "pieces": ["valor-1"]}
    assert knight["strength"] == {"total": 3, "terms": [valor], "note": ""}
    assert (knight["outcome"], knight["valor"]) == ("", 0)
    assert (won["outcome"], won["valor"], won["change"]) == ("won", 4, 1)


def test_a_stack_modifier_is_turned_over_before_it_takes_effect() -> None:
    state = lay_out(BOX, {"0.crypt": "in-space-1 sword bear"}, goals=("item-in-space", "item-in-space"))
    moments = [(view.public(moment), named(told)) for moment, told in walk(state)]
    shown, gone = [look for look, told in moments if told[-1] in ("reveals", "goal")][:2]
    for look, modifier, height, met in ((shown, "in-space-1", 2, False), (gone, None, 1, True)):
        stage = look["encounter"]
        assert stage is not None
        assert (stage["modifier"] or {"slug": None})["slug"] == modifier
        assert look["wizards"][0]["stacks"][1]["height"] == height
        assert look["wizards"][1]["goals"][0]["met"] is met
        assert len(stage["moved"]) == int(met)
        assert [card["slug"] for card in look["discards"]] == ["sword", "in-space-1"][1 - int(met) :]


def test_a_knight_stands_where_it_is_and_takes_what_it_won_only_then() -> None:
    state = lay_out(BOX, {"0.forest": "ninja sword", "1.ship": "bear shark"})
    places, items = [], []
    for moment, told in walk(state):
        knights = [wizard["knight"] for wizard in view.public(moment)["wizards"]]
        places.append((knights[0]["at"], knights[1]["at"]))
        items.append((len(knights[0]["items"]), "takes" in named(told)))
    assert list(dict.fromkeys(places)) == [
        ("start", "start"),
        ("forest", "start"),
        ("castle", "start"),
        ("castle", "ship"),
        ("castle", "castle"),
    ]
    assert all(held == int(taken) for held, taken in items)


def test_what_a_knight_has_yet_to_draw_lies_face_down() -> None:
    """A stack keeps its top card in sight until it is drawn from; with the memory aid it stays open (W6)."""
    for memory in ("off", "on"):
        state = lay_out(BOX, {"0.forest": "bear ninja sword", "1.ship": "zombie"}, options={"memory": memory})
        moments = [(moment, named(told).count("reveals")) for moment, told in walk(state)]
        tops: list[Any] = [None, None, None]
        for moment, drawn in moments:
            if drawn < 3:
                tops[drawn] = view.public(moment)["wizards"][0]["stacks"][0]["top"]
                assert view.public(moment)["wizards"][1]["stacks"][2]["top"] is not None
        shown = [top and top["slug"] for top in tops]
        assert shown == (["bear", None, None] if memory == "off" else ["bear", "ninja", "sword"])


def test_the_journey_holds_what_was_told_and_no_more() -> None:
    for match in MATCHES:
        told: list[Event] = []
        for scene in match.scenes(len(match.log)):
            told += scene.events
            look = cast(view.Public, ROOM.public(scene.state))
            names = named(told)
            over = [stage["outcome"] for stage in look["journey"]]
            assert over.count("princess") + over.count("castle") <= names.count("castle")
            assert over.count("princess") == names.count("princess")
            stages = [*look["journey"], *([look["encounter"]] if look["encounter"] else [])]
            assert [stage["number"] for stage in stages] == list(range(1, len(stages) + 1))
            for outcome, event in (("won", "wins"), ("lost", "loses"), ("free", "no-monster")):
                assert [stage["outcome"] for stage in stages].count(outcome) == names.count(event)
            assert sum(_added_up(stage) for stage in stages) == names.count("monsters") + names.count(
                "knight"
            )
            assert sum(len(stage["moved"]) for stage in stages) == sum(
                names.count(name) for name in ("in-space", "lurking", "surprise")
            )
            met = sum(goal["met"] for wizard in look["wizards"] for goal in wizard["goals"])
            assert met == names.count("goal")


def _added_up(stage: Stage) -> int:
    return int(stage["monsters"] is not None) + int(stage["strength"] is not None)


def test_nobody_has_won_before_it_is_told() -> None:
    for match in MATCHES:
        told: list[str] = []
        for scene in match.scenes(len(match.log)):
            told += named(list(scene.events))
            look = ROOM.public(scene.state)
            assert bool(look["winners"]) == ("won" in told or "tie" in told)
            assert [wizard["score"] is not None for wizard in look["wizards"]] == [
                told.count("score") > seat for seat in (0, 1)
            ]
            assert look["phase"] == ("over" if look["winners"] else "knights" if "knights-phase" in told
                                     else "wizards")  # fmt: skip


def test_a_walk_looks_as_it_is_whatever_valor_it_began_with() -> None:
    state = lay_out(BOX, {"0.forest": "bear shark sword ninja"})
    state.valor[0] = 7
    final = list(walk(state))[-1][0]
    first = view.public(final)["journey"][0]
    assert (first["outcome"], first["valor"]) == ("won", 8)


def test_frames_are_told_to_a_seat() -> None:
    match = MATCHES[0]
    frames = gate.frames(match, 0, len(match.log))
    assert len(frames) > 60
    assert [frame["last"] for frame in frames] == [False] * (len(frames) - 1) + [True]
    assert all(frame["told"] for frame in frames)


# ── sentences and places ──────────────────────────────────────────────────────────────────────────


def test_every_kind_of_event_is_told_with_its_spots_and_its_way() -> None:
    found = set()
    kinds: list[Event] = []
    for match in MATCHES:
        for move in [match.opening, *(move.events for move in match.log)]:
            kinds += move
    kinds += [Event(events.TIE, -1, [3, -1, -1])]
    kinds += [Event(events.ONLY_ITEMS, -1, [1, -1, -1]), Event(events.SWAPS_NOTHING, -1, [0, -1, -1])]
    kinds += [Event(events.WAITS, -1, [0, -1, -1])]
    for event in kinds:
        found.add(event.kind)
        for text in [ROOM.tell(BOX, event, NAMES), *ROOM.spots(BOX, event), *ROOM.path(BOX, event)]:
            assert text
            assert "{" not in text
        assert len(ROOM.path(BOX, event)) == (
            4 if event.kind == events.SWAPS else 2 * bool(ROOM.path(BOX, event))
        )
    assert found == set(range(len(events.ROWS)))


# ── the face ──────────────────────────────────────────────────────────────────────────────────────


class Elements(HTMLParser):
    """Counts the elements of the outermost layer, and checks that all are closed in order."""

    VOID = frozenset({"br", "img", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.roots = 0
        self.keys: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.roots += not self.open
        self.keys += [value or "" for name, value in attrs if name == "data-key"]
        assert "style" not in dict(attrs)
        assert len(dict(attrs)) == len(attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        assert self.open or not data.strip()


@cache
def read(html: str) -> tuple[int, list[str]]:
    """Return how many elements there are side by side, and the keys in them."""
    page = Elements()
    page.feed(html)
    page.close()
    assert not page.open
    return page.roots, page.keys


def shown(state: Any, viewer: int, names: list[str]) -> dict[str, Part]:
    """Return the parts of a page, each read once; the own ones stand in place of the public ones."""
    look = cast(view.Look, ROOM.look(state, viewer))
    public = cast(view.Look, ROOM.public(state))
    found = {part.name: part for part in face.FACE.parts(Showing(public, names))}
    me = viewer if viewer >= 0 else None
    found |= {part.name: part for part in face.FACE.own_parts(Showing(look, names, me=me))}
    return found


def test_every_part_is_one_element_and_has_its_place() -> None:
    largest = 0
    for match, scene in SCENES[::3]:
        for viewer in VIEWERS:
            found = shown(scene.state, viewer, match.seats)
            me = viewer if viewer >= 0 else None
            look = cast(view.Look, ROOM.look(scene.state, viewer))
            frame = face.FACE.frame(Showing(look, match.seats, me=me))
            assert sorted(frame.split("\0")[1::2]) == sorted(found)
            for part in found.values():
                assert read(part.html)[0] == 1, part.name
                if "report" not in part.html:  # which comes once, at the end
                    largest = max(largest, len(part.html))
    assert largest < 9_000


def test_public_parts_show_no_hidden_card() -> None:
    """They are the same whatever the hands and, in the Wizard's Phase, the covered cards are."""
    for match, scene in SCENES[::5]:
        other = scene.state.imagine(-1, QuickLuck(3))
        if not table(scene).memory and ROOM.public(scene.state)["phase"] == "wizards":
            other.forget(-1, QuickLuck(4))
        one, twin = (
            [part.html for part in face.FACE.parts(Showing(cast(view.Look, ROOM.public(state)), match.seats))]
            for state in (scene.state, other)
        )
        assert one == twin


def test_a_way_leads_from_a_place_of_the_page_to_another() -> None:
    """Every key of a spot or a way is found on the page before or after its moment."""
    for match in MATCHES[:2]:
        before: set[str] = set()
        for scene in match.scenes(0):
            after: set[str] = set()
            for part in shown(scene.state, 0, match.seats).values():
                after |= set(read(part.html)[1])
            for event in gate.heard(scene.events, 0):
                keys = [*ROOM.spots(BOX, event), *ROOM.path(BOX, event)]
                assert set(keys) <= before | after, ROOM.tell(BOX, event, NAMES)
            before = after


def test_there_is_one_knight_of_each_on_the_page() -> None:
    for match, scene in SCENES[::3]:
        html = "".join(part.html for part in shown(scene.state, 0, match.seats).values())
        assert [html.count(f'id="knight-{seat}"') for seat in (0, 1)] == [1, 1]


@pytest.mark.parametrize(
    ("viewer", "owner", "slug", "name", "text"),
    [
        (0, 0, "mighty-foes", "Defeat strength 4 or more",
         "Your knight beats an encounter of strength 4 or more."),
        (1, 0, "mighty-foes", "Defeat strength 4 or more",
         "Ada's knight beats an encounter of strength 4 or more."),
        (1, 0, "a-fall", "A fall for you", "Your knight loses an encounter."),
        (0, 0, "a-fall", "A fall for Bert", "Bert's knight loses an encounter."),
        (None, 1, "overboard", "Overboard with Ada",
         "Ada's knight meets 3 or more monsters on The Pirate Ship, and wins or loses."),
        (0, 1, "item-in-space", "Put your item In Space",
         "Your knight draws an In Space, and an item leaves with it."),
        (0, 1, "monster-in-space", "Put a monster In Space",
         "A knight draws an In Space, and a monster leaves with it."),
    ],
)  # fmt: skip
def test_a_goal_says_whose_knight_it_is_about(
    viewer: int | None, owner: int, slug: str, name: str, text: str
) -> None:
    goals = ["glory", "glory"]
    goals[owner] = slug
    goal = view.public(lay_out(BOX, {}, goals=goals))["wizards"][owner]["goals"][0]
    assert printed.goal_name(goal["name"], owner, NAMES, viewer) == name
    assert face.goal_text(goal, face.goal_knight(goal, owner, NAMES, viewer)) == text


def test_a_fight_says_whose_knight_it_is_from_the_readers_side() -> None:
    state = lay_out(BOX, {"0.forest": "bear"})
    moment = next(moment for moment, told in walk(state) if named(told)[-1] == "reveals")
    for viewer, words in ((0, "Your knight"), (1, "Ada's knight"), (-1, "Ada's knight")):
        assert f">{words}<" in shown(moment, viewer, NAMES)["stage"].html.replace("&#39;", "'")


def test_both_sums_grow_with_what_is_turned_over_and_end_as_they_are_told() -> None:
    """K6, K7: a pair finds itself, and a Kung Fu makes items useless, the moment the card lies there."""
    state = lay_out(BOX, {"0.forest": "bear shark kung-fu with-laser-beams-2"})
    state.equipped[BOX.slugs.index("sword")], state.bonus[0] = 1, 1
    sums = []
    for moment, told in walk(state):
        stage = view.public(moment)["encounter"]
        if stage and named(told)[-1] == "reveals":
            assert stage["so_far"]
            assert stage["ready"]
            sums.append((stage["so_far"]["total"], stage["ready"]["total"]))
    assert sums == [(2, 2), (5, 2), (5, 1), (7, 1)]
    for match in MATCHES:
        for scene in match.scenes(len(match.log)):
            stage = cast(view.Public, ROOM.public(scene.state))["encounter"]
            if stage and stage["monsters"]:
                assert stage["so_far"] == stage["monsters"]
            if stage and stage["strength"]:
                assert stage["ready"] == stage["strength"]


def test_the_stage_is_empty_until_the_knights_walk_and_a_report_when_they_have() -> None:
    for match in MATCHES[:2]:
        for scene in match.scenes(len(match.log) - 1):
            phase = ROOM.public(scene.state)["phase"]
            html = shown(scene.state, 0, match.seats)["stage"].html
            assert (" hidden" in html, "report" in html) == (phase == "wizards", phase == "over")


def test_a_goal_is_stamped_when_it_is_met_and_there_is_one_princess() -> None:
    for match, scene in SCENES[::3]:
        found = shown(scene.state, 1, match.seats)
        html = "".join(part.html for part in found.values())
        look = cast(view.Public, ROOM.public(scene.state))
        assert html.count('class="goal-met"') == sum(
            goal["met"] for wizard in look["wizards"] for goal in wizard["goals"]
        )
        assert html.count('id="princess"') == 1


@pytest.mark.parametrize(
    ("stack", "card", "said"),
    [
        ("shark", "bear", "Bear-Shark: 4, at home: +1"),
        ("sword", "ninja", "guards the Sword"),
        ("", "bear", "at home: +1"),
        ("", "ninja", ""),
        ("kung-fu", "ninja", "Kung Fu"),
        ("kung-fu", "bear", "Kung Fu, at home: +1"),
        ("bear", "sword", "loot for free, unless guarded"),
        ("bear", "kung-fu", "for the Bear"),
        ("sword", "kung-fu", "no monster below it"),
        ("bear shark", "in-space-1", "Bear: into space"),
        ("bear shark pigeon", "lurking", "Bear and 1 more: under the stack"),
        ("bear", "surprise", "brings up the bottom card"),
        ("", "in-space-2", "nothing there to take"),
    ],
)
def test_a_preview_says_what_a_card_does_to_a_stack(stack: str, card: str, said: str) -> None:
    """Of the stack it knows the top and the height (W6)."""
    state = lay_out(BOX, {"0.forest": stack} if stack else {}, (card, ""))
    look = view.look(state, 0)
    assert preview(look["hands"][0][0], look["wizards"][0]["stacks"][0]) == said
    html = shown(state, 0, NAMES)["previews-0"].html
    assert ('class="preview ' in html) == bool(said)
    assert 'class="preview ' not in "".join(part.html for part in shown(state, 1, NAMES).values())
    assert "preview" not in "".join(part.html for part in shown(state, -1, NAMES).values())


def test_every_picture_of_the_page_is_a_piece_of_the_box() -> None:
    keys = {piece.key for piece in drawings.pieces(BOX)}
    wanted: set[str] = set()
    for match, scene in SCENES[::7]:
        for part in shown(scene.state, 0, match.seats).values():
            wanted |= {address.rsplit("/", 1)[-1].split(".")[0] for address in PICTURE.findall(part.html)}
    assert {"card-bear", "goal-glory", "location-ship", "castle", "princess", "knight-1", "valor-1"} <= wanted
    assert wanted <= keys
