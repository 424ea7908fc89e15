"""The fight in the middle of the table: the forecast, the die, the two sums, and the hits."""

from collections.abc import Sequence
from typing import Final

from longbeard.engine.html import Html, classes, h, icon, spot
from longbeard.engine.telling import plural
from longbeard.games.witless_wizards.figures import PIPS
from longbeard.games.witless_wizards.forecast import Chance, Forecast
from longbeard.games.witless_wizards.gear import HEART, hyphened, mini, portrait, sign
from longbeard.games.witless_wizards.view import BattleLook, Card, Term

HITS: Final = "no hits|1 hit|# hits"


def stage(show: Html, do: Html, class_: str = "") -> Html:
    """Draw the place between the boards: what is to be seen, and what can be done."""
    return h(
        "<div class='{}' data-key='hand'><div class='show'>{}</div><div class='do'>{}</div></div>",
        classes("stage", class_),
        show,
        do,
    )


def fight(
    battle: BattleLook,
    weapon: Card | None,
    armour: Card | None,
    stamina: int,
    forecast: Forecast | None,
    names: Sequence[str],
    faces: list[int],
    so_far: bool,
) -> Html:
    """Draw an attack: who strikes whom with what, the die, and the outcome."""
    rolled = battle["stage"] != "aim"
    target = battle["target"]
    return h(
        "<div class='clash {}' data-key='battle'>{}<div class='dice'>{}</div>"
        "<div class='upshot'>{}</div>{}</div>",
        battle["stage"],
        _fighter(battle["attacker"], names, "offensive", weapon, battle["attack_terms"], battle["attack"]),
        die_spot(battle["die"], faces),
        _outcome(battle, names[target], stamina, so_far) if rolled else bars(forecast) if forecast else None,
        _fighter(target, names, "defensive", armour, battle["defence_terms"], battle["defence"]),
    )


def _fighter(
    seat: int, names: Sequence[str], kind: str, card: Card | None, terms: list[Term], total: int | None
) -> Html:
    """Draw one side of an attack, with the sum term by term."""
    what = "attack" if kind == "offensive" else "defence"
    rows = [
        h("<li><b>{}</b> <span>{}</span></li>", _signed(term["number"], place > 0), hyphened(term["what"]))
        for place, term in enumerate(terms)
    ]
    return h(
        "<div class='fighter {} seat-{}'><span class='portrait'>{}</span><b class='fighter-name'>{}</b>{}"
        "<ul class='terms'>{}</ul><p class='sum'>{}<b>{}</b> <span>{}</span></p></div>",
        kind,
        seat,
        portrait(seat),
        names[seat],
        mini(card, kind),
        rows,
        sign(kind),
        "?" if total is None else total,
        what,
    )


def _signed(number: int, follows: bool) -> str:
    if number < 0:
        return f"−{-number}"
    return f"+{number}" if follows else str(number)


def _outcome(battle: BattleLook, name: str, stamina: int, so_far: bool) -> Html:
    hits = battle["hits"] or 0
    if battle["stage"] == "blocked":
        big = "Blocked!"
    elif battle["dodged"]:
        big = "Dodged!"
    else:
        big = f"{plural(HITS, hits)}{'!' if battle['stage'] == 'struck' and hits else ''}"
    struck = battle["stage"] == "struck"
    before = stamina + hits if struck else stamina
    after = before - hits
    left = str(after) if after > 0 else "out"
    then = h("<b>{} → {}</b>", before, left) if hits else h("stays at <b>{}</b>", stamina)
    return h(
        "<p class='{}'><b class='hits'>{}</b><span class='then'>"
        "<span class='unseen'>{}: </span>{}{}{}</span></p>",
        classes("outcome", hits > 0 and "hurts", struck and "falls"),
        big,
        name,
        HEART,
        then,
        Html(" as it stands") if so_far else None,
    )


def die_spot(shows: int, faces: list[int]) -> Html:
    """Draw the battle die, with the faces it has."""
    if shows in PIPS:
        inside = [h("<circle cx='{}' cy='{}' r='2.3'/>", x, y) for x, y in PIPS[shows]]
    else:
        inside = [h("<text x='12' y='17.5'>{}</text>", shows or "?")]
    sides = f"its sides are {', '.join(map(str, faces))}"
    label = f"The die shows {shows}; {sides}" if shows else f"The die is not cast yet; {sides}"
    drawn = h(
        "<svg class='die' viewBox='0 0 24 24' aria-hidden='true'>"
        "<rect x='1' y='1' width='22' height='22' rx='5'/>{}</svg><span class='sides'>{}</span>",
        inside,
        " ".join(map(str, faces)),
    )
    return spot(
        "die", label, drawn, class_=f"die-spot {f'cast shows-{shows}' if shows else 'uncast'}", tip=label
    )


def bars(forecast: Forecast) -> Html:
    """Draw the chance of each number of hits, with the stamina that the target would have left."""
    return h("<span class='bars'>{}</span>", [_bar(chance) for chance in forecast["chances"]])


def _bar(chance: Chance) -> Html:
    out = chance["left"] <= 0
    return h(
        "<span class='{}'><span class='bar-hits'>{}</span><svg class='meter' viewBox='0 0 100 10' "
        "preserveAspectRatio='none' aria-hidden='true'><rect width='100' height='10'/>"
        "<rect class='full' width='{}' height='10'/></svg>"
        "<b>{} %</b><span class='bar-left'>{}</span></span>",
        classes("bar", out and "out"),
        plural(HITS, chance["hits"]),
        chance["percent"],
        chance["percent"],
        h("{}out", icon("tombstone")) if out else h("{}{}", HEART, chance["left"]),
    )
