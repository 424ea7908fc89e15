// New markup is morphed in, and every piece that kept its id glides from its old place (FLIP).
import { Idiomorph } from "./idiomorph.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = { duration: 380, easing: "cubic-bezier(.2,.7,.2,1)" };
const pieces = () => document.querySelectorAll("#main .face [id]:not(svg *)");
const main = () => document.getElementById("main");

// Replace the whole <main>, from a page that was fetched.
export function morphMain(html) {
  moving(() => morph(main(), html, "outerHTML"), [], true);
}

// Apply a frame: everything inside <main>, or the parts that changed. Pieces fly along the paths.
export function morphFrame({ html, parts, told }, animated) {
  const change = () => {
    if (html !== undefined) morph(main(), html, "innerHTML");
    else morphParts(parts);
  };
  moving(change, told.flatMap((one) => flights(one.path)), animated);
}

// Replace parts that change independently of the story.
export function morphParts(parts) {
  for (const [name, part] of Object.entries(parts)) morphPart(name, part);
}

// A path names two spots for each piece that moves: from where, and to where.
const flights = (path) => Array.from({ length: path.length / 2 }, (_, number) => path.slice(2 * number, 2 * number + 2));

function morphPart(name, text) {
  const old = document.querySelector(`#main [data-part="${CSS.escape(name)}"]`);
  if (!old) return;
  const drawn = old instanceof SVGElement && old.ownerSVGElement; // inside a drawing the markup is SVG, not HTML
  const box = document.createElement("template");
  box.innerHTML = drawn ? `<svg>${text}</svg>` : text;
  const fresh = drawn ? box.content.firstChild.firstChild : box.content.firstChild;
  fresh.setAttribute("data-part", name);
  morph(old, fresh, "outerHTML");
}

function morph(old, html, morphStyle) {
  // What is being typed or dragged stays; any other focused element must be updated, too.
  const typing = Boolean(document.activeElement?.matches("input"));
  Idiomorph.morph(old, html, { morphStyle, ignoreActiveValue: typing, callbacks: { beforeAttributeUpdated } });
}

// What the reader has unfolded stays unfolded.
const beforeAttributeUpdated = (name, element) => !(name === "open" && element.matches("details"));

function moving(change, paths, animated) {
  const before = new Map([...pieces()].map((piece) => [piece.id, piece.getBoundingClientRect()]));
  const starts = paths.map(([from]) => startOf(placeWith(from)));
  const held = focusHeld();
  const scrolls = [...document.querySelectorAll(".middle, .side, .choice-list")].map((box) => [box, box.scrollTop]);
  change();
  for (const [box, top] of scrolls) box.scrollTop = top;
  main().dispatchEvent(new CustomEvent("morphed", { bubbles: true }));
  if (held) returnFocus(held);
  if (!animated || calm.matches) return;
  glide(before);
  paths.forEach(([, to], number) => fly(starts[number], placeWith(to)));
}

// Remember where a path begins, and what is seen there, before the table changes.
function startOf(place) {
  return place && { box: place.getBoundingClientRect(), picture: pictureOf(place)?.cloneNode(true) };
}

const pictureOf = (place) => (place.ownerSVGElement ? null : place.querySelector("img.art, svg"));

// A copy of what lies at the end of a path flies from its beginning; the piece itself can be clicked at once.
function fly(start, goal) {
  const from = start?.box;
  if (!from || !goal || !from.width) return;
  const to = goal.getBoundingClientRect();
  if (!to.width || Math.abs(from.left - to.left) + Math.abs(from.top - to.top) < 4) return;
  const inner = goal.querySelector("[id]");
  if (inner?.getAnimations().some((one) => one.id === "glide")) return;
  const small = Math.min(to.width, to.height, 120, 1.5 * Math.max(from.width, from.height));
  const ghost = document.createElement("span");
  ghost.className = "flier";
  ghost.ariaHidden = "true";
  const lies = goal.matches("[data-receives]") ? null : pictureOf(goal); // where several things lie, the one that comes is not the first of them
  const pictures = [lies?.cloneNode(true), start.picture].filter(Boolean);
  const picture = pictures.find((one) => one.matches("img")) ?? pictures[0]; // a drawing rather than a sign
  if (picture) ghost.append(picture);
  document.body.append(ghost);
  ghost.style.width = ghost.style.height = `${small}px`;
  const middle = (box) => `${box.left + box.width / 2 - small / 2}px ${box.top + box.height / 2 - small / 2}px`;
  const flight = ghost.animate(
    [{ translate: middle(from), scale: 0.7, opacity: 0.4 }, { opacity: 1, offset: 0.2 }, { translate: middle(to), scale: 1, opacity: 1 }],
    { ...GLIDE, duration: 520 },
  );
  flight.id = "fly";
  const land = () => ghost.remove();
  flight.finished.then(land, land);
}

function glide(before) {
  for (const piece of pieces()) {
    const old = before.get(piece.id);
    for (const running of piece.getAnimations()) if (running.id === "glide") running.cancel();
    if (!old) {
      piece.animate([{ opacity: 0 }, {}], GLIDE);
      continue;
    }
    const now = piece.getBoundingClientRect();
    const x = old.left - now.left;
    const y = old.top - now.top;
    if (Math.abs(x) + Math.abs(y) > 2 && now.width) {
      piece.animate([{ translate: `${x}px ${y}px`, zIndex: 5 }, { translate: "0 0", zIndex: 5 }], { ...GLIDE, id: "glide" });
    }
  }
}

// The focused element, and those after it: if it leaves the table, the next live spot gets the focus.
function focusHeld() {
  const active = document.activeElement;
  if (!active || active === document.body || !main().contains(active)) return null;
  const spots = [...document.querySelectorAll("#main .spot")];
  return { active, key: active.dataset.key, id: active.id, after: spots.slice(spots.indexOf(active) + 1).map((spot) => spot.dataset.key) };
}

function returnFocus({ active, key, id, after }) {
  // The focused element may lie under a scene that begins with this frame: then the browser removes the focus.
  requestAnimationFrame(() => requestAnimationFrame(() => { if (document.activeElement === document.body) toFirst([]); }));
  const now = document.activeElement;
  const lives = [...document.querySelectorAll("#main .spot.live")];
  const stayed = now === active && active.isConnected && active.dataset.key === key && active.id === id;
  if (stayed) return;
  const same = (id && document.getElementById(id)) || (key && spotWith(key));
  const next = lives.find((spot) => after.includes(spot.dataset.key)) || lives[0];
  toFirst([same, next, ...document.querySelectorAll("#main .result .button")]);
}

// Focus the first element that takes it, or else the prompt.
function toFirst(places) {
  for (const place of [...places, document.getElementById("prompt")]) {
    place?.focus({ preventScroll: true });
    if (place && document.activeElement === place) return;
  }
}

export const spotWith = (key) => document.querySelector(`#main .spot[data-key="${CSS.escape(key)}"]`);

// The element where something happened: a spot, or a part of the table that cannot be pointed at.
const placeWith = (key) => document.querySelector(`#main [data-key="${CSS.escape(key)}"]`);
