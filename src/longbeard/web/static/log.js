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

export function add(lines) {
  for (const { words, seat, spots } of lines) {
    if (!words || !list()) continue;
    if (Number(list().lastElementChild?.dataset.seat ?? NaN) !== seat) list().append(heading(seat));
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

// As `story_lines` on the server writes it.
function heading(seat) {
  const row = document.createElement("li");
  row.className = seat === NOBODY ? "turn" : `turn seat-${seat}`;
  row.dataset.seat = seat;
  const chip = document.querySelector(`.seat[data-seat="${seat}"]`);
  const sign = chip?.querySelector(".glyph")?.cloneNode(true);
  if (sign) row.append(sign);
  row.append(seat === NOBODY ? "The deal" : chip?.matches(".me") ? "You" : chip?.querySelector("b")?.textContent ?? "");
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
