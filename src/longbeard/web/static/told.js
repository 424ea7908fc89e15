// What happened is told one thing after the other, at the player's pace, and its spots flash as it is told.

const PACE = "pace";
const KEPT = 40;
const FAST = 140;
let pace = kept() || "play";
let queue = []; // events and pages in the order they came: {words, spots} or {show}
let timer = 0;
let ended = false;

const words = () => document.getElementById("ticker-words");

function kept() {
  try { return localStorage.getItem(PACE); } catch { return null; }
}

export function say(text) {
  const live = document.getElementById("live");
  if (!live || !text) return;
  const line = document.createElement("span");
  line.textContent = `${text} `;
  live.append(line);
  while (live.children.length > KEPT) live.firstChild.remove();
}

// A page is shown, and then what led to it is told, before the next page is shown. In haste it is shown at once.
export function tell(show, events) {
  queue.push({ show }, ...events.filter((event) => event.words));
  if (pace === "fast") showNewest();
  if (timer) mark(); // a page that was morphed in knows nothing of what is being told
  else next();
}

// Whoever plays on has heard enough: the newest page is shown now, and what was not told yet is told in passing.
export function hurry() {
  showNewest();
  clearTimeout(timer);
  timer = 0;
  for (const event of queue.splice(0)) put(event.words);
  mark();
}

function showNewest() {
  const shows = queue.filter((entry) => entry.show);
  queue = queue.filter((entry) => !entry.show);
  for (const entry of shows) entry.show(); // each builds on the one before
}

function next() {
  timer = 0;
  while (queue[0]?.show) queue.shift().show();
  const event = queue[0];
  if (!event) theEnd();
  if (!event || (pace === "pause" && !event.now)) return mark();
  queue.shift();
  tellNow(event);
  timer = setTimeout(next, pace === "fast" ? FAST : Math.min(1700, 380 + 15 * event.words.length) / (queue.length > 24 ? 2 : 1));
  return mark();
}

// When all is told, wherever the page was scrolled to, the result is what there is to see; once.
function theEnd() {
  const result = document.querySelector("#main .result");
  if (result && !ended) result.scrollIntoView({ block: "start" });
  ended = Boolean(result);
}

function put(text) {
  words()?.replaceChildren(text);
  say(text);
}

function tellNow(event) {
  const line = words();
  line?.classList.remove("new");
  put(event.words);
  void line?.offsetWidth;
  line?.classList.add("new");
  for (const key of event.spots ?? []) placesWith(key).forEach(flash);
}

// Not only what one can point at: a row, a heap, a whole board can be where something happened.
const placesWith = (key) => document.querySelectorAll(`#main [data-key="${CSS.escape(key)}"]`);

// What is told stays told; a face that says `data-follow` wants to be scrolled along.
function flash(spot) {
  spot.classList.add("told");
  if (spot.closest("[data-follow]")) spot.scrollIntoView({ block: "nearest" });
  spot.classList.add("flash");
  setTimeout(() => spot.classList.remove("flash"), pace === "fast" ? 300 : 900);
}

function mark() {
  const waiting = queue.filter((entry) => entry.words).length;
  document.getElementById("ticker")?.classList.toggle("waiting", waiting > 0 && pace === "pause");
  document.getElementById("main")?.classList.toggle("telling", waiting > 0);
  for (const button of document.querySelectorAll("[data-pace]")) {
    if (button.dataset.pace === "step") button.toggleAttribute("disabled", waiting === 0);
    else button.setAttribute("aria-pressed", String(button.dataset.pace === pace));
  }
}

// Fast, and still too slow: all that is left is told at once.
function skip() {
  hurry();
  return next();
}

export function setPace(wish) {
  if (wish === "step") {
    if (pace !== "pause") setPace("pause");
    const event = queue.find((entry) => entry.words);
    if (event) event.now = true;
    clearTimeout(timer);
    return next();
  }
  if (wish === "fast" && pace === "fast") return skip();
  pace = wish;
  try { localStorage.setItem(PACE, wish); } catch { /* then it lasts as long as the page */ }
  if (pace === "fast") showNewest();
  clearTimeout(timer);
  return next();
}

export const pausing = () => pace === "pause";
export const start = () => mark();
