"""Reads cards.toml, checks it against the printed totals, and packs it into a box."""

import tomllib
from hashlib import sha256
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from longbeard.engine.errors import BadBox
from longbeard.games.a_wizard_did_it import goals
from longbeard.games.a_wizard_did_it.box import (
    EVENT_BITS,
    FIELD,
    FIELD_SIGN,
    GROUP_BITS,
    ITEM,
    LOCATIONS,
    LURKING_TAG,
    MEASURED_LOCATIONS,
    MONSTER,
    MONSTER_MODIFIER,
    MOST_FACTS,
    PAIRS,
    SEATS,
    SPELL,
    STACK_MODIFIER,
    STACKS,
    SURPRISE_TAG,
    RoadBox,
)

LISTS: Final = {
    "monsters": (MONSTER, {"strength", "home", "valor"}),
    "monster_modifiers": (MONSTER_MODIFIER, {"strength", "valor", "valor_only"}),
    "items": (ITEM, {"bonus"}),
    "stack_modifiers": (STACK_MODIFIER, {"effect", "reach"}),
}
MOST_CARDS: Final = 30
"""Most cards, and most goals dealt: a bit for each must fit into 31 bits, since mypyc shifts a plain 1 as a C
int."""
NUMBERS: Final = ("hand", "valor", "least_valor", "win", "loss", "home_turf", "princess")
FILE_KEYS: Final = {*NUMBERS, "total", "location", "cards", "combo", "goals", "training"}
CARD_KEYS: Final = {"slug", "name", "word", "copies", "icon", "text"}
GOAL_KEYS: Final = {"slug", "name", "knight", "event", "needs", "most", "icon", "text"}
KIND_NAMES: Final = ("monsters", "monster-modifiers", "items", "stack-modifiers", "spells")
EFFECTS: Final = ("in-space", "lurking", "surprise")


def open_box(text: str) -> RoadBox:
    """Parse a card file; BadBox says what is wrong with it."""
    try:
        box = _pack(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadBox(f"cards.toml: {_complaint(error)}") from error
    box.digest = sha256(text.encode()).hexdigest()
    return box


def _complaint(error: Exception) -> str:
    return f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)


def _pack(data: dict[str, Any]) -> RoadBox:
    box = RoadBox()
    for number in NUMBERS:
        setattr(box, number, data[number])
    _add_locations(box, data["location"])
    words: list[str] = [""]
    for name, (kind, keys) in LISTS.items():
        for row in data["cards"][name]:
            _refuse_unknown(row, CARD_KEYS | keys)
            _add_card(box, kind, row)
            words.append(row.get("word", ""))
    box.swap = box.cards
    _refuse_unknown(data["cards"]["swap"], CARD_KEYS)
    _add_card(box, SPELL, data["cards"]["swap"])
    box.deck = vec[i64]([card for card in range(box.cards) for copy in range(box.copies[card])])
    box.tall = len(box.deck) - box.copies[box.swap]
    box.items = sum(1 << card for card in range(box.cards) if box.kind[card] == ITEM)
    box.stack_modifiers = sum(1 << card for card in range(box.cards) if box.kind[card] == STACK_MODIFIER)
    box.brought = vec[i64]([_brought(box, card, at) for at in range(LOCATIONS) for card in range(box.cards)])
    box.most_choices = PAIRS + STACKS * box.hand
    _add_combos(box, data["combo"])
    measures = _measures(box, [*words, ""])
    box.facts = vec[i64]([1 << card for card in range(box.cards)])
    told: dict[str, int] = {slug: 1 << card for card, slug in enumerate(box.slugs)}
    waits: list[list[int]] = []
    for kind_of_goals in data["goals"]:
        waits += _add_goals(box, kind_of_goals, measures, told)
    box.goal_numbers = vec[i64](list(range(len(box.goals))))
    box.goal_waits = vec[i64]([row[seat] for seat in range(SEATS) for row in waits])
    box.goals_each = sum(box.goals_dealt)
    _add_training(box, data["training"])
    if unknown := data.keys() - FILE_KEYS:
        raise ValueError(f"unknown key {min(unknown)}; there are {', '.join(sorted(FILE_KEYS))}")
    _check(box, data["total"])
    return box


def _refuse_unknown(row: dict[str, Any], keys: set[str]) -> None:
    if unknown := row.keys() - keys:
        raise ValueError(f"{row['slug']}: unknown key {min(unknown)}")


def _place(names: list[str], name: str, what: str) -> int:
    if name not in names:
        raise ValueError(f"{what}: there is no {name}")
    return names.index(name)


def _add_locations(box: RoadBox, rows: list[dict[str, Any]]) -> None:
    """Add the locations (C1), and the pairs of stacks for Swaps (W8)."""
    if len(rows) != LOCATIONS:
        raise ValueError(f"there are {LOCATIONS} locations, not {len(rows)}")
    for row in rows:
        box.locations.append(row["slug"])
        box.places.append(row["name"])
        box.places_at.append(row["at"])
        box.place_icons.append(row["icon"])
    pairs = [(low, high) for low in range(STACKS) for high in range(low + 1, STACKS)]
    box.swap_lower = vec[i64]([low for low, high in pairs])
    box.swap_higher = vec[i64]([high for low, high in pairs])
    box.swap_pairs = vec[i64]([1 << low | 1 << high for low, high in pairs])


def _add_card(box: RoadBox, kind: int, row: dict[str, Any]) -> None:
    slug = row["slug"]
    if slug in box.slugs:
        raise ValueError(f"{slug} is there twice")
    if kind == STACK_MODIFIER and row["effect"] not in EFFECTS:
        raise ValueError(f"{slug}: there is no effect {row['effect']}")
    box.slugs.append(slug)
    box.names.append(row["name"])
    box.icons.append(row["icon"])
    box.texts.append(row["text"].format(**row))
    box.kind = append(box.kind, kind)
    box.copies = append(box.copies, row["copies"])
    box.strength = append(box.strength, row.get("strength", 0))
    box.home = append(box.home, _place(box.locations, row["home"], slug) if "home" in row else -1)
    box.valor_gain = append(box.valor_gain, row.get("valor", 0))
    box.valor_only = append(box.valor_only, int(row.get("valor_only", False)))
    box.bonus = append(box.bonus, row["bonus"] if kind == ITEM else 0)
    box.effect = append(box.effect, goals.EVENTS[row["effect"]] if kind == STACK_MODIFIER else 0)
    box.reach = append(box.reach, row["reach"] if kind == STACK_MODIFIER else 0)
    box.cards += 1


def _brought(box: RoadBox, card: int, location: int) -> int:
    """Return what a card brings to an encounter at a location, as `RoadBox.brought` has it."""
    strength = box.strength[card] + (box.home_turf if box.home[card] == location else 0)
    found = int(box.valor_gain[card])
    for number in (box.valor_only[card], int(box.kind[card] == MONSTER), strength):
        found = (found << FIELD) + int(number)
    return found


def _add_combos(box: RoadBox, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        one, other = (_place(box.slugs, slug, row["slug"]) for slug in row["cards"])
        if box.kind[one] != MONSTER or box.kind[other] != MONSTER or one == other:
            raise ValueError(f"{row['slug']}: a combo is of two different monsters")
        if {one, other} & {*box.combo_one, *box.combo_other}:
            raise ValueError(f"{row['slug']}: a monster is in one combo at most")
        box.combos.append(row["slug"])
        box.combo_names.append(row["name"])
        box.combo_one = append(box.combo_one, one)
        box.combo_other = append(box.combo_other, other)
        box.combo_strength = append(box.combo_strength, row["strength"])
        box.combo_monsters |= 1 << one | 1 << other


def _measures(box: RoadBox, words: list[str]) -> dict[str, list[int]]:
    """Return everything that a goal can ask about, by name, with the indices at which it is counted."""
    cards = {slug: [number] for number, slug in enumerate(box.slugs)}
    by_word = {word: [card for card, other in enumerate(words) if other == word] for word in words}
    by_kind = {name: [card for card in range(1, box.cards) if box.kind[card] == kind]
               for kind, name in enumerate(KIND_NAMES)}  # fmt: skip
    singles = [*box.combos, "combos", "different-combos", "strength", "valor", *box.locations]
    singles += [f"lurking-{slug}" for slug in box.slugs]
    singles += [f"surprise-{slug}" for slug in box.slugs]
    box.combo_measure = box.cards
    box.measured = box.combo_measure + len(box.combos)
    box.lurking_measure = box.measured + MEASURED_LOCATIONS + LOCATIONS
    box.surprise_measure = box.lurking_measure + box.cards
    box.zeros = vec[i64]([0] * int(box.cards))
    measures: dict[str, list[int]] = {}
    for named in (cards, by_word, by_kind, {name: [box.cards + at] for at, name in enumerate(singles)}):
        if twice := (measures.keys() & named.keys()) - {""}:
            raise ValueError(f"{min(twice)} means two things")
        measures |= named
    return measures


def _add_goals(
    box: RoadBox, kind: dict[str, Any], measures: dict[str, list[int]], told: dict[str, int]
) -> list[list[int]]:
    """Add the goals of a kind; return what rules each out, for each seat that may be dealt it.

    `told` are the facts by name; what goals ask for is added to it.
    """
    waits: list[list[int]] = []
    box.goal_kinds = append(box.goal_kinds, len(box.goals))
    box.goals_dealt = append(box.goals_dealt, kind["each"])
    if len(kind["list"]) < SEATS * kind["each"]:
        raise ValueError(f"there are too few goals of {kind['points']} points to deal {kind['each']} to each")
    for row in kind["list"]:
        _add_goal(box, row, kind["points"])
        facts, counts = 0, 0
        box.goal_conditions = append(box.goal_conditions, len(box.condition_least))
        for number, name in enumerate({**row.get("needs", {}), **row.get("most", {})}):
            _add_condition(box, row, name, measures)
            least = row.get("needs", {}).get(name, 0)
            known = _fact(box, name, measures[name], told) if least > 0 else 0
            facts |= known
            if not known or least != 1 or name in row.get("most", {}) or name in box.combos:
                counts |= 1 << number
        box.goal_counts = append(box.goal_counts, counts)
        triggers = (goals.triggers(row["knight"], row["event"], seat) for seat in range(SEATS))
        waits.append([facts | (goals.ALL_EVENTS & ~events) << EVENT_BITS for events in triggers])
    return waits


def _fact(box: RoadBox, name: str, measures: list[int], told: dict[str, int]) -> int:
    """Return the facts without which there is none of what is called so; 0 if no fact tells."""
    if name in box.combos:
        combo = box.combos.index(name)
        return 1 << int(box.combo_one[combo]) | 1 << int(box.combo_other[combo])
    groups = [bits for bits in told.values() if bits >> GROUP_BITS]
    if name not in told and GROUP_BITS + len(groups) < MOST_FACTS:
        fact = 1 << GROUP_BITS + len(groups)
        if name in box.locations:
            told[name] = box.place_facts[box.locations.index(name)] = fact
        elif max(measures) < box.cards:
            told[name] = fact
            for card in measures:
                box.facts[card] |= fact
    return told.get(name, 0)


def _add_goal(box: RoadBox, row: dict[str, Any], points: int) -> None:
    slug = row["slug"]
    _refuse_unknown(row, GOAL_KEYS)
    if slug in box.goals or slug in box.slugs:
        raise ValueError(f"{slug} is there twice")
    if row["event"] not in goals.EVENTS:
        raise ValueError(f"{slug}: there is no event {row['event']}")
    if row["knight"] not in goals.KNIGHTS:
        raise ValueError(f"{slug}: the knight is one of {', '.join(goals.KNIGHTS)}")
    needs = row.get("needs", {})
    box.goals.append(slug)
    box.goal_names.append(row["name"])
    box.goal_icons.append(row["icon"])
    box.goal_knights.append(row["knight"])
    text = row["text"].format(**{name.replace("-", "_"): least for name, least in needs.items()})
    subject = f"{goals.SUBJECTS[row['knight']]} "
    box.goal_texts.append(text)
    box.goal_deeds.append(text.removeprefix(subject) if text.startswith(subject) else "")
    box.goal_points = append(box.goal_points, points)


def _add_condition(box: RoadBox, row: dict[str, Any], name: str, measures: dict[str, list[int]]) -> None:
    if name not in measures:
        raise ValueError(f"{row['slug']}: nothing called {name} is counted")
    box.condition_parts = append(box.condition_parts, len(box.part_measure))
    for measure in measures[name]:
        box.part_measure = append(box.part_measure, measure)
    cards, tag = measures[name], 0
    if cards[0] >= box.lurking_measure:
        tag = LURKING_TAG if cards[0] < box.surprise_measure else SURPRISE_TAG
        cards = [cards[0] - int(box.lurking_measure if tag == LURKING_TAG else box.surprise_measure)]
    is_cards = max(cards) < box.cards
    box.condition_cards = append(box.condition_cards, sum(1 << card for card in cards) if is_cards else 0)
    box.condition_tag = append(box.condition_tag, tag)
    box.condition_least = append(box.condition_least, row.get("needs", {}).get(name, -goals.NO_LIMIT))
    box.condition_most = append(box.condition_most, row.get("most", {}).get(name, goals.NO_LIMIT))


def _add_training(box: RoadBox, training: dict[str, Any]) -> None:
    box.goal_kinds = append(box.goal_kinds, len(box.goals))
    box.goal_conditions = append(box.goal_conditions, len(box.condition_least))
    box.condition_parts = append(box.condition_parts, len(box.part_measure))
    box.training_location = _place(box.locations, training["location"], "training")
    stack = [_place(box.slugs, slug, "training") for slug in reversed(training["stack"])]
    box.training_stack = vec[i64](stack)
    box.training_goals = vec[i64]([_place(box.goals, slug, "training") for slug in training["goals"]])


def _check(box: RoadBox, total: int) -> None:
    """Check the printed total, and the limits of the rules."""
    if len(box.deck) != total:
        raise ValueError(f"the copies add up to {len(box.deck)} cards, not {total}")
    if box.cards > MOST_CARDS + 1 or min(box.copies) < 0:
        raise ValueError(f"there are at most {MOST_CARDS} different cards, and none less than 0 times")
    if box.hand < 1 or SEATS * box.hand > len(box.deck):
        raise ValueError("there are cards for both hands, and at least one for each")
    if box.goals_each * SEATS > MOST_CARDS or min(box.goals_dealt) < 0:
        raise ValueError(f"a wizard is dealt {MOST_CARDS // SEATS} goals at most")
    if box.least_valor > box.valor or min(box.loss, box.win) < 0:
        raise ValueError("a knight starts with the least Valor at least, and neither win nor loss is below 0")
    home_turf = abs(int(box.home_turf))
    most = sum(
        int(box.copies[card]) * (abs(int(box.strength[card])) + abs(int(box.valor_gain[card])) + home_turf)
        for card in range(box.cards)
    )
    if most >= FIELD_SIGN:
        raise ValueError(f"strengths and Valor of all cards add up to less than {FIELD_SIGN}")
    if len(box.training_stack) > box.tall or box.swap in box.training_stack:
        raise ValueError("the training stack is of stack cards, and not taller than all of them")
