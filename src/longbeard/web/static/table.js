// A live table: frames come in and are played on one clock, choices go out.
import * as clock from "./clock.js";
import { Line } from "./line.js";
import * as log from "./log.js";
import { morphFrame, morphParts } from "./morph.js";
import { unpack } from "./parts.js";
import * as player from "./player.js";
import * as settings from "./settings.js";
import * as spots from "./spots.js";

const turning = document.querySelector("[data-turning]") ? await import("./turning.js") : null; // few boards go round
const { say } = player;
const main = () => document.getElementById("main");
const by = (id) => document.getElementById(id);
const SEEN = "seen:";
let line = null;
let newest = -1; // the move up to which everything has arrived
let offered = []; // the choices at the present, once it is reached
let present = {};
const apart = {}; // presence: applied at once, whatever is still being told

export function startTable() {
  newest = Number(main().dataset.move);
  stamp(`${newest}.0`);
  player.start(show, reached);
  log.start();
  log.toEnd();
  spots.start(play);
  document.addEventListener("offered", followLit);
  greet();
  new ResizeObserver(placeBubbles).observe(by("prompt")); // a longer question moves them down
  turning?.start();
  for (const row of document.querySelectorAll("#chat-list li")) if (newest <= 0) bubble(Number(row.dataset.seat), row.lastChild.textContent);
  whoseTurn();
  const watch = location.pathname.endsWith("/watch") ? "&watch=1" : "";
  line = new Line(() => `/ws/table/${main().dataset.table}?move=${newest}${watch}`, { got, state });
  document.addEventListener("visibilitychange", () => line.send({ type: "sight", seen: inSight() }));
  document.addEventListener("click", click);
  document.addEventListener("keydown", key);
  if (settings.isOn("signals") && by("signals")) fetched("signals").then((signals) => signals.start());
  by("chat-form")?.addEventListener("submit", chat);
  by("chat").addEventListener("toggle", () => { if (by("chat").open) heard(); });
}

// What most people need later or never is loaded on demand.
const later = {};
const fetched = async (name) => (later[name] ??= await import(`./${name}.js`));
const sound = {
  may: () => settings.isOn("sound") && navigator.userActivation?.hasBeenActive,
  play(name) { if (this.may()) fetched("sound").then((made) => made.play(name)); },
  ofMoment(told) { if (told.length && this.may()) fetched("sound").then((made) => made.ofMoment(told)); },
};

// A notification says that it is one's turn, even with this page out of sight.
const signal = () => settings.isOn("signals") && fetched("signals").then((signals) => signals.turn());

// Who does not know this game yet reads its goal before anything is told; newcomers get the guided tour.
async function greet() {
  const known = settings.kept("known-games").split(" ");
  const knows = known.includes("*") || known.includes(main().dataset.game);
  if (knows && settings.kept("coached")) return;
  player.hold(!knows);
  const coach = await fetched("coach");
  coach.start(knows);
  if (main().classList.contains("my-turn")) coach.yourTurn();
}

// Keyboard users never lose the focus.
function keepFocus() {
  if (spots.byKeys() && (document.activeElement === document.body || !document.activeElement)) by("prompt")?.focus({ preventScroll: true });
}

// One action at a time: until it is answered, a second click is ignored.
function play(action) {
  if (line.waiting) return;
  main().classList.add("sent");
  line.send({ type: "play", move: newest, action }, true);
}

const GOT = {
  page(message) {
    unpack(message);
    line.answered();
    if (message.mine && !present.mine && !inSight()) signal();
    people(message);
    newest = message.move;
    offered = message.choices;
    present = message;
    if (message.frames.some((frame) => frame.told.length)) {
      spots.offer([]);
      later.advice?.clear();
      main().classList.remove("my-turn", "sent");
    }
    const known = seen();
    const old = message.frames.filter((frame) => frame.move <= known).length;
    if (message.missed) missed(message.missed);
    player.play(message.frames);
    if (old === message.frames.length && old > 1) player.skip();
  },
  error(message) { line.answered(); main().classList.remove("sent"); thought(); bar(sentence(message.text), true); },
  chat(message) { addChat(message); },
  reaction(message) { react(message); },
  people(message) { people(message); },
  news(message) { news(message); },
  now(message) { clock.set(message.now); },
  beat() { line.send({ type: "beat" }); },
  hint(message) { hint(message); },
  seat_link(message) { const field = by("seat-link"); if (field) field.value = message.link; },
  go(message) { location.href = message.to; },
};

// Show one frame: board, score, prompt and log change together, and say which frame they show.
function show(frame, moving, hurried) {
  morphFrame(frame, moving);
  morphParts(apart);
  if (frame.log) log.set(frame.log);
  if (frame.log && !frame.told.length) by("ticker-words").textContent = frame.log.at(-1)?.words ?? ""; // players were renamed
  log.tell(frame);
  for (const one of frame.told) if (moving) one.spots.forEach(flash);
  if (!hurried || !player.telling()) sound.ofMoment(frame.told);
  main().dataset.move = frame.move;
  stamp(frame.frame);
  log.dressAll();
  log.toEnd();
  clock.show();
}

function stamp(number) {
  for (const place of [main(), by("board"), by("prompt"), by("story"), by("ticker"), document.querySelector(".seats-strip")]) {
    if (place) place.dataset.frame = number;
  }
}

// The present is reached: offer the choices now, and not before.
function reached() {
  main().classList.toggle("my-turn", Boolean(present.mine ?? offered.length));
  main().classList.toggle("over", Boolean(present.over ?? main().classList.contains("over")));
  main().classList.remove("sent");
  if (present.frames) {
    spots.offer(offered);
    main().dataset.choices = JSON.stringify(offered);
    if (present.mine) say("Your turn.");
    remember();
    theEnd();
    present = { mine: present.mine, over: present.over };
  }
  unsaid.splice(0).forEach(write);
  showHint();
  whoseTurn();
  keepFocus();
}

// Title, icon, sound and vibration say that it is one's turn.
let called = null;
function whoseTurn() {
  const mine = main().classList.contains("my-turn") && !main().classList.contains("telling");
  const place = document.title.replace(/^(● Your turn|Over) · /, "");
  const over = main().classList.contains("over");
  document.title = mine ? `● Your turn · ${place}` : over ? `Over · ${place}` : place;
  const icon = document.querySelector('link[rel="icon"]');
  if (icon) icon.href = icon.href.replace(/hat(-turn)?\.svg/, mine ? "hat-turn.svg" : "hat.svg");
  if (mine && called === false) {
    sound.play("turn");
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  }
  called = mine;
  if (mine) later.coach?.yourTurn();
}

// What this tab has been shown already is not played again after a reload.
function seen() {
  try { return Number(sessionStorage.getItem(SEEN + main().dataset.table) ?? -1); } catch { return -1; }
}

function remember() {
  try { sessionStorage.setItem(SEEN + main().dataset.table, String(newest)); } catch { /* then it is played again */ }
}

let ended = false;
function theEnd() {
  const result = document.querySelector("#main .result");
  if (result && !ended) {
    sound.play(result.matches(".won") ? "win" : result.matches(".lost") ? "lose" : "goal");
    if (spots.byKeys()) result.focus({ preventScroll: true });
  }
  ended = Boolean(result);
}

// A board that is taller than its place goes to where something happens, and to what can be done.
function follow(spot) {
  const board = by("board");
  if (spot && board.scrollHeight > board.clientHeight + 1) spot.scrollIntoView({ block: "nearest" });
}

function followLit() {
  const { top, bottom } = by("board").getBoundingClientRect();
  const lit = [...document.querySelectorAll("#board .spot.live")];
  const inSight = (spot) => { const place = spot.getBoundingClientRect(); return place.top >= top && place.bottom <= bottom; };
  if (!lit.some(inSight)) follow(lit[0]);
}

function flash(key) {
  for (const spot of document.querySelectorAll(`#main [data-key="${CSS.escape(key)}"]`)) {
    follow(spot);
    const turned = turning && spot.closest("[data-turning]") ? turning.seek([spot]) : 0; // it shines when it is in sight
    setTimeout(() => spot.classList.add("flash"), turned);
    setTimeout(() => spot.classList.remove("flash"), turned + 700);
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

// ---- The bar under the top: lost connections and refused moves ----
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
  if (up && !inSight()) line.send({ type: "sight", seen: false });
  if (up) bar("");
  else lostTimer = setTimeout(() => bar("The line is lost. Reconnecting … your seat is kept."), 700);
}

// ---- Buttons and keys ----
const DO = {
  undo() { if (!line.waiting) line.send({ type: "undo", move: newest }, true); },
  missed(button) { button.hidden = true; line.send({ type: "retell", move: Number(button.dataset.since) }); },
  hint(button) { button.classList.add("thinking"); line.send({ type: "hint" }); },
  rematch() { line.send({ type: "rematch", level: by("again-level")?.value ?? "" }); },
  result() { main().classList.toggle("table-first"); (by("result").checkVisibility() ? by("result") : by("prompt")).focus(); },
  leave() { line.send({ type: "leave" }); },
  takeover(button) { line.send({ type: "takeover", seat: Number(button.dataset.seat) }); },
  start() { line.send({ type: "start", level: by("start-level")?.value ?? "" }); },
  free(button) { line.send({ type: "free", seat: Number(button.dataset.seat) }); },
  giveback(button) { line.send({ type: "giveback", seat: Number(button.dataset.seat) }); },
  renew() { line.send({ type: "renew" }); },
  invite() { by("settings-dialog").close(); by("invite-dialog").showModal(); },
  goal() { by("goal-dialog").showModal(); },
  settings() { by("settings-dialog").showModal(); if (by("signals")) fetched("signals").then((signals) => signals.show()); },
  signals() { DO.settings(); by("signals").focus(); },
  sound() { settings.turn("sound"); if (settings.isOn("sound")) sound.play("turn"); },
  words() { settings.turn("words"); if (spots.byKeys()) (settings.isOn("words") ? spots.toWords() : by("prompt").focus()); },
  coach() { fetched("coach").then((coach) => { coach.start(true); coach.begin(); }); },
  drawer() { drawer(!document.body.classList.contains("drawer")); },
};

// On a narrow screen the side is a drawer; a click beside it closes it.
function drawer(open) {
  document.body.classList.toggle("drawer", open);
  document.querySelector(".drawer-door")?.setAttribute("aria-expanded", String(open));
  if (open) log.toEnd();
  if (open) heard();
}

function click(event) {
  const button = event.target.closest?.("button");
  if (!event.target.closest?.(".side, .chat, [data-do=drawer]")) drawer(false);
  if (!button) return;
  if (button.dataset.pace) player.setPace(button.dataset.pace);
  else if (button.dataset.react) line.send({ type: "react", name: button.dataset.react });
  else if (DO[button.dataset.do]) DO[button.dataset.do](button);
}

const KEYS = { u: "undo", t: "hint", g: "goal", m: "sound", w: "words" };

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const wish = event.key.toLowerCase();
  if (KEYS[wish]) document.querySelector(`[data-do="${KEYS[wish]}"]`)?.click();
  else if (wish === "l") by("story")?.focus();
  else if (wish === "p") player.setPace("pause");
  else if (wish === ".") player.setPace("step");
  else if (wish === "escape" && document.body.classList.contains("drawer")) drawer(false);
  else if (wish === "escape" && later.advice?.given()) later.advice.clear();
  else if ((wish === " " || wish === "escape") && (player.telling() || player.pausing())) { event.preventDefault(); player.skip(); }
}

// ---- Chat, reactions, presence, hints ----
function chat(event) {
  event.preventDefault();
  const text = by("chat-text").value.trim();
  if (text) line.send({ type: "chat", text });
  by("chat-text").value = "";
}

// Lines of bots are about what they know: shown before the moves are told here, they would give the end away.
const unsaid = [];
const isBot = (seat) => Boolean(document.querySelector(`.seat.bot[data-seat="${seat}"]`));

function addChat(message) {
  if (isBot(message.seat) && player.telling()) unsaid.push(message);
  else write(message);
}

function write({ from, seat, text }) {
  const row = document.createElement("li");
  const name = document.createElement("b");
  name.textContent = from;
  row.append(name, ` ${text}`);
  by("chat-list").append(row);
  by("chat-list").scrollTop = by("chat-list").scrollHeight;
  const unread = !by("chat").open && !isBot(seat);
  by("chat").classList.toggle("news", unread || (by("chat").classList.contains("news") && !by("chat").open));
  document.querySelector(".drawer-door")?.classList.toggle("news", by("chat").classList.contains("news"));
  say(`${from}: ${text}`);
  bubble(seat, text);
}

function heard() {
  document.querySelector(".drawer-door")?.classList.remove("news");
  if (by("chat").open) by("chat").classList.remove("news");
}

function react({ seat, from, text }) {
  say(`${from}: ${text}`);
  bubble(seat, text);
}

// A bubble stands at the speaker's seat for a while; where the seats are folded away, over the title, or below the
// prompt beside the board: never over what one may want to see.
addEventListener("resize", () => by("bubbles")?.replaceChildren());
const READING = 60; // milliseconds a letter
function placeBubbles() {
  const beside = matchMedia("(max-height: 520px) and (min-width: 560px)").matches && by("prompt").getBoundingClientRect();
  Object.assign(by("bubbles").style, beside ? { left: `${beside.left}px`, top: `${beside.bottom + 6}px`, width: `${beside.width}px` } : { left: "", top: "", width: "" });
}
const spoken = new Map();
function bubble(seat, text) {
  const chip = document.querySelector(`.seat[data-seat="${seat}"]`);
  if (!chip || chip.matches(".me")) return;
  spoken.get(seat)?.remove();
  const made = document.createElement("span");
  made.className = `seat-bubble seat-${seat}`;
  made.append(chip.querySelector(".glyph").cloneNode(true), text.trim());
  const box = chip.getBoundingClientRect();
  const shown = matchMedia("(min-width: 1100px)").matches || document.body.classList.contains("drawer");
  by("bubbles").append(made);
  placeBubbles();
  if (shown) Object.assign(made.style, { left: `${Math.min(box.left, innerWidth - made.offsetWidth - 8)}px`, top: `${box.bottom + 4}px` });
  made.classList.toggle("adrift", !shown);
  spoken.set(seat, made);
  setTimeout(() => made.remove(), Math.max(3500, text.length * READING));
}

// Presence, and what can be done about empty seats.
function people(message) {
  Object.assign(apart, message.apart);
  morphParts(message.apart);
}

// Arrivals, departures and stand-ins are told at their seat and in the chat.
function news({ seat, text }) {
  const row = document.createElement("li");
  row.className = "news-line";
  row.textContent = text;
  by("chat-list").append(row);
  by("chat-list").scrollTop = by("chat-list").scrollHeight;
  say(text);
  bubble(seat, text);
}

const inSight = () => document.visibilityState === "visible";

let hinted = null; // advice that came while something was still being told

const thought = () => document.querySelector('[data-do="hint"]')?.classList.remove("thinking");

async function hint(message) {
  await fetched("advice");
  thought();
  hinted = message;
  if (!player.telling()) showHint();
}

function showHint() {
  if (hinted?.move === newest) later.advice.show(hinted.choices, spots.offers());
  hinted = null;
}
