// The log: lines under the turn to which they belong; names in their colours, words one can ask about, places one can see.
const by = (id) => document.getElementById(id);
const list = () => by("story");
const NOBODY = -1;
let terms = null;
let pattern = null;

export function start() {
  dressAll();
  for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(type, showPlaces);
}

export function dressAll() {
  for (const row of list()?.querySelectorAll("li:not(.dressed)") ?? []) dress(row);
}

export function set(lines) {
  list()?.replaceChildren();
  add(lines);
}

let now = { move: -1, seat: NOBODY }; // whose turn it is in what is being told

// What a frame tells: it belongs to whoever moved, until another turn begins in it.
export function tell({ move, seat, told }) {
  if (now.move !== move) now = { move, seat };
  for (const one of told) {
    const begins = one.turn !== NOBODY;
    if (begins) now.seat = one.turn;
    add([{ ...one, begins, seat: now.seat }]);
  }
}

// As `story_lines` on the server writes them.
function add(lines) {
  for (const { words, seat, begins, spots } of lines) {
    if (!words || !list()) continue;
    const before = Number(list().lastElementChild?.dataset.seat ?? NaN);
    if (begins || before !== seat) list().append(heading(seat, begins ? words.replace(/\.$/, "") : nameOf(seat)));
    if (begins) continue;
    const row = document.createElement("li");
    row.dataset.seat = seat;
    row.dataset.spots = spots.join(" ");
    row.textContent = words;
    list().append(row);
    dress(row);
  }
}

export function toEnd() {
  if (list()) list().scrollTop = list().scrollHeight;
}

const chipOf = (seat) => document.querySelector(`.seat[data-seat="${seat}"]`);

function nameOf(seat) {
  if (seat === NOBODY) return "The deal";
  return chipOf(seat)?.matches(".me") ? "You" : chipOf(seat)?.querySelector("b")?.textContent ?? "";
}

function heading(seat, words) {
  const row = document.createElement("li");
  row.className = seat === NOBODY ? "turn" : `turn seat-${seat}`;
  row.dataset.seat = seat;
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

export const forget = () => { terms = null; }; // somebody has another name now

function dress(row) {
  if (!terms) learn();
  row.classList.add("dressed");
  if (!pattern || row.matches(".turn")) return;
  const pieces = row.textContent.split(pattern);
  row.replaceChildren(...pieces.map((piece, place) => (place % 2 ? term(piece) : piece)));
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

// ---- Where it happened: whoever points at a line sees it on the table ----
function showPlaces(event) {
  const row = event.target.closest?.("#story li[data-spots]");
  if (!row) return;
  const on = event.type === "pointerover" || event.type === "focusin";
  for (const key of row.dataset.spots.split(" ").filter(Boolean)) {
    for (const spot of document.querySelectorAll(`#main .face [data-key="${CSS.escape(key)}"]`)) spot.classList.toggle("pointed", on);
  }
}
