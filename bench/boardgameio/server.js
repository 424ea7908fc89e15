// boardgame.io's own server with its in-memory store. Prints its port. `node server.js whole|deltas`
const { Server } = require("boardgame.io/server");
const { game } = require("./game");

const server = Server({ games: [game(process.argv[2] === "deltas")], origins: [] });
server.run(0).then(({ appServer }) => console.log(appServer.address().port));
