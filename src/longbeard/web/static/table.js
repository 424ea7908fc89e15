// A live table: frames come in and are played on one clock, choices go out.
import { Line } from "./line.js";
import { morphFrame } from "./morph.js";
import * as player from "./player.js";
import * as spots from "./spots.js";

const { say } = player;
const main = () => document.getElementById("main");
const by = (id) => document.getElementById(id);
const SEEN = "seen:";
let line = null;
let newest = -1; // the move up to which everything has come in
let offered = []; // what one may do at the present, once it is reached
let present = {};

export function startTable() {
  newest = Number(main().dataset.move);
  stamp(`${newest}.0`);
  player.start(show, reached);
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
  main().classList.add("sent");
  line.send({ type: "play", move: newest, action }, true);
}

const GOT = {
  page(message) {
    line.answered();
    newest = message.move;
    offered = message.choices;
    present = message;
    if (message.frames.some((frame) => frame.told.length)) {
      spots.offer([]);
      main().classList.remove("my-turn", "sent");
    }
    const known = seen();
    const old = message.frames.filter((frame) => frame.move <= known).length;
    if (message.missed) missed(message.missed);
    player.play(message.frames);
    if (old === message.frames.length && old > 1) player.skip();
  },
  error(message) { line.answered(); main().classList.remove("sent"); bar(sentence(message.text), true); },
  chat(message) { addChat(message.from, message.text); },
  reaction(message) { react(message); },
  presence(message) { presence(message.seats); },
  hint(message) { hint(message); },
  seat_link(message) { const field = by("seat-link"); if (field) field.value = message.link; },
  go(message) { location.href = message.to; },
};

// One frame on the page: board, score, prompt and log change together, and say which frame they show.
function show(frame, moving) {
  morphFrame(frame, moving);
  if (frame.log) setStory(frame.log);
  addStory(frame.told.map((one) => one.words).filter(Boolean));
  for (const one of frame.told) if (moving) one.spots.forEach(flash);
  main().dataset.move = frame.move;
  stamp(frame.frame);
  scrollStory();
}

function stamp(number) {
  for (const place of [main(), by("board"), by("prompt"), by("story"), by("ticker"), document.querySelector(".seats-strip")]) {
    if (place) place.dataset.frame = number;
  }
}

// The present: what one may do is offered now, and not before.
function reached() {
  main().classList.toggle("my-turn", Boolean(present.mine ?? offered.length));
  main().classList.toggle("over", Boolean(present.over ?? main().classList.contains("over")));
  main().classList.remove("sent");
  if (present.frames) {
    spots.offer(offered);
    main().dataset.choices = JSON.stringify(offered);
    if (present.mine && document.title) say("Your turn.");
    remember();
    theEnd();
    present = { mine: present.mine, over: present.over };
  }
}

// What this tab has been shown already is not played again after a reload.
function seen() {
  try { return Number(sessionStorage.getItem(SEEN + main().dataset.table) ?? -1); } catch { return -1; }
}

function remember() {
  try { sessionStorage.setItem(SEEN + main().dataset.table, String(newest)); } catch { /* it is played again then */ }
}

let ended = false;
function theEnd() {
  const result = document.querySelector("#main .result");
  if (result && !ended) result.scrollIntoView({ block: "start" });
  ended = Boolean(result);
}

function flash(key) {
  for (const spot of document.querySelectorAll(`#main [data-key="${CSS.escape(key)}"]`)) {
    if (spot.closest("[data-follow]")) spot.scrollIntoView({ block: "nearest" });
    spot.classList.add("flash");
    setTimeout(() => spot.classList.remove("flash"), 700);
  }
}

function missed(count) {
  const button = by("missed");
  if (!button) return;
  button.hidden = false;
  button.dataset.since = String(newest - count);
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
  undo() { if (!line.waiting) line.send({ type: "undo", move: newest }, true); },
  missed(button) { button.hidden = true; line.send({ type: "retell", move: Number(button.dataset.since) }); },
  hint() { line.send({ type: "hint" }); },
  rematch() { line.send({ type: "rematch" }); },
  leave() { line.send({ type: "leave" }); },
  takeover(button) { line.send({ type: "takeover", seat: Number(button.dataset.seat) }); },
  giveback(button) { line.send({ type: "giveback", seat: Number(button.dataset.seat) }); },
  renew() { line.send({ type: "renew" }); },
  invite() { by("invite-dialog").showModal(); },
  drawer() { drawer(!document.body.classList.contains("drawer")); },
};

// On a narrow screen the side is a drawer; a click beside it shuts it.
function drawer(open) {
  document.body.classList.toggle("drawer", open);
  document.querySelector(".drawer-door")?.setAttribute("aria-expanded", String(open));
  if (open) scrollStory();
}

function click(event) {
  const button = event.target.closest?.("button");
  if (!event.target.closest?.(".side, .chat, [data-do=drawer]")) drawer(false);
  if (!button) return;
  if (button.dataset.pace) player.setPace(button.dataset.pace);
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
  else if (wish === "p") player.setPace("pause");
  else if (wish === ".") player.setPace("step");
  else if ((wish === " " || wish === "escape") && (player.telling() || player.pausing())) { event.preventDefault(); player.skip(); }
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

function setStory(lines) {
  by("story")?.replaceChildren();
  addStory(lines);
}

function addStory(lines) {
  for (const words of lines) {
    const row = document.createElement("li");
    row.textContent = words;
    by("story")?.append(row);
  }
}

function scrollStory() {
  const story = by("story");
  if (story) story.scrollTop = story.scrollHeight;
}
