// Pointing at things: steps, drag, keys and tips. `start(play)` is given a callback for a complete choice.
import { cardOf, drawing, gameOf, rulesOf } from "./cards.js";
import { spotWith } from "./morph.js";
import { say } from "./player.js";
import { read } from "./rule.js";
import { isOn } from "./settings.js";

const SLOP = 8;
const LONG_PRESS = 450;
const SURE = 4000; // milliseconds in which a second press confirms a risky choice
let armed = null; // the risky choice that waits for confirmation
let play = () => {};
let picked = [];
let press = null;
let keys = false; // whether the last input came from a key

const main = () => document.getElementById("main");
// A thing on a spot that glows counts as that spot: a card on a board that can be attacked.
function spotOf(target) {
  const spot = target?.closest?.("#main .spot");
  if (!spot || spot.matches(".live, .target")) return spot;
  const ground = spot.closest("[data-ground]");
  const under = ground && spotWith(ground.dataset.ground);
  return under?.matches(".live, .target") ? under : spot;
}
let offered = []; // the choices: {action, words, steps}
const choices = () => offered;
const buttonOf = (choice) => document.querySelector(`#main .choice-list [data-action="${CSS.escape(choice.action)}"]`);
// The first step comes first, the others in any order: two stacks are swapped whichever is pointed at first.
const begins = (choice, keys) => !keys.length || (choice.steps[0] === keys[0] && keys.every((key) => choice.steps.includes(key)));
const exactly = (choice, keys) => choice.steps.every((key, place) => key === keys[place]);
const stepsLeft = (choice) => choice.steps.slice(1).filter((key) => !picked.includes(key));

// Set the choices; none, while something is being told.
export function offer(now) {
  const same = JSON.stringify(now) === JSON.stringify(offered); // somebody came or went: steps that were begun continue
  offered = now;
  if (!same) {
    picked = [];
    disarm();
  }
  inWords(now);
  refresh();
  document.dispatchEvent(new Event("offered"));
}

export const offers = () => offered;
export const byKeys = () => keys;

const NUMBER_KEYS = 9;

// The choices in words, with the same markup as in fragments.py.
function inWords(now) {
  const list = document.querySelector("#choices .choice-list");
  if (!list) return;
  const listed = [...list.querySelectorAll("[data-action]")].map((button) => button.dataset.action);
  document.getElementById("choices").hidden = !now.length;
  if (JSON.stringify(listed) !== JSON.stringify(now.map((choice) => choice.action))) list.replaceChildren(...now.map(row));
}

function row(choice, place) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "choice";
  button.dataset.action = choice.action;
  if (place < NUMBER_KEYS) {
    const key = document.createElement("kbd");
    key.ariaHidden = "true";
    key.textContent = place + 1;
    button.append(key);
  }
  const words = document.createElement("span");
  words.textContent = choice.words;
  button.append(words);
  const line = document.createElement("li");
  line.append(button);
  return line;
}

// A page that comes whole from the server has its choices in it.
const written = () => JSON.parse(main().dataset.choices || "[]");

export function start(whenChosen) {
  play = whenChosen;
  offered = written();
  for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, () => { keys = type === "keydown"; }, true);
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", () => letGo());
  document.addEventListener("click", click);
  document.addEventListener("keydown", key);
  document.addEventListener("contextmenu", (event) => press?.long && event.preventDefault());
  document.addEventListener("morphed", () => { if (main().dataset.learn) offered = written(); if (!document.querySelector('[aria-describedby="tip"]')) hideTip(); picked = picked.filter((_, place) => choices().some((choice) => begins(choice, picked.slice(0, place + 1)))); refresh(); });
  for (const [type, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
    document.addEventListener(type, (event) => tipFor(event, on));
  }
  refresh();
}

// ---- Steps ----
function refresh() {
  const all = choices();
  const open = all.filter((choice) => begins(choice, picked));
  const first = new Set(all.map((choice) => choice.steps[0]));
  const next = new Set(picked.length ? open.flatMap(stepsLeft) : []);
  main().classList.toggle("picking", picked.length > 0);
  for (const spot of document.querySelectorAll("#main .spot")) {
    const key = spot.dataset.key;
    const chosen = picked.includes(key);
    spot.classList.toggle("live", first.has(key));
    spot.classList.toggle("chosen", chosen);
    spot.classList.toggle("target", next.has(key));
    spot.classList.toggle("armed", armed?.steps?.at(-1) === key);
    if (first.has(key) || next.has(key)) spot.removeAttribute("aria-disabled");
    else spot.setAttribute("aria-disabled", "true");
    if (chosen) spot.setAttribute("aria-pressed", "true");
    else spot.removeAttribute("aria-pressed");
  }
  for (const choice of all) buttonOf(choice)?.classList.toggle("off", picked.length > 0 && !open.includes(choice));
  const left = picked.length ? remaining(all) : all;
  ask(left.length > 0 && (picked.length ? left.every((choice) => choice.steps.length === picked.length) : !document.querySelector("#main .spot.live")));
  question();
}

// The question follows the steps: a picked spot may say what is asked next.
const asksNext = () => picked.map((key) => spotWith(key)?.dataset.then).filter(Boolean).at(-1) ?? "";

// While something is told, a scene may describe it (`data-scene`): then the prompt names no player.
function question() {
  const words = document.querySelector("#prompt .prompt-words");
  const scene = offered.length || main().matches(".over:not(.telling)") ? "" : document.querySelector("#board [data-scene]")?.dataset.scene ?? "";
  main().classList.toggle("in-scene", scene !== "");
  if (words) words.dataset.then = asksNext() || scene;
}

// Where pointing alone does not tell choices apart, they are asked in words, even if those are folded; focus goes there.
function ask(needed) {
  const before = asked();
  for (const id of ["side", "choices"]) document.getElementById(id)?.classList.toggle("asked", needed);
  if (needed && !before && keys) toWords();
}

const asked = () => Boolean(document.querySelector("#choices.asked"));
const worded = () => [...document.querySelectorAll("#main .choice-list .choice:not(.off)")];

export function toWords() {
  worded()[0]?.focus();
}

function point(key) {
  const all = choices();
  const open = all.filter((choice) => begins(choice, picked));
  const repeated = open.find((choice) => choice.steps.length === picked.length);
  if (repeated && picked.at(-1) === key) return done(repeated);
  if (picked.length && open.some((choice) => stepsLeft(choice).includes(key))) picked = [...picked, key];
  else if (picked.at(-1) === key) picked = picked.slice(0, -1);
  else picked = all.some((choice) => choice.steps[0] === key) ? [key] : [];
  const left = remaining(all);
  if (picked.length && left.length === 1 && left[0].steps.length === picked.length) return done(left[0]);
  refresh();
  tellPick(left);
  return undefined;
}

// The choices that still fit. Where the order tells two choices apart, it is the order of pointing.
function remaining(all) {
  const left = all.filter((choice) => begins(choice, picked));
  const whole = left.every((choice) => choice.steps.length === picked.length);
  const ordered = whole ? left.filter((choice) => exactly(choice, picked)) : [];
  return ordered.length ? ordered : left;
}

function tellPick(left) {
  if (!picked.length) return;
  const name = spotWith(picked.at(-1))?.getAttribute("aria-label") ?? "That";
  const whole = left.filter((choice) => choice.steps.length === picked.length);
  if (whole.length === left.length) {
    say(`${name}: choose in words.`);
    if (whole[0]) buttonOf(whole[0])?.focus({ preventScroll: true });
  } else say(asksNext() || `${name} chosen. Where to? ${new Set(left.flatMap(stepsLeft)).size} places.`);
}

function done(choice) {
  picked = [];
  if (choice.risky && isOn("confirm") && !main().dataset.learn && armed?.action !== choice.action) return arm(choice);
  disarm();
  refresh();
  return play(choice.action);
}

function arm(choice) {
  disarm();
  armed = { ...choice, timer: setTimeout(() => { disarm(); refresh(); }, SURE) };
  refresh();
  const words = `Sure? Once more: ${buttonOf(choice)?.querySelector("span")?.textContent ?? "yes"}.`;
  const spot = spotWith(choice.steps.at(-1)) ?? buttonOf(choice);
  if (spot) showWords(spot, words);
  say(words);
}

function disarm() {
  if (!armed) return;
  clearTimeout(armed.timer);
  armed = null;
  hideTip();
}

// Undo the last pick. Returns whether there was one.
export function back() {
  if (armed) { disarm(); refresh(); return true; }
  if (!picked.length) return false;
  const key = picked.at(-1);
  picked = picked.slice(0, -1);
  refresh();
  spotWith(key)?.focus({ preventScroll: true });
  return true;
}

export function letGo() {
  press?.ghost?.remove();
  press?.spot?.classList.remove("drag");
  clearTimeout(press?.timer);
  press = null;
  hideTip();
  if (picked.length) { picked = []; refresh(); }
}

// ---- Pointer: the pressed element counts, even if it glides away under the finger ----
function down(event) {
  if (event.target.closest?.(".tip-rules")) return;
  const spot = spotOf(event.target);
  if (!armed) hideTip();
  rested = { x: event.clientX, y: event.clientY };
  if (event.button !== 0 || press) return;
  if (!spot) {
    if (picked.length && !event.target.closest("[data-action], [data-do], dialog, .ticker, .chat, .coach")) letGo();
    return;
  }
  press = { spot, key: spot.dataset.key, x: event.clientX, y: event.clientY, id: event.pointerId, kind: event.pointerType };
  if (event.pointerType !== "mouse") press.timer = setTimeout(longPress, LONG_PRESS);
}

function longPress() {
  if (!press) return;
  press.long = true;
  showTip(press.spot);
}

function move(event) {
  if (rested && Math.hypot(event.clientX - rested.x, event.clientY - rested.y) > SLOP) rested = null;
  if (!press || event.pointerId !== press.id) return;
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP;
  if (far) clearTimeout(press.timer);
  if (far && !press.ghost && !press.dead) beginDrag();
  if (!press.ghost) return;
  press.ghost.style.translate = `${event.clientX - press.x}px ${event.clientY - press.y}px`;
  for (const spot of document.querySelectorAll(".hovered")) spot.classList.remove("hovered");
  landing(event)?.classList.add("hovered");
}

// The target of a drag: a next step; or, for a card that is dragged whole, anything that glows.
function landing(event) {
  const lit = picked.length ? ".target" : ".live";
  return document.elementsFromPoint(event.clientX, event.clientY).map(spotOf).find((spot) => spot?.matches(lit) && spot !== press?.spot);
}

function beginDrag() {
  const ways = choices().filter((choice) => choice.steps[0] === press.key && choice.steps.length > 1);
  const whole = press.spot.hasAttribute("data-drag");
  if ((!ways.length && !whole) || press.kind === "touch") { press.dead = press.kind === "touch"; return; }
  picked = ways.length ? [press.key] : [];
  refresh();
  hideTip();
  lift(press.spot.querySelector("[data-ghost]") ?? press.spot);
}

// The element that follows the pointer: the spot from where it lies, or a marked part of it from under the pointer.
function lift(part) {
  const place = part.getBoundingClientRect();
  const left = part === press.spot ? place.left : press.x - place.width / 2;
  const top = part === press.spot ? place.top : press.y - place.height / 2;
  const ghost = part.cloneNode(true);
  ghost.removeAttribute("id");
  ghost.removeAttribute("data-key");
  ghost.classList.remove("live", "target");
  ghost.classList.add("drag-ghost");
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${place.width}px`, height: `${place.height}px` });
  ghost.setAttribute("aria-hidden", "true");
  main().querySelector(".face")?.append(ghost);
  const put = ghost.getBoundingClientRect(); // some browsers measure from the board, which is a container
  Object.assign(ghost.style, { left: `${2 * left - put.left}px`, top: `${2 * top - put.top}px` });
  press.spot.classList.add("drag");
  press.ghost = ghost;
}

function up(event) {
  if (!press || event.pointerId !== press.id) return;
  const held = press;
  const dragged = Boolean(held.ghost);
  clearTimeout(held.timer);
  held.ghost?.remove();
  held.spot.classList.remove("drag");
  press = null;
  for (const spot of document.querySelectorAll(".hovered")) spot.classList.remove("hovered");
  if (held.long) return tip?.classList.add("stays"); // until something else is touched
  if (dragged) {
    const under = landing(event);
    return under ? point(under.dataset.key) : letGo();
  }
  if (Math.hypot(event.clientX - held.x, event.clientY - held.y) <= SLOP) point(held.key);
  return undefined;
}

// Clicks of a pointer were handled on release; those of keys and screen readers have no detail.
function click(event) {
  if (event.target.closest?.(".tip-rules")) return toRules();
  const spot = spotOf(event.target);
  if (spot && event.detail === 0) return point(spot.dataset.key);
  const choice = event.target.closest?.("[data-action]");
  if (choice && choice.type === "button") done(choices().find((one) => one.action === choice.dataset.action) ?? { action: choice.dataset.action });
  return undefined;
}

// ---- Keys ----
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && event.repeat && event.target.closest?.("button")) return event.preventDefault();
  if (event.target.closest?.("input, select, textarea")) return;
  const drawn = event.target.closest?.("#main .spot:not(button)"); // in a drawing; a button clicks by itself
  if (drawn && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    if (!event.repeat) point(drawn.dataset.key);
  } else if (event.key === "Escape") { if (back()) event.stopImmediatePropagation(); else hideTip(); }
  else if (ARROWS[event.key]) goTo(event);
  else if (event.key.toLowerCase() === "h") toHand();
  else if (event.key.toLowerCase() === "r") toRules();
  else if (/^[1-9]$/.test(event.key) && !event.repeat) document.querySelectorAll("#main .choice-list .choice, #lesson-form button")[event.key - 1]?.click();
}

function goTo(event) {
  const spots = document.querySelectorAll(picked.length ? "#main .spot.target" : "#main .spot.live");
  const inWords = asked() || event.target.closest?.(".choice-list");
  const lit = inWords ? worded() : [...spots].filter((spot) => spot.getClientRects().length);
  if (!lit.length || event.target.closest?.(".story-list, .chat-list")) return;
  event.preventDefault();
  const from = document.activeElement;
  const goal = lit.includes(from) ? nearest(from, lit, ARROWS[event.key]) : lit[0];
  goal?.focus();
  goal?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// The hand is what a face marks as such, or the spots whose keys begin so; without one, what can be played.
function toHand() {
  if (asked()) return toWords();
  const result = document.querySelector("#main > .result");
  if (result?.checkVisibility()) return result.focus();
  const spots = [...document.querySelectorAll("#main [data-hand] .spot, #main .hand .spot, #main .spot[data-key^=hand]"), ...document.querySelectorAll("#main .spot.live")];
  const seen = spots.filter((spot) => spot.getClientRects().length);
  (seen.find((spot) => spot.matches(".live")) ?? seen[0] ?? document.getElementById("prompt"))?.focus();
  return undefined;
}

function nearest(from, lit, [dx, dy]) {
  const middle = (spot) => { const r = spot.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
  const [x, y] = middle(from);
  const ahead = lit.filter((spot) => spot !== from).map((spot) => {
    const [a, b] = middle(spot);
    const along = (a - x) * dx + (b - y) * dy;
    return { spot, along, cost: along + 2.5 * Math.abs((a - x) * dy + (b - y) * dx) };
  }).filter((row) => row.along > 1).sort((a, b) => a.cost - b.cost);
  const step = dx + dy;
  return ahead[0]?.spot ?? lit[(lit.indexOf(from) + step + lit.length) % lit.length];
}

// ---- Tips: a card's text on hover, focus and long press ----
let tip = null;
let tipTimer = 0;
let cited = null; // the rules about the card that is shown: {game, rules, name}

let rested = null; // where the mouse was pressed, until it is moved away: what comes to lie under it there was not asked about

function tipFor(event, on) {
  const holder = event.target.closest?.("[data-tip], [data-card]");
  const pointed = event.type.startsWith("pointer");
  if (!holder || (pointed && event.pointerType !== "mouse")) return;
  if (!on) return hideTip();
  if (pointed && rested && Math.hypot(event.clientX - rested.x, event.clientY - rested.y) <= SLOP) return;
  if (event.type === "focusin" && !holder.matches(":focus-visible")) return;
  clearTimeout(tipTimer);
  tipTimer = setTimeout(() => showTip(holder), event.type === "focusin" ? 0 : 350);
}

function showTip(holder) {
  hideTip();
  const words = holder.dataset.tip || holder.getAttribute("aria-label") || ""; // a tip may be the label itself
  if (!(words || cardOf(holder)) || !holder.isConnected || press?.ghost) return;
  if (holder.dataset.tip === undefined && !holder.dataset.card) return;
  showWords(holder, words);
}

function showWords(holder, words) {
  hideTip();
  tip = document.createElement("div");
  tip.className = "tip";
  tip.id = "tip";
  tip.role = "tooltip";
  tip.ariaHidden = "true"; // read with what it describes, not as a part of the page
  tip.textContent = words;
  document.body.append(tip);
  holder.setAttribute("aria-describedby", "tip");
  placeTip(tip, holder);
  if (cardOf(holder)) showCard(tip, holder);
}

// The card itself, large, as soon as it has loaded; not shown if the pointer is elsewhere by then.
async function showCard(shown, holder) {
  const card = await drawing(cardOf(holder));
  if (!card || shown !== tip) return;
  shown.classList.add("card-tip");
  shown.prepend(card);
  cite(shown, holder, rulesOf(card));
  placeTip(shown, holder);
}

// From a card to its rules: a key, or a tap where there is no keyboard.
function cite(shown, holder, rules) {
  if (!rules.length) return;
  cited = { game: gameOf(holder), rules, name: (holder.getAttribute("aria-label") ?? shown.textContent).split(/[.:,;(]/)[0] };
  const line = document.createElement("button");
  line.type = "button";
  line.className = "tip-rules";
  line.dataset.do = "rules";
  line.tabIndex = -1;
  const letter = document.createElement("kbd");
  letter.textContent = "R";
  line.append(letter, `${rules.length > 1 ? "Rules" : "Rule"} ${rules.join(", ")}`);
  shown.append(line);
}

function toRules() {
  if (!cited) return;
  const { game, rules, name } = cited;
  hideTip();
  read(game, rules, name);
}

function placeTip(shown, holder) {
  const at = holder.getBoundingClientRect();
  const own = shown.getBoundingClientRect();
  const over = at.top - own.height - 12;
  let left = Math.min(Math.max(12, at.left + at.width / 2 - own.width / 2), innerWidth - own.width - 12);
  let top = over > 8 ? over : Math.min(at.bottom + 12, innerHeight - own.height - 8);
  const beside = [at.right + 12, at.left - own.width - 12].find((x) => x > 8 && x + own.width < innerWidth - 8);
  if (shown.classList.contains("card-tip") && beside !== undefined) {
    left = beside;
    top = Math.min(Math.max(8, at.top + at.height / 2 - own.height / 2), innerHeight - own.height - 8);
  }
  shown.style.left = `${left}px`;
  shown.style.top = `${top}px`;
}

function hideTip() {
  clearTimeout(tipTimer);
  tip?.remove();
  tip = null;
  cited = null;
  for (const holder of document.querySelectorAll('[aria-describedby="tip"]')) holder.removeAttribute("aria-describedby");
}
