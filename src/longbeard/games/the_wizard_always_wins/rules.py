"""The Wizard Always Wins, in the order of its rulebook. The numbers in the comments are the rulebook's."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import lowest, nth, ones
from longbeard.engine.state import NOBODY, OVER, Choices
from longbeard.games.the_wizard_always_wins import box as tiles
from longbeard.games.the_wizard_always_wins import events
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import CHARACTERS, FateBox
from longbeard.games.the_wizard_always_wins.draws import Draws
from longbeard.games.the_wizard_always_wins.imagination import imagine_cards
from longbeard.games.the_wizard_always_wins.pieces import (
    BITS,
    CARDS,
    ELEMENTS,
    MASK,
    PIECES,
    TOKEN,
    VALUES,
    count,
    kinds,
    one,
)
from longbeard.games.the_wizard_always_wins.sets import any_set, element_of, offer_sets
from longbeard.games.the_wizard_always_wins.trade import (
    PARTNERS,
    TRADES,
    any_trade,
    count_trades,
    offer_trades,
    swap,
    trade_at,
)

# The actions. The sets, which are data, come last.
TAKE: Final = 0
KEEP: Final = TAKE + CHARACTERS
PLAY: Final = KEEP + CARDS
NO_TRADE: Final = PLAY + CARDS
TRADE: Final = NO_TRADE + 1
DONE: Final = TRADE + TRADES
TURN_IN: Final = DONE + 1

# The decisions: what is being asked.
WHICH_CHARACTER: Final = 0  # R1
WHICH_TO_KEEP: Final = 1  # C3, the Oracle
WHICH_TO_PLAY: Final = 2  # R3
WHAT_TO_TRADE: Final = 3  # R7
WHICH_SETS: Final = 4  # E1
FINISHED: Final = 5

ALL_CHARACTERS: Final = 127
"""A bit for each character."""
OWN_GEM: Final = "own-gem"


@final
@mypyc_attr(acyclic=True)
class TheWizardAlwaysWins(Draws):
    """The game in the order of its rulebook: setup, round, sets, end."""

    # ── the contract ──────────────────────────────────────────────────────────────────────────────

    def to_act(self) -> i64:
        return self.actor

    def offer(self, choices: Choices) -> None:
        step = self.step
        if step == WHICH_CHARACTER:
            self._offer_characters(choices)
        elif step == WHICH_TO_KEEP:
            _offer_cards(KEEP, self.looking, choices)
        elif step == WHICH_TO_PLAY:
            _offer_cards(PLAY, self.hands[self.turn], choices)
        elif step == WHAT_TO_TRADE:
            choices.add(NO_TRADE)
            offer_trades(self.face, self.seats, self.turn, TRADE, choices)
        elif step == WHICH_SETS:
            choices.add(DONE)
            offer_sets(self.box, self.face, self.turn, TURN_IN, choices)

    def count_choices(self, choices: Choices) -> i64:
        """Count what `offer` lists; only sets are listed for it."""
        step = self.step
        if step == WHICH_CHARACTER:
            return CHARACTERS - self.place
        if step == WHICH_TO_PLAY:
            return ones(kinds(self.hands[self.turn]))
        if step == WHAT_TO_TRADE:
            return 1 + count_trades(self.face, self.seats, self.turn)
        if step == WHICH_TO_KEEP:
            return ones(kinds(self.looking))
        choices.clear()
        self.offer(choices)
        return choices.count

    def choice_at(self, number: i64, choices: Choices) -> i64:
        step = self.step
        if step == WHICH_CHARACTER:
            return TAKE + nth(ALL_CHARACTERS & ~self.taken, number)
        if step == WHICH_TO_PLAY:
            return PLAY + nth(kinds(self.hands[self.turn]), number) // BITS
        if step == WHAT_TO_TRADE:
            if number == 0:
                return NO_TRADE
            return TRADE + trade_at(self.face, self.seats, self.turn, number - 1)
        if step == WHICH_TO_KEEP:
            return KEEP + nth(kinds(self.looking), number) // BITS
        return choices.items[number]

    def resolve(self, action: i64, luck: Luck) -> None:
        step = self.step
        if step == WHICH_CHARACTER:
            self._take(action - TAKE, luck)
        elif step == WHICH_TO_KEEP:
            self._keep(action - KEEP, luck)
        elif step == WHICH_TO_PLAY:
            self._play(action - PLAY, luck)
        elif step == WHAT_TO_TRADE:
            self._trade(action, luck)
        elif action == DONE:
            self.tell(events.DONE, self.turn)
            self._end_turn()
        else:
            self._turn_in(action - TURN_IN)

    def quiet(self, action: i64) -> bool:
        # A card out of the hand, and those the Oracle leaves, were secret until now.
        return action < KEEP or action >= NO_TRADE

    def clone(self) -> "TheWizardAlwaysWins":
        copy = TheWizardAlwaysWins(self.box)
        self.copy_to(copy)
        return copy

    def imagine(self, seat: i64, luck: Luck) -> "TheWizardAlwaysWins":
        other = self.clone()
        other.bag.sort()
        imagine_cards(other, seat, luck)
        return other

    def shown(self, action: i64, seat: i64) -> i64:
        """Hide what the Oracle keeps (C3): others see only what lies on the discards then.

        So they are shown a number that follows from those cards: the sum of their kinds, round the clock of
        all kinds. Keeping another of the three makes another sum; few other looks make the same.
        """
        if self.step != WHICH_TO_KEEP or seat == self.turn:
            return action
        total = KEEP - action
        pile = self.looking
        kind: i64 = 0
        while pile > 0:
            total += kind * (pile & MASK)
            pile >>= BITS
            kind += 1
        return KEEP + total % CARDS

    def forget(self, seat: i64, luck: Luck) -> None:
        """Forget what lay in the discards before they became the deck (R2): all of that, half of the time.

        Everything else that a seat has seen still lies before its eyes.
        """
        if len(self.memory.hidden) > 1 and luck.below(2) == 0:
            self.memory.start_again(self.unseen_cards())
            imagine_cards(self, seat, luck)

    def scores(self) -> list[int]:
        return [int(seat == self.winner) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        return [] if self.winner == NOBODY else [int(self.winner)]

    def ending(self) -> str:
        return "" if self.winner == NOBODY else OWN_GEM

    def action_count(self) -> int:
        return TURN_IN + len(self.box.mixes)

    def _offer_characters(self, choices: Choices) -> None:
        free = ALL_CHARACTERS & ~self.taken
        while free != 0:
            choices.add(TAKE + lowest(free))
            free &= free - 1

    def _ask(self, step: i64) -> None:
        self.step = step
        self.actor = self.turn

    # ── setup ─────────────────────────────────────────────────────────────────────────────────────

    def deal(self, luck: Luck) -> None:
        for seat in range(self.seats):
            self.level[seat] = self.box.first_level
            self.gems[seat] = self.box.gems
        for seat in range(self.seats):
            self.deal_hand(seat, luck)
        self.choose_order(luck)
        self.beat()
        self._begin_round()

    # ── the round ─────────────────────────────────────────────────────────────────────────────────

    def _begin_round(self) -> None:
        self.round += 1
        self.place = 0
        self.tell(events.ROUND, self.round)
        self._begin_turn()

    def _begin_turn(self) -> None:
        """Begin the turn of the lowest marker, who chooses among the free characters (R1)."""
        self.turn = self.order[self.place]
        self.tell(events.TURN, self.turn)
        self._ask(WHICH_CHARACTER)

    def _take(self, character: i64, luck: Luck) -> None:
        self.holder[character] = self.turn
        self.taken |= 1 << character
        self.tell(events.TAKES, self.turn, character)
        self.action = self.box.action_start[character]
        self.last_action = self.box.action_start[character + 1]
        self._perform(luck)

    def _perform(self, luck: Luck) -> None:
        """Perform the character's actions in order (R1), up to one that asks something; then the sets."""
        while self.action < self.last_action:
            self.beat()
            what = self.box.actions[self.action]
            amount = self.box.amounts[self.action]
            self.action += 1
            if what == tiles.DRAW_CARDS:
                self.draw_cards(amount, luck)
            elif what == tiles.DRAW_TOKENS:
                self.draw_tokens(self.tokens_for(amount), luck)
            elif what == tiles.FATE:
                self._draw_as_wizard(self.tokens_for(amount), luck)
                return  # R6
            elif self._asks(what, amount, luck):
                return
        self._ask_sets()

    def _asks(self, what: i64, amount: i64, luck: Luck) -> bool:
        """Return whether an action with a choice has anything to choose from; it is skipped if not (R11)."""
        if what == tiles.PLAY:
            return self._ask_play()
        if what == tiles.TRADE:
            return self._ask_trade()
        return self._look(amount, luck)

    # ── the Oracle ────────────────────────────────────────────────────────────────────────────────

    def _look(self, most: i64, luck: Luck) -> bool:
        """Look at as many cards as there are (C3, R10); none of them is in the discards when the deck is
        refilled."""
        seen: i64 = 0
        while seen < most and self.any_card():
            kind = self.top_card(luck)
            self.memory.draw(self.turn, kind)
            self.looking += one(kind)
            seen += 1
        if seen == 0:
            self.tell(events.NOTHING_TO_DRAW, self.turn)
            return False
        self.tell(events.LOOKS, self.turn, seen)
        self.whisper_cards(events.SEES, self.looking)
        self._ask(WHICH_TO_KEEP)
        return True

    def _keep(self, kept: i64, luck: Luck) -> None:
        """Put one card into the hand, and the others open on the discards (C3)."""
        self.tell(events.KEEPS, self.turn)
        self.whisper(self.turn, events.KEPT, self.turn, kept)
        rest = self.looking - one(kept)
        self.looking = 0
        self.memory.keep(self.turn, kept, rest)
        self.discards += rest
        kind: i64 = 0
        while rest > 0:
            for card in range(rest & MASK):
                self.tell(events.DISCARDS, self.turn, kind)
            rest >>= BITS
            kind += 1
        self.take_into_hand(self.turn, kept)
        self._perform(luck)

    # ── playing and trading ───────────────────────────────────────────────────────────────────────

    def _ask_play(self) -> bool:
        """Ask for a card to play, while the hand has cards (R3)."""
        if self.hands[self.turn] == 0:
            self.tell(events.NOTHING_TO_PLAY, self.turn)
            return False
        self._ask(WHICH_TO_PLAY)
        return True

    def _play(self, card: i64, luck: Luck) -> None:
        """Play a card face up (R3)."""
        self.memory.play(self.turn, card)
        self.hands[self.turn] -= one(card)
        element = card // VALUES
        self.face[self.turn * ELEMENTS + element] += one(card - element * VALUES)
        self.tell(events.PLAYS, self.turn, card)
        self._perform(luck)

    def _ask_trade(self) -> bool:
        """Ask for a trade (R7)."""
        if not any_trade(self.face, self.seats, self.turn):
            self.tell(events.NOTHING_TO_TRADE, self.turn)
            return False
        self._ask(WHAT_TO_TRADE)
        return True

    def _trade(self, action: i64, luck: Luck) -> None:
        """Exchange two pieces; the other player cannot refuse (R7)."""
        if action == NO_TRADE:
            self.tell(events.NO_TRADE, self.turn)
        else:
            trade = action - TRADE
            swap(self.face, self.turn, trade)
            if self.listened_to():
                mine, seat, theirs = trade // PARTNERS, trade % PARTNERS // PIECES, trade % PIECES
                self.tell_all(events.TRADES, [self.turn, mine, seat, theirs])
                self.tell(events.TRADED, seat, theirs, self.turn)
        self._perform(luck)

    # ── the Bag of Fate ───────────────────────────────────────────────────────────────────────────

    def _draw_as_wizard(self, tokens: i64, luck: Luck) -> None:
        """Draw as the Wizard (R5, R6): a gem of one's own wins at once; nothing else has any effect, and the
        turn is over."""
        seat = self.turn
        bag = self.bag
        if self.listened_to():
            self.tell_all(events.FATE, [seat, tokens, self.gems_in_bag(seat), bag.inside])
        bag.reach_in(seat, tokens)
        self.beat()
        for number in range(tokens):
            if number > 0 and number == tokens - 1:
                self._hold_breath(seat)
            token = bag.draw(luck)
            self.tell(events.FATE_TOKEN, seat, token, number + 1)
            self.beat()
            if token == GEM + seat:
                self._win(seat, number + 1, tokens)
                return
        bag.give_back()
        self.tell(events.MISSES, seat, tokens)
        self._end_turn()

    def _hold_breath(self, seat: i64) -> None:
        """Mark a moment before the last token, if it can still win."""
        if self.listened_to():
            gems = self.gems_in_bag(seat)
            if gems > 0:
                self.tell(events.BREATH, seat, gems, self.bag.inside)
                self.beat()

    # ── sets ──────────────────────────────────────────────────────────────────────────────────────

    def _ask_sets(self) -> None:
        """Ask for a set to turn in, while a full one lies there (E1, R11)."""
        if any_set(self.box, self.face, self.turn):
            self._ask(WHICH_SETS)
        else:
            self._end_turn()

    def _turn_in(self, mix: i64) -> None:
        """Turn sets in (E3) and take the reward of E1, for one set after the other (E2)."""
        seat = self.turn
        element = element_of(self.box, mix)
        pieces = self.box.mixes[mix]
        self.face[seat * ELEMENTS + element] -= pieces
        self.tokens_out[element] += count(pieces, TOKEN)
        self.discards += (pieces & 0xFFF) << (BITS * VALUES * element)
        self.tell(events.TURNS_IN, seat, mix)
        for number in range(self.box.mix_sets[mix]):
            for level in range(self.box.set_levels[element]):
                self.beat()
                self.raise_level(seat)
            for gem in range(self.box.set_gems[element]):
                self.beat()
                self.add_gem(seat)
        self._ask_sets()

    # ── the end of a turn, of a round, of the game ────────────────────────────────────────────────

    def _end_turn(self) -> None:
        self.beat()
        self.place += 1
        if self.place == self.seats:
            self._clean_up()
            self._begin_round()
        else:
            self._begin_turn()

    def _clean_up(self) -> None:
        """Take the characters' numbers as the next round's order, and put the tiles back (R9)."""
        place: i64 = 0
        taken = self.taken
        while taken != 0:
            character = lowest(taken)
            taken &= taken - 1
            seat = self.holder[character]
            self.holder[character] = NOBODY
            self.order[place] = seat
            self.marker[seat] = character + 1
            self.tell(events.MARKER, seat, character + 1)
            place += 1
        self.taken = 0

    def _win(self, seat: i64, number: i64, tokens: i64) -> None:
        """End the match with a winner (Z1)."""
        inside = self.bag.inside + self.bag.drawn
        if self.listened_to():
            self.tell_all(events.WINS, [seat, number, tokens, self.gems_in_bag(seat), inside])
        self.bag.give_back()
        self.winner = seat
        self.step = FINISHED
        self.actor = OVER


def _offer_cards(first: i64, pile: i64, choices: Choices) -> None:
    """Offer the kinds of card in a pile."""
    left = kinds(pile)
    while left != 0:
        choices.add(first + lowest(left) // BITS)
        left &= left - 1


def table(box: FateBox, seats: int, options: dict[str, str]) -> TheWizardAlwaysWins:
    """Make a table for a number of players, before the deal."""
    state = TheWizardAlwaysWins(box)
    state.set_up(seats)
    return state
