// A live table: pages and words come in, choices go out.
import { Line } from "./line.js";
import { morphInside } from "./morph.js";
import * as spots from "./spots.js";
import { hurry, pausing, say, setPace, start as startTelling, tell } from "./told.js";

const main = () => document.getElementById("main");
const by = (id) => document.getElementById(id);
const shown = () => Number(main().dataset.move);
let line = null;
let newest = -1;

export function startTable() {
  newest = shown();
  startTelling();
  scrollStory();
  spots.start(play);
  const watch = location.pathname.endsWith("/watch") ? "&watch=1" : "";
  line = new Line(() => `/ws/table/${main().dataset.table}?move=${newest}${watch}`, { got, state });
  document.addEventListener("click", click);
  document.addEventListener("keydown", key);
  by("chat-form")?.addEventListener("submit", chat);
}

// One thing at a time: until it is answered, a second click means the first.
function play(action) {
  if (line.waiting) return;
  hurry();
  main().classList.add("sent");
  line.send({ type: "play", move: shown(), action }, true);
}

const GOT = {
  page(message) {
    line.answered();
    newest = message.move;
    tell(() => show(message), message.told ?? []);
  },
  error(message) { line.answered(); main().classList.remove("sent"); bar(sentence(message.text), true); },
  chat(message) { addChat(message.from, message.text); },
  reaction(message) { react(message); },
  presence(message) { presence(message.seats); },
  hint(message) { hint(message); },
  go(message) { location.href = message.to; },
};

function show(message) {
  morphInside(message);
  main().dataset.move = message.move;
  main().classList.toggle("my-turn", message.mine);
  main().classList.toggle("over", message.over);
  main().classList.remove("sent");
  if (message.story) addStory(...message.story);
  scrollStory();
}

function got(message) {
  GOT[message.type]?.(message);
}

const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");

// ---- The bar under the top: lost lines and refused moves ----
let barTimer = 0;
function bar(text, bad = false) {
  const element = by("line");
  clearTimeout(barTimer);
  element.textContent = text;
  element.classList.toggle("bad", bad);
  element.hidden = !text;
  if (bad) barTimer = setTimeout(() => { element.hidden = true; }, 6000);
}

let lostTimer = 0;
function state(up) {
  clearTimeout(lostTimer);
  document.body.classList.toggle("offline", !up);
  if (up) bar("");
  else lostTimer = setTimeout(() => bar("The line is lost. Reconnecting … your seat is kept."), 700);
}

// ---- Buttons and keys ----
const DO = {
  undo() { if (line.waiting) return; hurry(); line.send({ type: "undo", move: shown() }, true); },
  hint() { line.send({ type: "hint" }); },
  rematch() { line.send({ type: "rematch" }); },
  leave() { line.send({ type: "leave" }); },
  takeover(button) { line.send({ type: "takeover", seat: Number(button.dataset.seat) }); },
  giveback(button) { line.send({ type: "giveback", seat: Number(button.dataset.seat) }); },
  invite() { by("invite-dialog").showModal(); },
};

function click(event) {
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.dataset.pace) setPace(button.dataset.pace);
  else if (button.dataset.react) line.send({ type: "react", name: button.dataset.react });
  else if (DO[button.dataset.do]) DO[button.dataset.do](button);
  else if (button.dataset.hinted) { by("hint-dialog").close(); play(button.dataset.hinted); }
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const wish = event.key.toLowerCase();
  if (wish === "u") document.querySelector('[data-do="undo"]')?.click();
  else if (wish === "h") document.querySelector('[data-do="hint"]')?.click();
  else if (wish === "p") setPace(pausing() ? "play" : "pause");
  else if (wish === ".") setPace("step");
}

// ---- Chat, reactions, presence, hints ----
function chat(event) {
  event.preventDefault();
  const text = by("chat-text").value.trim();
  if (text) line.send({ type: "chat", text });
  by("chat-text").value = "";
}

function addChat(from, text) {
  const row = document.createElement("li");
  const name = document.createElement("b");
  name.textContent = from;
  row.append(name, ` ${text}`);
  by("chat-list").append(row);
  by("chat-list").scrollTop = by("chat-list").scrollHeight;
  by("chat").classList.toggle("news", !by("chat").open);
  say(`${from}: ${text}`);
}

function react({ seat, from, text }) {
  const chip = document.querySelector(`.seat[data-seat="${seat}"]`);
  say(`${from}: ${text}`);
  if (!chip) return;
  chip.querySelector(".seat-bubble")?.remove();
  const bubble = document.createElement("span");
  bubble.className = "seat-bubble";
  bubble.textContent = text;
  chip.append(bubble);
  setTimeout(() => bubble.remove(), 3500);
}

function presence(seats) {
  seats.forEach((present, seat) => document.querySelector(`.seat[data-seat="${seat}"]`)?.classList.toggle("away", !present));
}

function hint({ text, choices }) {
  by("hint-text").textContent = text ?? "";
  by("hint-list").replaceChildren(...(choices ?? []).map(advice));
  by("hint-dialog").showModal();
}

function advice({ action, words, chance, why }) {
  const row = document.createElement("li");
  const button = document.createElement("button");
  const share = document.createElement("span");
  button.type = "button";
  button.className = "choice";
  button.dataset.hinted = action;
  button.textContent = words ?? action;
  share.className = "chance";
  share.textContent = chance === undefined ? "" : `${Math.round(chance * 100)} %`;
  row.append(button, share);
  if (why) {
    const reason = document.createElement("small");
    reason.textContent = why;
    row.append(reason);
  }
  return row;
}

// The story's lines from the first one on that is new.
function addStory(first, lines) {
  const story = by("story");
  while (story.children.length > first) story.lastChild.remove();
  for (const line of lines) {
    const row = document.createElement("li");
    row.textContent = line;
    story.append(row);
  }
}

function scrollStory() {
  const story = by("story");
  if (story) story.scrollTop = story.scrollHeight;
}
