// The log: lines under the turn to which they belong, with names in their colours, links to explanations and places,
// and the rule behind each line.
import { ruleLink } from "./rule.js";

const by = (id) => document.getElementById(id);
const list = () => by("story");
const NOBODY = -1;
let terms = null;
let pattern = null;

export function start() {
  dressAll();
  if (list()) new ResizeObserver(toEnd).observe(list()); // other things beside the table come and go
  for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(type, showPlaces);
  document.addEventListener("keydown", walk);
  document.addEventListener("focusin", ({ target }) => { if (target.matches?.("#story .rule-link")) reach(target); });
}

export function dressAll() {
  for (const row of list()?.querySelectorAll("li:not(.dressed)") ?? []) dress(row);
}

export function set(lines) {
  list()?.replaceChildren();
  add(lines);
}

let now = { move: -1, seat: NOBODY }; // the turn that is being told

// Lines that a frame tells: they belong to whoever moved, until another turn begins in the frame.
export function tell({ move, seat, told }) {
  if (now.move !== move) now = { move, seat };
  for (const one of told) {
    const begins = one.turn !== NOBODY;
    if (begins) now.seat = one.turn;
    add([{ ...one, begins, seat: now.seat }]);
  }
}

// The same markup as `story_lines` on the server.
function add(lines) {
  for (const { words, seat, begins, spots, rule } of lines) {
    if (!words || !list()) continue;
    const before = Number(list().lastElementChild?.dataset.seat ?? NaN);
    if (begins || before !== seat) put(heading(seat, begins ? words.replace(/\.$/, "") : nameOf(seat), begins ? rule : ""));
    if (begins) continue;
    const row = document.createElement("li");
    row.dataset.seat = seat;
    row.dataset.spots = spots.join(" ");
    row.dataset.rule = rule;
    row.textContent = words;
    put(row);
  }
}

function put(row) {
  list().append(row);
  dress(row);
}

export function toEnd() {
  if (list()) list().scrollTop = list().scrollHeight;
}

const chipOf = (seat) => document.querySelector(`.seat[data-seat="${seat}"]`);

function nameOf(seat) {
  if (seat === NOBODY) return "The deal";
  return chipOf(seat)?.matches(".me") ? "You" : chipOf(seat)?.querySelector("b")?.textContent ?? "";
}

function heading(seat, words, rule) {
  const row = document.createElement("li");
  row.className = seat === NOBODY ? "turn" : `turn seat-${seat}`;
  row.dataset.seat = seat;
  row.dataset.rule = rule;
  const sign = chipOf(seat)?.querySelector(".glyph")?.cloneNode(true);
  if (sign) row.append(sign);
  row.append(words);
  return row;
}

// ---- Names and words ----
function learn() {
  terms = new Map();
  for (const chip of document.querySelectorAll(".seat[data-seat]")) terms.set(chip.querySelector("b").textContent, { seat: chip.dataset.seat });
  for (const pair of document.querySelectorAll("#legend > div")) {
    const word = pair.firstElementChild.textContent.toLowerCase();
    if (word.length > 3) terms.set(word, { tip: pair.lastElementChild.textContent });
  }
  const words = [...terms.keys()].sort((one, other) => other.length - one.length).map((word) => RegExp.escape?.(word) ?? word.replace(/[^\w\s]/g, "\\$&"));
  pattern = words.length ? new RegExp(`(?<![\\p{L}])(${words.join("|")})(?![\\p{L}])`, "giu") : null;
}

export const forget = () => { terms = null; }; // a player was renamed

function dress(row) {
  if (!terms) learn();
  row.classList.add("dressed");
  if (pattern && !row.matches(".turn")) {
    const pieces = row.textContent.split(pattern);
    row.replaceChildren(...pieces.map((piece, place) => (place % 2 ? term(piece) : piece)));
  }
  if (row.dataset.rule) cite(row);
}

// ---- Rules: one Tab stop for all of them, the newest; arrow keys go from line to line ----
const links = () => [...list().querySelectorAll(".rule-link")];

function cite(row) {
  const link = ruleLink(document.getElementById("main").dataset.game, row.dataset.rule);
  row.append(" ", link);
  if (!document.activeElement?.matches("#story .rule-link")) reach(link);
  else link.tabIndex = -1;
}

function reach(link) {
  for (const other of list().querySelectorAll('.rule-link:not([tabindex="-1"])')) other.tabIndex = -1;
  link.tabIndex = 0;
}

const STEPS = { ArrowUp: (at) => at - 1, ArrowDown: (at) => at + 1, Home: () => 0, End: () => Infinity };

function walk(event) {
  if (!STEPS[event.key] || !event.target.matches?.("#story .rule-link")) return;
  event.preventDefault();
  const all = links();
  all[Math.max(0, Math.min(all.length - 1, STEPS[event.key](all.indexOf(event.target))))].focus();
}

function term(word) {
  const found = terms.get(word) ?? terms.get(word.toLowerCase());
  const piece = document.createElement(found?.seat === undefined ? "span" : "b");
  piece.textContent = word;
  if (found?.seat !== undefined) piece.className = `named seat-${found.seat}`;
  else if (found?.tip) {
    piece.className = "term";
    piece.dataset.tip = found.tip;
  }
  return piece;
}

// ---- Places: pointing at a line shows where it happened on the table ----
function showPlaces(event) {
  const row = event.target.closest?.("#story li[data-spots]");
  if (!row) return;
  const on = event.type === "pointerover" || event.type === "focusin";
  for (const key of row.dataset.spots.split(" ").filter(Boolean)) {
    for (const spot of document.querySelectorAll(`#main .face [data-key="${CSS.escape(key)}"]`)) spot.classList.toggle("pointed", on);
  }
}
