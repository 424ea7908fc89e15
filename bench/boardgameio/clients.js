// Plays matches with boardgame.io's own client: two sockets a match, the next move when both have the last.
//
// `node clients.js PORT whole|deltas`; every line on standard input is a number of matches. For each it opens
// them, sits down, says {"seated": …}, waits for another line, plays all at once, and says what it counted.

const readline = require("node:readline");
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { game, choices } = require("./game");

const [port, form] = process.argv.slice(2);
const address = `http://127.0.0.1:${port}`;
const rules = game(form === "deltas");
const lobby = new LobbyClient({ server: address });

class Match {
  constructor(counts) {
    this.counts = counts;
    this.asked = Infinity; // the state that the last move was made in
    this.seated = new Promise((resolve) => (this.sit = resolve));
    this.over = new Promise((resolve) => (this.end = resolve));
  }

  async open() {
    const { matchID } = await lobby.createMatch(rules.name, { numPlayers: 2 });
    this.clients = [];
    for (const playerID of ["0", "1"]) {
      const who = { playerID, playerName: `Wizard ${playerID}` };
      const { playerCredentials } = await lobby.joinMatch(rules.name, matchID, who);
      const multiplayer = SocketIO({ server: address, socketOpts: { transports: ["websocket"] } });
      this.clients.push(
        Client({ game: rules, matchID, playerID, credentials: playerCredentials, multiplayer, debug: false }),
      );
    }
    this.heard = [-1, -1];
    this.clients.forEach((client, seat) => {
      client.start();
      client.transport.socket.on("sync", (_, info) => this.receive(seat, info.state._stateID));
      client.transport.socket.on("update", (_, state) => this.receive(seat, state._stateID));
      client.transport.socket.on("patch", (_, before, stateID) => this.receive(seat, stateID));
      client.transport.socket.io.engine.on("data", (data) => (this.counts.bytes += Buffer.byteLength(data)));
    });
    await this.seated;
  }

  receive(seat, stateID) {
    this.heard[seat] = stateID;
    this.counts.messages++;
    if (Math.min(...this.heard) < 0) return;
    this.sit();
    if (Math.min(...this.heard) > this.asked) {
      this.counts.moves++;
      this.asked = Infinity;
      this.play();
    }
  }

  play() {
    const state = this.clients[0].getState();
    if (state.ctx.gameover !== undefined) return this.end();
    const player = state.ctx.currentPlayer;
    const client = this.clients[Number(player)];
    const seen = client.getState();
    const all = choices(seen.G, player);
    const [move, ...args] = all[Math.floor(Math.random() * all.length)];
    this.asked = seen._stateID;
    client.moves[move](...args);
  }
}

async function main() {
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const counts = { moves: 0, messages: 0, bytes: 0 };
    const matches = Array.from({ length: Number(line.value) }, () => new Match(counts));
    for (const match of matches) await match.open();
    // Whoever sits down is told to everybody at the table; let that come to rest.
    await new Promise((resolve) => setTimeout(resolve, 500));
    console.log(JSON.stringify({ seated: matches.length }));
    await lines.next();
    counts.messages = counts.bytes = 0;
    matches.forEach((match) => match.play());
    await Promise.all(matches.map((match) => match.over));
    console.log(JSON.stringify(counts));
    matches.forEach((match) => match.clients.forEach((client) => client.stop()));
  }
  process.exit(0);
}

main();
