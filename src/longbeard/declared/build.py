"""Makes the contract of a room out of a declared game: `GAME = declare(Potions, PLATE)`."""

from collections.abc import Mapping, Sequence
from typing import Any

from longbeard.declared import cards, looks
from longbeard.declared.cards import CardBox
from longbeard.declared.encode import DeclaredEncoder
from longbeard.declared.face import DeclaredFace
from longbeard.declared.places import BadDeclaration
from longbeard.declared.table import CardGame
from longbeard.engine.encoder import Encoder
from longbeard.engine.errors import LongbeardError, NotAnAction
from longbeard.engine.face import Face
from longbeard.engine.game import Game
from longbeard.engine.hints import Hints
from longbeard.engine.room import Plate

Table = CardGame[Any, Any]
DeclaredGame = Game[Table, CardBox[Any, Any], looks.Look]


def declare(
    game: type[Table],
    plate: Plate,
    face: Face[looks.Look] | None = None,
    hints: Hints | None = None,
    encoder: Encoder | None = None,
    needs: tuple[str, ...] = (),
) -> DeclaredGame:
    """Make the `Game` of a declared game.

    A face, hints for bots or an encoder of one's own replace those that follow from the declarations.
    """
    if {*game.endings} != {*plate.endings}:
        raise BadDeclaration(
            f"{game.__name__}.endings has {', '.join(game.endings) or 'none'}, but the plate has "
            f"{', '.join(plate.endings)}: they name the same ways to end"
        )
    namers = game.namers()
    most = plate.seats[1]

    def table(box: CardBox[Any, Any], seats: int, options: Mapping[str, str]) -> Table:
        return game(box, seats, options, most)

    def spell(state: Table, action: int) -> str:
        if not 0 <= action < state.action_count():
            last = state.action_count() - 1
            raise NotAnAction(f"{action} is not an action of {plate.title}: they are 0 to {last}")
        one, values = state.find(action)
        return one.spell(values)

    def parse(state: Table, text: str) -> int:
        known = state.box.notation
        if not known:
            known.update((spell(state, number), number) for number in range(state.action_count()))
        found = known.get(" ".join(text.lower().split()))
        if found is None:
            kinds = ", ".join(one.notation for one in game.actions)
            raise NotAnAction(f"{text!r} is not an action of {plate.title}; they are written: {kinds}")
        return found

    def phrase(state: Table, action: int, names: Sequence[str]) -> str:
        one, values = state.find(action)
        return one.say(state, values, names, namers)

    def luck_number(state: Table, word: str) -> int:
        if word not in state.box.by_key:
            raise LongbeardError(
                f"there is no card {word!r} in the box; keys look like {state.box.cards[0].key}"
            )
        number: int = state.box.by_key[word].id
        return number

    def steps(state: Table, action: int) -> list[str]:
        one, values = state.find(action)
        return one.steps(state, values)

    return DeclaredGame(
        open_box=lambda text: cards.open_box(text, game.card_type, game.numbers_type),
        table=table,
        public=looks.public,
        private=looks.private,
        words=looks.words,
        events=game.rows(),
        namers=namers,
        spell=spell,
        parse=parse,
        phrase=phrase,
        endings=game.endings,
        glossary=lambda box: cards.glossary(box) | dict(game.about),
        label=lambda state, action: state.find(action)[0].label,
        steps=steps,
        risky=lambda state, action: state.find(action)[0].risky,
        ask=lambda look: look["asked"],
        luck_number=luck_number,
        hints=hints or Hints(),
        encoder=encoder or DeclaredEncoder(),
        face=face or DeclaredFace(game, plate.slug).face(),
        needs=needs,
        pieces=cards.pieces,
        cites={one.name: one.cites for one in game.events if one.cites},
    )
