// A board that goes round (`data-turning`): dragged to the side, turned by keys and by buttons (`data-turn`). The number
// of steps is `--push`; the room's style positions everything by it. `data-step` is as wide as one step. What is told,
// what can be chosen and what has the focus is turned into sight, where not all of the board is seen at once.
const SLOP = 8;
const KEYS = { a: -1, d: 1, s: 0 };
const STEPS = 2; // for a key or a button
const TURNING = 320; // milliseconds after which a turn is nearly over
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const board = () => document.querySelector("#main [data-turning]");
let push = 0;
let goal = 0;
let drag = null;
let moving = 0;

export function start() {
  if (!board()) return;
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, up);
  document.addEventListener("click", click);
  document.addEventListener("keydown", key);
  document.addEventListener("morphed", () => { put(); echo(); });
  document.addEventListener("offered", () => seek([...document.querySelectorAll("[data-turning] .spot.live")]));
  document.addEventListener("focusin", (event) => { if (event.target.matches("[data-turning] .spot:focus-visible")) seek([event.target]); });
  put();
  echo();
}

const step = () => board().querySelector("[data-step]").getBoundingClientRect().width || 30;

function put() {
  if (!board()) return;
  board().closest(".face").style.setProperty("--push", push.toFixed(3));
}

// What leaves the board at one side comes in at the other: a pale copy of everything, as far as it is seen beyond the edges.
function echo() {
  if (!board()) return;
  const original = board().querySelector("[data-echoed]");
  const copies = board().querySelector(".echo");
  if (!original || !copies) return;
  const made = [-1, 1].map((side) => {
    const copy = original.cloneNode(true);
    for (const one of [copy, ...copy.querySelectorAll("*")]) one.classList.remove("flash");
    for (const one of [copy, ...copy.querySelectorAll("*")]) for (const name of ["data-key", "data-part", "data-echoed", "role", "id", "tabindex"]) one.removeAttribute(name);
    for (const title of copy.querySelectorAll("title")) title.remove();
    copy.setAttribute("transform", `translate(${side * Number(original.dataset.echoed)} 0)`);
    return copy;
  });
  copies.replaceChildren(...made);
}

function turnTo(wish) {
  goal = wish;
  cancelAnimationFrame(moving);
  if (calm.matches) { push = goal; return put(); }
  const glide = () => {
    push += (goal - push) * 0.22;
    if (Math.abs(goal - push) < 0.02) push = goal;
    put();
    if (push !== goal) moving = requestAnimationFrame(glide);
  };
  moving = requestAnimationFrame(glide);
  return undefined;
}

const mod = (value, all) => ((value % all) + all) % all;

// The whole circumference, in pixels.
function round() {
  const original = board().querySelector("[data-echoed]");
  const wall = original?.ownerSVGElement;
  return wall ? (Number(original.dataset.echoed) * wall.getBoundingClientRect().width) / wall.viewBox.baseVal.width : 0;
}

// Turn as little as is needed to show these, with room around them; return the milliseconds that it takes. They
// lie on a ring: what is far apart one way round may be close the other way. If not all fit, the nearest is shown.
export function seek(wanted) {
  if (!board() || !wanted.length || drag) return 0;
  const box = board().getBoundingClientRect();
  const places = wanted.map((one) => one.getBoundingClientRect()).filter((place) => place.width);
  const whole = round();
  if (!places.length || whole <= box.width) return 0;
  const middle = box.left + box.width / 2;
  const half = box.width / 2 - Math.max(...places.map((place) => place.width)) / 2 - 8;
  const at = places.map((place) => mod(place.left + place.width / 2 - middle, whole)).sort((one, other) => one - other);
  const gaps = at.map((place, number) => mod((at[number + 1] ?? at[0] + whole) - place, whole) || whole);
  const widest = Math.max(...gaps);
  const length = whole - widest;
  const near = (place) => mod(place + whole / 2, whole) - whole / 2;
  const all = near((at[gaps.indexOf(widest) + 1] ?? at[0]) + length / 2);
  const fits = length <= 2 * half;
  const aim = fits ? all : at.map(near).sort((one, other) => Math.abs(one) - Math.abs(other))[0];
  const room = fits ? half - length / 2 : half;
  const off = Math.abs(aim) <= room ? 0 : aim - Math.sign(aim) * room;
  if (off) turnTo(Math.round(push + off / step() + Math.sign(off)));
  return off && !calm.matches ? TURNING : 0;
}

function down(event) {
  if (event.button || !event.target.closest?.("[data-turning]") || event.target.closest("button")) return;
  drag = { x: event.clientX, from: push, on: false, id: event.pointerId };
}

function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const far = event.clientX - drag.x;
  if (!drag.on && Math.abs(far) < SLOP) return;
  drag.on = true;
  cancelAnimationFrame(moving);
  board().classList.add("turning");
  push = drag.from - far / step();
  put();
}

function up(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { on } = drag;
  drag = null;
  board()?.classList.remove("turning");
  if (on) turnTo(Math.round(push));
}

function click(event) {
  const button = event.target.closest?.("[data-turn]");
  if (button) by(Number(button.dataset.turn));
}

const by = (way) => turnTo(way ? Math.round(goal) + STEPS * way : 0);

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const way = KEYS[event.key.toLowerCase()];
  if (way !== undefined && board()) by(way);
}
