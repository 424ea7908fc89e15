"""Actions of The Wizard Always Wins: a row for each kind, with notation, words and steps.

`take:oracle`, `trade:snail-1>2:bone-3`, `turn-in:snail=3+1+token`. Several sets at once are written alike:
`turn-in:flower=3+3+2` pays twice.
"""

from functools import lru_cache
from typing import Final

from longbeard.engine.choosing import Deed, Deeds, Names
from longbeard.engine.errors import NotAnAction
from longbeard.engine.telling import plural
from longbeard.games.the_wizard_always_wins import box as tiles
from longbeard.games.the_wizard_always_wins import odds, rules
from longbeard.games.the_wizard_always_wins import words as say
from longbeard.games.the_wizard_always_wins.box import CHARACTERS, LEVEL, FateBox
from longbeard.games.the_wizard_always_wins.notation import card_name, mix_name, piece_name
from longbeard.games.the_wizard_always_wins.pieces import CARDS, ELEMENTS, VALUES, shown, size
from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins
from longbeard.games.the_wizard_always_wins.sets import element_of
from longbeard.games.the_wizard_always_wins.trade import TRADES, trade_parts

TITLE: Final = "The Wizard Always Wins"
MIXES: Final = range(10_000)
"""More mixes than there are in any box."""


# ── where one points ──────────────────────────────────────────────────────────────────────────────


def piece_key(box: FateBox, seat: int, piece: int) -> str:
    """Return the key of a kind of piece that lies face up before a player: `2.snail-token`."""
    return f"{seat}.{piece_name(box, piece)}"


def mix_key(box: FateBox, mix: int) -> str:
    """Return the key of the button that turns these pieces in: `mix.flower=3+3+2`."""
    return f"mix.{mix_name(box, mix)}"


def _trade_steps(state: TheWizardAlwaysWins, trade: int) -> list[str]:
    """Return the steps of a trade: a piece of one's own, then one of somebody else's."""
    mine, seat, theirs = trade_parts(trade)
    return [piece_key(state.box, int(state.turn), mine), piece_key(state.box, seat, theirs)]


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def _take(state: TheWizardAlwaysWins, character: int, names: Names) -> str:
    return f"Take the {state.box.character_names[character]}: {_tile_words(state, character)}"


def _keep(state: TheWizardAlwaysWins, card: int, names: Names) -> str:
    rest = " and discard the rest" if size(state.looking) > 1 else ""
    return f"Keep {say.card(state.box, card)}{rest}"


def _play(state: TheWizardAlwaysWins, card: int, names: Names) -> str:
    element = card // VALUES
    after = shown(state.face[state.turn * ELEMENTS + element]) + card % VALUES + 1
    needed = state.box.needed[element]
    sets = plural(f"{after} of {needed}|a full set|# full sets", int(after // needed))
    return f"Play {say.card(state.box, card)}: {sets} face up then"


def _trade(state: TheWizardAlwaysWins, trade: int, names: Names) -> str:
    mine, seat, theirs = trade_parts(trade)
    return f"Trade your {say.piece(state.box, mine)} for {names[seat]}'s {say.piece(state.box, theirs)}"


def _turn_in(state: TheWizardAlwaysWins, mix: int, names: Names) -> str:
    box = state.box
    reward = say.reward(box, element_of(box, mix), int(box.mix_sets[mix]))
    return f"Turn in {say.mix(box, mix)}{say.sets(box, mix)} for {reward}"


def _tile_words(state: TheWizardAlwaysWins, character: int) -> str:
    """Return what a character does, with the odds of its draw that a person at the table could work out."""
    box = state.box
    for place in range(box.action_start[character], box.action_start[character + 1]):
        seat, what = int(state.turn), box.actions[place]
        if what not in (tiles.FATE, tiles.DRAW_TOKENS):
            continue
        amount = state.level[seat] if box.amounts[place] == LEVEL else box.amounts[place]
        draws = min(int(amount), int(state.bag.inside))
        return _fate_words(state, draws) if what == tiles.FATE else _draw_words(state, character, draws)
    return _lower(box.character_texts[character])


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:].rstrip(".")


def _fate_words(state: TheWizardAlwaysWins, draws: int) -> str:
    won = odds.percent(*odds.to_win(state, int(state.turn)))
    return f"draw {say.counted(draws, 'token', 'tokens')}, {won} to win"


GOOD_FOR: Final = ("to add a gem", "to rise a level", "for an element", "for nothing")
"""Effects of a token on whoever draws it, in the order of `odds.of_a_token`."""


def _draw_words(state: TheWizardAlwaysWins, character: int, draws: int) -> str:
    """Describe a draw with the shares of each effect, which add up to 100."""
    text = _lower(state.box.character_texts[character])
    if draws == 0:
        return f"{text} (no tokens)"
    shares = odds.percents(odds.of_a_token(state, int(state.turn)))
    chances = [f"{share} % {what}" for share, what in zip(shares, GOOD_FOR, strict=True) if share]
    each = "1 token" if draws == 1 else f"{draws} tokens, each"
    return f"{text} ({each}: {', '.join(chances)})"


# ── the rows ──────────────────────────────────────────────────────────────────────────────────────


def _card(state: TheWizardAlwaysWins, card: int) -> str:
    return card_name(state.box, card)


def _trade_text(state: TheWizardAlwaysWins, trade: int) -> str:
    mine, seat, theirs = trade_parts(trade)
    return f"{piece_name(state.box, mine)}>{seat}:{piece_name(state.box, theirs)}"


DEEDS: Final[Deeds[TheWizardAlwaysWins]] = Deeds(
    TITLE,
    [
        Deed(
            "take",
            rules.TAKE,
            range(CHARACTERS),
            _take,
            "Take",
            lambda state, character: [f"character.{state.box.characters[character]}"],
            lambda state, character: state.box.characters[character],
        ),
        Deed(
            "keep",
            rules.KEEP,
            range(CARDS),
            _keep,
            "Keep",
            lambda state, card: [f"looked.{card_name(state.box, card)}"],
            _card,
        ),
        Deed(
            "play",
            rules.PLAY,
            range(CARDS),
            _play,
            "Play",
            lambda state, card: [f"hand.{card_name(state.box, card)}"],
            _card,
        ),
        Deed("no-trade", rules.NO_TRADE, None, lambda state, number, names: "Trade nothing", "Trade nothing"),
        Deed("trade", rules.TRADE, range(TRADES), _trade, "Trade", _trade_steps, _trade_text),
        Deed(
            "done",
            rules.DONE,
            None,
            lambda state, number, names: "Turn in nothing more and end your turn",
            "Keep the rest, end turn",
        ),
        Deed(
            "turn-in",
            rules.TURN_IN,
            MIXES,
            _turn_in,
            "Turn in",
            lambda state, mix: [mix_key(state.box, mix)],
            lambda state, mix: mix_name(state.box, mix) if mix < len(state.box.mixes) else "",
        ),
    ],
)


def parse(state: TheWizardAlwaysWins, text: str) -> int:
    """Return the action that a text stands for."""
    action = _texts(state.box).get(text)
    if action is None:
        raise NotAnAction(f"{text!r} is not an action of {TITLE}")
    return action


@lru_cache(16)
def _texts(box: FateBox) -> dict[str, int]:
    """Return all actions of a box by their texts, cached: there are too many trades to search them every
    time."""
    state = rules.table(box, 2, {})
    return {DEEDS.spell(state, action): action for action in range(state.action_count())}
