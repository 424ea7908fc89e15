"""The choices of The Wizard Always Wins in words, with the odds that a person at the table could work out."""

from collections.abc import Sequence

from longbeard.games.the_wizard_always_wins import box as tiles
from longbeard.games.the_wizard_always_wins import odds, rules
from longbeard.games.the_wizard_always_wins import words as say
from longbeard.games.the_wizard_always_wins.box import LEVEL
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS, VALUES, shown, size
from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins
from longbeard.games.the_wizard_always_wins.sets import element_of
from longbeard.games.the_wizard_always_wins.trade import trade_parts


def phrase(state: TheWizardAlwaysWins, action: int, names: Sequence[str]) -> str:
    """A choice in words, for the player who has it."""
    box = state.box
    if action >= rules.TURN_IN:
        mix = action - rules.TURN_IN
        reward = say.reward(box, element_of(box, mix))
        return f"Turn in {say.mix(box, mix)} for {reward}"
    if action == rules.DONE:
        return "Turn in nothing more and end your turn"
    if action >= rules.TRADE:
        mine, seat, theirs = trade_parts(action - rules.TRADE)
        return f"Trade your {say.piece(box, mine)} for {names[seat]}'s {say.piece(box, theirs)}"
    if action == rules.NO_TRADE:
        return "Trade nothing"
    if action >= rules.PLAY:
        return _play_words(state, action - rules.PLAY)
    if action >= rules.KEEP:
        return f"Keep {say.card(box, action - rules.KEEP)}{_discard_words(state)}"
    return f"Take the {box.character_names[action]}: {_tile_words(state, action)}"


def _play_words(state: TheWizardAlwaysWins, card: int) -> str:
    element = card // VALUES
    after = shown(state.face[state.turn * ELEMENTS + element]) + card % VALUES + 1
    return f"Play {say.card(state.box, card)}: {after} of {state.box.needed[element]} face up then"


def _discard_words(state: TheWizardAlwaysWins) -> str:
    return " and discard the rest" if size(state.looking) > 1 else ""


def _tile_words(state: TheWizardAlwaysWins, character: int) -> str:
    """What a character does, with the odds of its draw."""
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


def _draw_words(state: TheWizardAlwaysWins, character: int, draws: int) -> str:
    seat = int(state.turn)
    gem = odds.percent(*odds.to_add_a_gem(state, seat, draws))
    level = odds.percent(*odds.to_level_up(state, seat, draws))
    element = odds.percent(*odds.to_get_an_element(state, draws))
    text = _lower(state.box.character_texts[character])
    chances = f"{gem} to add a gem, {level} to rise a level, {element} for an element"
    return f"{text} ({say.counted(draws, 'token', 'tokens')}: {chances})"
