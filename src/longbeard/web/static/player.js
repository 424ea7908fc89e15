// One clock: frames are shown one after the other. A frame is its motion, its board, its score, its line of the
// log and its caption together; the choices come with the last one.
import { keep } from "./settings.js";

const SPEED = "speed";
const KEPT_LINES = 40;
const FACTOR = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };
// Milliseconds, by weight: trivial, usual, dramatic. A room says which of its events are which.
const SHOW = [260, 620, 1150];
const LEAST = [80, 150, 450]; // however much there is to tell
const A_WORD = 55;
const LONGEST = 2600;
const LAST = 350; // then one may act, and can still read it
const END = 1700; // time for which the last table of a match is seen before the result covers it
const DRAMATIC = 2;
// The longest time for all that waits: dramatic frames have their own, so that they keep most of it.
const MOST = { light: 10000, heavy: 18000 };

let speed = kept() || "normal";
let paused = false;
let held = false; // while a dialog covers the table
let queue = []; // [frame, milliseconds at normal speed]
let timer = 0;
let show = () => {};
let idle = () => {};

const by = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function kept() {
  try { return localStorage.getItem(SPEED); } catch { return null; }
}

// `shown(frame, moving, hurried)` puts a frame on the page; `whenIdle()` is called when the present is reached.
export function start(shown, whenIdle) {
  show = shown;
  idle = whenIdle;
  if (by("speed")) by("speed").value = speed in FACTOR ? speed : "normal";
  by("speed")?.addEventListener("change", (event) => setSpeed(event.target.value));
  const line = by("ticker-words");
  line?.classList.toggle("long", overflows(line));
  mark();
}

export function play(frames) {
  const waiting = [...queue.map(([frame]) => frame), ...frames];
  const lasting = times(waiting);
  queue = waiting.map((frame, number) => [frame, lasting[number]]);
  if (!timer) next();
  else mark();
}

export const telling = () => queue.length > 0 || timer !== 0;
export const pausing = () => paused;

// A frame that is to be read (`data-hold`, in milliseconds) stays for that time, or until somebody continues.
const stay = () => (queue.length ? Number(document.querySelector("#main [data-hold]")?.dataset.hold ?? 0) : 0);

// Show everything that waits at once, in order, without motion, up to a frame that is to be read.
export function skip() {
  clearTimeout(timer);
  timer = 0;
  paused = false;
  while (queue.length) {
    tell(queue.shift()[0], false, true);
    if (FACTOR[speed] && stay()) { timer = setTimeout(next, stay() * FACTOR[speed]); return mark(); }
  }
  mark();
  idle();
}

export function hold(on) {
  held = on;
  if (!on) next();
}

function next() {
  clearTimeout(timer);
  timer = 0;
  if (held) return mark();
  if (!FACTOR[speed] && !paused) return skip();
  if (!queue.length) { mark(); return idle(); }
  if (paused) return mark();
  one();
  return undefined;
}

function one() {
  const [frame, lasting] = queue.shift();
  tell(frame, !calm.matches);
  const usual = queue.length ? lasting : document.querySelector("#main > .result") ? Math.max(END, lasting) : Math.min(LAST, lasting);
  timer = setTimeout(next, Math.max(stay(), usual) * (FACTOR[speed] || 0));
  mark();
}

// Durations of the waiting frames at normal speed: by their weight, or scaled down to fit.
export function times(frames) {
  const worths = frames.map(worth);
  const sum = { light: 0, heavy: 0 };
  for (const { kind, worth: own } of worths) sum[kind] += own;
  return worths.map(({ kind, weight, worth: own }) => {
    const hurried = own * Math.min(1, MOST[kind] / (sum[kind] || 1));
    return Math.max(hurried, Math.min(own, LEAST[weight]));
  });
}

function worth({ told }) {
  const words = told.map((one) => one.words).join(" ").split(" ").length;
  const weight = Math.max(0, ...told.map((one) => one.weight));
  const own = told.length ? Math.min(LONGEST, SHOW[weight] + (weight ? A_WORD * words : 0)) : 0;
  return { worth: own, weight, kind: weight === DRAMATIC ? "heavy" : "light" };
}

function tell(frame, moving, hurried = false) {
  show(frame, moving, hurried);
  const spoken = frame.told.filter((one) => one.words);
  if (!spoken.length) return;
  say(worded(spoken));
  const trifle = !queue.length && frame.move === last && spoken.every((one) => !one.weight);
  caption(trifle ? [...told, ...spoken] : spoken);
  last = frame.move;
}

let last = -1; // the move of the caption: a trivial event after it, a card drawn, does not replace the card played

const worded = (spoken) => spoken.map((one) => one.words).join(" ");

let told = []; // the sentences of the caption
addEventListener("resize", () => { if (told.length) caption(told); });

// The caption has a fixed size. Where a moment tells more than fits, its lighter sentences are in the log alone.
export function caption(now) {
  const line = by("ticker-words");
  if (!line) return;
  told = now;
  const kept = [...told];
  line.classList.remove("long");
  line.replaceChildren(worded(kept));
  while (overflows(line) && kept.length > 1) {
    const least = Math.min(...kept.map((one) => one.weight));
    kept.splice(kept.findIndex((one) => one.weight === least), 1);
    line.replaceChildren(worded(kept));
  }
  line.classList.toggle("long", overflows(line));
  if (overflows(line)) line.tabIndex = 0; // what can be scrolled must be focusable
  else line.removeAttribute("tabindex");
}

const overflows = (line) => line.scrollHeight > line.clientHeight + 1;

// Screen readers hear every frame once, in order.
export function say(text) {
  const live = by("live");
  if (!live || !text) return;
  const line = document.createElement("span");
  line.textContent = `${text} `;
  live.append(line);
  while (live.children.length > KEPT_LINES) live.firstChild.remove();
}

function mark() {
  const waiting = queue.length > 0;
  by("main")?.classList.toggle("telling", waiting || timer !== 0);
  by("ticker")?.classList.toggle("paused", paused);
  if (by("pace-state")) by("pace-state").hidden = !paused;
  for (const button of document.querySelectorAll("[data-pace]")) {
    if (button.dataset.pace === "pause") button.setAttribute("aria-pressed", String(paused));
    else button.toggleAttribute("disabled", !waiting);
  }
}

export function setPace(wish) {
  if (wish === "skip") return skip();
  if (wish === "on") { paused = false; return next(); }
  if (wish === "step") {
    paused = true;
    clearTimeout(timer);
    timer = 0;
    if (queue.length) one();
    clearTimeout(timer);
    timer = 0;
    if (!queue.length) { paused = false; idle(); }
    return mark();
  }
  paused = !paused;
  return next();
}

function setSpeed(wish) {
  speed = wish in FACTOR ? wish : "normal";
  keep(SPEED, speed);
  paused = false;
  next();
}
