"""Draws of The Wizard Always Wins: the deal, cards, and tokens out of the Bag of Fate."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import smaller
from longbeard.games.the_wizard_always_wins import events
from longbeard.games.the_wizard_always_wins.bag import ADD_GEM, LEVEL_UP
from longbeard.games.the_wizard_always_wins.board import Board
from longbeard.games.the_wizard_always_wins.box import LEVEL
from longbeard.games.the_wizard_always_wins.pieces import CARDS, ELEMENTS, TOKEN, count, one


@mypyc_attr(acyclic=True)
class Draws(Board):
    """The table, with what chance brings; `rules.py` decides when."""

    @final
    def deal_hand(self, seat: i64, luck: Luck) -> None:
        """Deal a hand (S2)."""
        self.tell(events.DEALT, seat, self.box.hand)
        for card in range(self.box.hand):
            kind = self.top_card(luck)
            self.memory.draw(seat, kind)
            self.take_into_hand(seat, kind)
            self.whisper(seat, events.HAND, seat, kind)
        self.beat()

    @final
    def choose_order(self, luck: Luck) -> None:
        """Put the markers onto the track in random order (S3)."""
        seats = self.order[:]
        for place in range(self.seats):
            left = self.seats - place
            chosen = luck.pick(seats, left)
            seat = seats[chosen]
            seats[chosen] = seats[left - 1]
            self.order[place] = seat
            self.marker[seat] = place + 1
            self.tell(events.PLACE, seat, place + 1)

    @final
    def draw_cards(self, cards: i64, luck: Luck) -> None:
        """Draw cards (R2)."""
        drawn: i64 = 0
        while cards > 0 and self.any_card():
            kind = self.top_card(luck)
            self.memory.draw(self.turn, kind)
            self.take_into_hand(self.turn, kind)
            drawn += one(kind)
            self.tell(events.DRAWS, self.turn)
            cards -= 1
        if cards > 0:
            self.tell(events.NOTHING_TO_DRAW, self.turn)
        self.whisper_cards(events.DRAWN, drawn)

    @final
    def whisper_cards(self, kind: i64, cards: i64) -> None:
        """Tell the player which cards these are: by kind, for their order means nothing."""
        if self.listened_to():
            for card in range(CARDS):
                for copy in range(count(cards, card)):
                    self.whisper(self.turn, kind, self.turn, card)

    @final
    def tokens_for(self, amount: i64) -> i64:
        """Return how many tokens are drawn: as many as there are, if the bag holds fewer (R4)."""
        return smaller(self.level[self.turn] if amount == LEVEL else amount, self.bag.inside)

    @final
    def draw_tokens(self, tokens: i64, luck: Luck) -> None:
        """Draw all tokens first, then apply each, then return what is not kept (R4)."""
        seat = self.turn
        bag = self.bag
        self.tell(events.REACHES, seat, tokens, bag.inside)
        bag.reach_in(seat, tokens)
        for number in range(tokens):
            token = bag.draw(luck)
            self.tell(events.TOKEN, seat, token, number + 1)
            self.beat()
        others = self.apply_tokens()
        bag.give_back()
        if others > 0:
            self.tell(events.RETURNED, seat, others)

    @final
    def apply_tokens(self) -> i64:
        """Apply the tokens in the order in which they were drawn (R4); return how many are not kept."""
        others: i64 = 0
        for number in range(self.bag.last_count):
            token = self.bag.last[number]
            if token < ELEMENTS:
                if others > 0 and self.bag.last[number - 1] >= ELEMENTS:
                    self.beat()
                self.bag.take_out(number)
                self.face[self.turn * ELEMENTS + token] += one(TOKEN)
                self.tell(events.KEEPS_TOKEN, self.turn, token)
                continue
            others += 1
            if token == ADD_GEM:
                self.beat()
                self.add_gem(self.turn)
            elif token == LEVEL_UP:
                self.beat()
                self.raise_level(self.turn)
        return others
