#!/usr/bin/env node
// A whole Longbeard bot: it always takes the last choice, and counts what it has heard.
const lines = require("readline").createInterface({ input: process.stdin });
let heard = 0;

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "decide") {
    heard += message.story.length;
    const action = message.legal[message.legal.length - 1];
    process.stdout.write(JSON.stringify({ action, heard }) + "\n");
  } else if (message.type === "over") {
    lines.close();
  }
});
