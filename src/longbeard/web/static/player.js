// One clock: frames are shown one after the other. A frame is its motion, its board, its score, its line of the
// log and its caption together; what one may do comes with the last one.

const SPEED = "speed";
const KEPT_LINES = 40;
const FACTOR = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };
const SHOW = [260, 620, 1150]; // milliseconds by weight: trivial, usual, dramatic
const A_WORD = 55;
const LONGEST = 2600;
const BURST = 9; // from so many waiting frames on, the clock runs faster

let speed = kept() || "normal";
let paused = false;
let held = false; // while something is read that stands before the table
let queue = [];
let timer = 0;
let show = () => {};
let idle = () => {};

const by = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function kept() {
  try { return localStorage.getItem(SPEED); } catch { return null; }
}

// `shown(frame, moving)` puts a frame on the page; `whenIdle()` is told when the present is reached.
export function start(shown, whenIdle) {
  show = shown;
  idle = whenIdle;
  if (by("speed")) by("speed").value = speed in FACTOR ? speed : "normal";
  by("speed")?.addEventListener("change", (event) => setSpeed(event.target.value));
  mark();
}

export function play(frames) {
  queue.push(...frames);
  if (!timer) next();
  else mark();
}

export const telling = () => queue.length > 0 || timer !== 0;
export const pausing = () => paused;

// Everything that waits is shown at once, in its order, without motion.
export function skip() {
  clearTimeout(timer);
  timer = 0;
  while (queue.length) tell(queue.shift(), false);
  paused = false;
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
  const frame = queue.shift();
  tell(frame, !calm.matches);
  const wait = frame.told.length || !queue.length ? time(frame) : 0;
  timer = setTimeout(next, wait);
  mark();
}

function time(frame) {
  if (!queue.length) return Math.min(350, worth(frame)) * (FACTOR[speed] || 0);
  const hurry = queue.length > BURST ? BURST / queue.length : 1;
  return worth(frame) * (FACTOR[speed] || 0) * Math.max(0.35, hurry);
}

function worth({ told }) {
  const words = told.map((one) => one.words).join(" ").split(" ").length;
  const heaviest = Math.max(0, ...told.map((one) => one.weight));
  return Math.min(LONGEST, SHOW[heaviest] + (heaviest ? A_WORD * words : 0));
}

function tell(frame, moving) {
  show(frame, moving);
  const words = frame.told.map((one) => one.words).filter(Boolean).join(" ");
  if (words) caption(words);
}

function caption(words) {
  const line = by("ticker-words");
  line?.replaceChildren(words);
  say(words);
}

// Screen readers hear every frame once, in its order.
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
  try { localStorage.setItem(SPEED, speed); } catch { /* then it lasts as long as the page */ }
  paused = false;
  next();
}
