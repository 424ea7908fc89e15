// Help for newcomers: the goal of a game before the first match of it, and a few bubbles at the first table.
import * as player from "./player.js";
import { keep, kept } from "./settings.js";

const by = (id) => document.getElementById(id);
const KNOWN = "known-games";
const COACHED = "coached";
const STEPS = [
  ["#prompt", "Here you read what you are asked, and whose turn it is."],
  ["#main .spot.live", "What glows can be clicked. Rest on any card, or hold it, and it explains itself."],
  ["#ticker", "What the others do is told here, step by step. Skip it, pause it, or slow it down in the settings."],
  ['[data-do="hint"]', "No idea? The bots tell you what they would do, and how sure they are."],
  ['[data-do="goal"]', "Goal, rules and what every card means: always one tap away."],
];
let at = -1;
let bubble = null;

let started = false;

export function start(knows) {
  if (!started) {
    document.addEventListener("click", click);
    addEventListener("resize", place);
    document.addEventListener("morphed", () => requestAnimationFrame(place));
  }
  started = true;
  if (knows) return;
  const dialog = by("goal-dialog");
  keep(KNOWN, `${kept(KNOWN)} ${by("main").dataset.game}`.trim());
  dialog.showModal();
  dialog.addEventListener("close", () => player.hold(false), { once: true });
}

// At the first own turn: one bubble after the other, until they are done or dismissed.
export function yourTurn() {
  if (at < 0 && !kept(COACHED) && !document.querySelector("dialog[open]")) begin();
}

export function begin() {
  by("settings-dialog")?.close();
  at = -1;
  next();
}

function next() {
  at += 1;
  while (at < STEPS.length && !document.querySelector(STEPS[at][0])) at += 1;
  if (at >= STEPS.length) return end();
  return draw();
}

function end() {
  keep(COACHED, "yes");
  bubble?.remove();
  bubble = null;
  at = STEPS.length;
}

function click({ target }) {
  const wish = target.closest?.("[data-coach]")?.dataset.coach;
  if (wish === "next") next();
  else if (wish === "end") end();
  else if (bubble && target.closest?.(".spot.live, .choice")) end(); // whoever plays needs no more of it
}

function draw() {
  bubble?.remove();
  bubble = document.createElement("div");
  bubble.className = "coach";
  bubble.setAttribute("role", "dialog");
  bubble.setAttribute("aria-label", "First steps");
  const words = document.createElement("p");
  words.textContent = STEPS[at][1];
  const last = at === STEPS.length - 1;
  const doors = document.createElement("p");
  doors.append(button("next", last ? "Thank you" : "Next", "button main-button small"));
  if (!last) doors.append(button("end", "No more tips", "button small"));
  bubble.append(words, doors);
  document.body.append(bubble);
  player.say(STEPS[at][1]);
  place();
}

function button(wish, text, className) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = text;
  made.dataset.coach = wish;
  return made;
}

// Beside its target, where there is room; never on it.
function place() {
  if (!bubble) return;
  const box = document.querySelector(STEPS[at][0])?.getBoundingClientRect();
  if (!box?.width) return;
  const { offsetWidth: wide, offsetHeight: high } = bubble;
  const below = box.bottom + 12 + high < innerHeight;
  const top = below ? box.bottom + 12 : Math.max(8, box.top - high - 12);
  const left = Math.min(Math.max(8, box.left + box.width / 2 - wide / 2), innerWidth - wide - 8);
  bubble.style.translate = `${left}px ${top}px`;
}
