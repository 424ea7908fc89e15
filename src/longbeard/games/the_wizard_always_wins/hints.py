"""What bots may know about good play: who would win if the Wizard's hat went round, and what helps a set."""

from math import sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.hints import Hints, share_of_win
from longbeard.engine.luck import Luck
from longbeard.engine.numbers import smaller
from longbeard.engine.state import NOBODY, OVER, State
from longbeard.games.the_wizard_always_wins import box as tiles
from longbeard.games.the_wizard_always_wins import odds, words
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import CHARACTERS, LEVEL
from longbeard.games.the_wizard_always_wins.pieces import (
    BITS,
    ELEMENTS,
    KINDS,
    PIECES,
    TOKEN,
    VALUES,
    shown,
)
from longbeard.games.the_wizard_always_wins.rules import (
    DONE,
    KEEP,
    NO_TRADE,
    PLAY,
    TRADE,
    TURN_IN,
    WHICH_CHARACTER,
    TheWizardAlwaysWins,
)
from longbeard.games.the_wizard_always_wins.sets import element_of
from longbeard.games.the_wizard_always_wins.trade import MOST_SEATS, PARTNERS

HELD: Final = 0.5
"""What a card in the hand is worth, next to one that lies face up."""
STARTED: Final = 0.6
"""What a set that lies there is worth, next to one that was turned in."""
LEVELS_TO_COME: Final = 0.5
GEMS_TO_COME: Final = 0.5
"""What everyone will get anyway, so that nobody is ever without hope."""
UNDECIDED: Final = 3
"""Whoever has no character yet will have one in the middle: where they will be next round."""
MOST_WEIGHT: Final = 100
GOOD_ODDS: Final = 0.3
"""With such odds one is the Wizard, as a rule."""


@final
@mypyc_attr(acyclic=True)
class Unlucky(Luck):
    """A luck that never picks a certain token. There must be others."""

    def __init__(self, luck: Luck, never: i64) -> None:
        super().__init__()
        self.luck = luck
        self.never = never

    def below(self, n: i64) -> i64:
        return self.luck.below(n)

    def pick(self, pile: vec[i64], count: i64) -> i64:
        place = self.luck.below(count)
        while pile[place] == self.never:
            place = self.luck.below(count)
        return place


@final
@mypyc_attr(acyclic=True)
class FateHints(Hints):
    """A player is as well off as the odds: not today's, but with all the sets that are on their way."""

    def __init__(self) -> None:
        self.line: vec[i64] = vec[i64]([0] * MOST_SEATS)
        """The seats in the order in which they may be the Wizard. A scratch pad: nothing is kept on it."""

    def worth(self, state: State, seat: i64) -> float:
        """Return the chance of a player if all were the Wizard in turn, over and over."""
        assert isinstance(state, TheWizardAlwaysWins)
        if state.to_act() == OVER:
            return share_of_win(state, seat)
        self._line_up(state)
        own, missed = 0.0, 1.0
        for place in range(state.seats):
            hopes = self._hopes(state, self.line[place])
            if self.line[place] == seat:
                own = missed * hopes
            missed *= 1.0 - hopes
        return own / (1.0 - missed)

    # ── whose turn it is to be the Wizard ─────────────────────────────────────────────────────────

    def _line_up(self, state: TheWizardAlwaysWins) -> None:
        """Return who may take the Wizard now, if anyone may; then all others in the order of the next round
        (R9)."""
        first, undecided = self._next_wizard(state), self._first_undecided(state)
        length: i64 = 0
        if first != NOBODY:
            length = self._stand(first, NOBODY, 0)
        for number in range(CHARACTERS):
            if state.holder[number] != NOBODY:
                length = self._stand(state.holder[number], first, length)
            if number == UNDECIDED:
                for place in range(undecided, state.seats):
                    length = self._stand(state.order[place], first, length)

    def _stand(self, seat: i64, first: i64, length: i64) -> i64:
        """Put a seat in line, unless it stands there first; answer how long the line is."""
        if seat == first:
            return length
        self.line[length] = seat
        return length + 1

    def _next_wizard(self, state: TheWizardAlwaysWins) -> i64:
        """Return who may be the Wizard next in this round, if anyone may."""
        place = self._first_undecided(state)
        if place == state.seats or state.holder[CHARACTERS - 1] != NOBODY:
            return NOBODY
        return state.order[place]

    def _first_undecided(self, state: TheWizardAlwaysWins) -> i64:
        return state.place if state.step == WHICH_CHARACTER else state.place + 1

    def _hopes(self, state: TheWizardAlwaysWins, seat: i64) -> float:
        """Return the odds of a player as the Wizard, once the pieces on the table and in the hand have become
        sets."""
        box = state.box
        levels = float(state.level[seat]) + LEVELS_TO_COME
        gems = float(state.gems_in_bag(seat)) + GEMS_TO_COME
        hand = state.hands[seat]
        for element in range(ELEMENTS):
            have = float(shown(state.face[seat * ELEMENTS + element])) + HELD * float(shown(hand & 0xFFF))
            hand >>= BITS * VALUES
            sets = have / float(box.needed[element])
            if sets < 1.0:
                sets *= sets  # better one set nearly made than two begun
            sets *= STARTED
            levels += sets * float(box.set_levels[element])
            gems += sets * float(box.set_gems[element])
        tokens = float(state.bag.inside + state.bag.drawn) + gems - float(state.gems_in_bag(seat))
        none = 1.0
        rest = 1.0 - gems / tokens
        while levels > 1.0:
            none *= rest
            levels -= 1.0
        odds_then = 1.0 - none * (1.0 - levels * gems / tokens)
        return odds_then * sqrt(odds_then)  # whoever is ahead will be further ahead by then

    # ── at first glance ───────────────────────────────────────────────────────────────────────────

    def weigh(self, state: State, action: i64) -> i64:
        """Prefer to reach into the bag when it pays; until then lay out, take and keep what sets need."""
        assert isinstance(state, TheWizardAlwaysWins)
        if action < KEEP:
            return self._weigh_character(state, action)
        if action < PLAY:
            return self._weigh_card(state, action - KEEP)
        if action < NO_TRADE:
            return self._weigh_card(state, action - PLAY)
        if action == NO_TRADE:
            return 5
        if action < DONE:
            return self._weigh_trade(state, action - TRADE)
        return 1 if action == DONE else self._weigh_mix(state, action - TURN_IN)

    def _weigh_mix(self, state: TheWizardAlwaysWins, mix: i64) -> i64:
        """Prefer many sets, and little given for nothing (E2)."""
        box = state.box
        needed = box.needed[element_of(box, mix)]
        return smaller(50 * box.mix_sets[mix] // (1 + shown(box.mixes[mix]) % needed), MOST_WEIGHT)

    def _weigh_character(self, state: TheWizardAlwaysWins, character: i64) -> i64:
        box = state.box
        weight: i64 = 2
        for place in range(box.action_start[character], box.action_start[character + 1]):
            what, amount = box.actions[place], box.amounts[place]
            if amount == LEVEL:
                amount = state.level[state.turn]
            if what == tiles.FATE:
                return self._weigh_wizard(state)
            if what == tiles.PLAY:
                weight += 5
            elif what == tiles.DRAW_TOKENS:
                weight += 3 * amount
            else:
                weight += 2 * smaller(amount, 2)
        return weight

    def _weigh_wizard(self, state: TheWizardAlwaysWins) -> i64:
        chance = self._odds(state, state.turn)
        if chance >= GOOD_ODDS:
            return MOST_WEIGHT
        return 1 + i64(100.0 * chance * chance / GOOD_ODDS)

    def _odds(self, state: TheWizardAlwaysWins, seat: i64) -> float:
        """Return the chance of a player who draws as the Wizard now (R5)."""
        tokens = float(state.bag.inside)
        gems = float(state.gems_in_bag(seat))
        none = 1.0
        for draw in range(smaller(state.level[seat], state.bag.inside)):
            none *= 1.0 - gems / tokens
            tokens -= 1.0
            if tokens <= gems:
                return 1.0
        return 1.0 - none

    def _weigh_card(self, state: TheWizardAlwaysWins, card: i64) -> i64:
        element = card // VALUES
        return self._weigh_piece(state, element, card - element * VALUES + 1)

    def _weigh_piece(self, state: TheWizardAlwaysWins, element: i64, shows: i64) -> i64:
        """Return what more of an element would be good for: much, if it makes a set."""
        needed = state.box.needed[element]
        have = shown(state.face[state.turn * ELEMENTS + element]) % needed  # of the next set
        if have + shows >= needed:
            return 60
        return 1 + (30 * shows * (have + shows)) // (needed * needed)

    def _weigh_trade(self, state: TheWizardAlwaysWins, trade: i64) -> i64:
        """Prefer trades for what makes a set, unless what is given for it does as well."""
        mine, theirs = trade // PARTNERS, trade % PIECES
        if mine // KINDS == theirs // KINDS:
            return 10 if self._shows(theirs) > self._shows(mine) else 1
        given, taken = self._lacks(state, mine, True), self._lacks(state, theirs, False)
        return 1 if given or not taken else 20

    def _lacks(self, state: TheWizardAlwaysWins, piece: i64, given: bool) -> bool:
        """Return whether a piece makes the difference to a set, if it is given or if it is taken."""
        element = piece // KINDS
        have, needed = shown(state.face[state.turn * ELEMENTS + element]), state.box.needed[element]
        after = have - self._shows(piece) if given else have + self._shows(piece)
        return have // needed != after // needed

    def _shows(self, piece: i64) -> i64:
        kind = piece % KINDS
        return 1 if kind == TOKEN else kind + 1

    # ── the last draw ─────────────────────────────────────────────────────────────────────────────

    def gamble(self, state: State, action: i64) -> float:
        """Return the odds of whoever becomes the Wizard (R5)."""
        assert isinstance(state, TheWizardAlwaysWins)
        return self._odds(state, state.turn) if action == CHARACTERS - 1 else 0.0

    def unlucky(self, state: State, luck: Luck) -> Luck:
        assert isinstance(state, TheWizardAlwaysWins)
        return Unlucky(luck, GEM + state.turn)

    # ── in words ──────────────────────────────────────────────────────────────────────────────────

    def patience(self) -> i64:
        """Stop rollouts at once: how the players stand says as much as playing on."""
        return 0

    def why(self, state: State, action: i64) -> str:
        """Name what an action changes for whoever takes it; nothing, if it changes nothing that can be
        told."""
        assert isinstance(state, TheWizardAlwaysWins)
        if action < KEEP:
            return self._why_character(state, action)
        if action < PLAY:
            laid = self._why_card(state, action - KEEP)
            return f"laid face up, {laid}" if laid else ""
        if action < NO_TRADE:
            return self._why_card(state, action - PLAY)
        if action >= TURN_IN:
            return self._why_mix(state, action - TURN_IN)
        if action >= TRADE and action < DONE:
            return self._why_trade(state, action - TRADE)
        return ""

    def _why_character(self, state: TheWizardAlwaysWins, character: i64) -> str:
        if character == CHARACTERS - 1:
            return f"{odds.percent(*odds.to_win(state, int(state.turn)))} to win"
        if state.box.amounts[state.box.action_start[character]] == LEVEL:
            return (
                f"your level lets you draw {words.counted(int(state.level[state.turn]), 'token', 'tokens')}"
            )
        return ""

    def _why_card(self, state: TheWizardAlwaysWins, card: i64) -> str:
        element = card // VALUES
        return self._why_more(state, element, card - element * VALUES + 1)

    def _why_more(self, state: TheWizardAlwaysWins, element: i64, more: i64) -> str:
        """Name what more of an element would do, beside what lies face up."""
        box = state.box
        have, needed = shown(state.face[state.turn * ELEMENTS + element]), box.needed[element]
        after = have + more
        if after // needed > have // needed:
            worth = words.reward(box, int(element))
            return f"it completes a set of {box.element_plurals[element]}, worth {worth}"
        if have == 0 or have >= needed:
            return ""
        return f"it brings your {box.element_plurals[element]} from {have} to {after} of {needed}"

    def _why_trade(self, state: TheWizardAlwaysWins, trade: i64) -> str:
        """Name what comes, what it costs, and what it takes from whoever has to give it."""
        mine, seat, theirs = trade // PARTNERS, trade % PARTNERS // PIECES, trade % PIECES
        given, taken = mine // KINDS, theirs // KINDS
        more, less = self._shows(theirs), self._shows(mine)
        if given == taken:
            return self._why_more(state, taken, more - less) if more > less else ""
        found = self._why_more(state, taken, more)
        if self._lacks(state, mine, True):
            broken = f"it breaks a set of {state.box.element_plurals[given]} of yours"
            found = f"{found}, but {broken}" if found else broken
        have, needed = shown(state.face[seat * ELEMENTS + taken]), state.box.needed[taken]
        if (have - more) // needed < have // needed:
            broken = f"breaks a set of {state.box.element_plurals[taken]} of theirs"
            found = f"{found}, and {broken}" if found else f"it {broken}"
        return found

    def _why_mix(self, state: TheWizardAlwaysWins, mix: i64) -> str:
        """Name what the sets do for the odds as Wizard, as far as R8 lets them, and what is lost."""
        box, seat = state.box, state.turn
        element, sets = element_of(box, mix), box.mix_sets[mix]
        levels = smaller(sets * box.set_levels[element], box.dial_end - state.level[seat])
        gems = smaller(sets * box.set_gems[element], state.gems[seat])
        if levels == 0 and gems == 0:
            return "nothing of its reward can be gained any more"
        before = odds.percent(*odds.to_win(state, int(seat)))
        in_bag = state.gems_in_bag(seat) + gems
        ways = odds.chance(int(state.bag.inside + gems), int(in_bag), int(state.level[seat] + levels))
        after = odds.percent(*ways)
        found = f"your odds as the Wizard go from {before} to {after}"
        if before == after:
            found = f"it is worth {words.reward(box, int(element), int(sets))}"
        lost = shown(box.mixes[mix]) - sets * box.needed[element]
        if lost > 0:
            found += f"; {words.counted(int(lost), 'is', 'are')} given for nothing"
        return found


HINTS: Final = FateHints()
