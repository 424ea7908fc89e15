// A small card game for two, as one writes it for boardgame.io: a secret deck, hidden hands, 41 to 53 moves.
//
// Thirty-two cards, five for each hand, one turned up. A turn is one move: draw a card, or play one. A played
// card that has the suit or the rank of the one below it scores its rank. The match is over when the deck is
// gone and a hand is empty. What everybody sees is kept small (counts, the top card, the scores): all of it is
// sent with every move.

const { PlayerView, INVALID_MOVE } = require("boardgame.io/core");

const SUITS = 4;
const RANKS = 8;
const HAND = 5;

function setup({ random, ctx }) {
  const cards = [];
  for (let suit = 0; suit < SUITS; suit++) {
    for (let rank = 1; rank <= RANKS; rank++) cards.push({ suit, rank });
  }
  const deck = random.Shuffle(cards);
  const players = {};
  const hands = {};
  const scores = {};
  for (const player of ctx.playOrder) {
    players[player] = { hand: deck.splice(0, HAND) };
    hands[player] = HAND;
    scores[player] = 0;
  }
  const top = deck.pop();
  return { secret: { deck }, players, hands, scores, top, left: deck.length };
}

function draw({ G, playerID }) {
  if (G.left === 0) return INVALID_MOVE;
  G.players[playerID].hand.push(G.secret.deck.pop());
  G.hands[playerID]++;
  G.left--;
}

function play({ G, playerID }, place) {
  const hand = G.players[playerID].hand;
  if (!Number.isInteger(place) || place < 0 || place >= hand.length) return INVALID_MOVE;
  const [card] = hand.splice(place, 1);
  if (card.suit === G.top.suit || card.rank === G.top.rank) G.scores[playerID] += card.rank;
  G.top = card;
  G.hands[playerID]--;
}

function endIf({ G, ctx }) {
  if (G.left > 0 || ctx.playOrder.every((player) => G.hands[player] > 0)) return undefined;
  const [mine, theirs] = ctx.playOrder.map((player) => G.scores[player]);
  return mine === theirs ? { draw: true } : { winner: ctx.playOrder[mine > theirs ? 0 : 1] };
}

/** All that the player to move may do, from what that player sees. */
function choices(G, player) {
  const places = G.players[player].hand.map((_, place) => ["play", place]);
  return G.left > 0 ? [["draw"], ...places] : places;
}

/** The game; with deltas, the server sends what changed in place of the whole state. */
function game(deltas) {
  return {
    name: "match-the-top",
    minPlayers: 2,
    maxPlayers: 2,
    setup,
    // A client waits for the server: only that has the deck, and deltas do not fit a client that ran ahead.
    moves: { draw: { move: draw, client: false }, play: { move: play, client: false } },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf,
    playerView: PlayerView.STRIP_SECRETS,
    deltaState: deltas,
  };
}

module.exports = { game, choices };
