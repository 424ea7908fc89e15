// Advice: the best choices are marked where they are on the table, and all of them are listed in the side.
import { caption, say } from "./player.js";

const by = (id) => document.getElementById(id);
const MARKED = 2;
const CLOSE = 0.03; // chance by which a second choice may be worse and still be marked
let best = [];
let layer = null;

const percent = (share) => Math.round(share * 100);
const chance = ({ chance: share, margin }) => `${percent(share)} % ±${Math.max(1, percent(margin))}`;

export function show(rows, offered) {
  clear();
  const top = rows[0];
  if (!top) return;
  const marked = rows.filter((row, place) => row.looked_at && place < MARKED && (place === 0 || row.equal || top.chance - row.chance <= CLOSE));
  best = marked.map((row) => ({ ...row, steps: offered.find((choice) => choice.action === row.action)?.steps ?? [] }));
  list(rows);
  mark();
  by("advice").hidden = false;
  say(marked.map((row) => `${row.words}: ${chance(row)}.`).join(" "));
  caption([{ words: `Hint: ${headline(marked)}`, weight: 0 }]);
}

function headline(marked) {
  const [first, second] = marked;
  const words = `${first.words} (${chance(first)} to win).`;
  return second ? `${words} The other mark is ${second.equal ? "about equal" : "nearly as good"}.` : words;
}

export function clear() {
  best = [];
  layer?.replaceChildren();
  if (!by("advice")) return;
  by("advice").hidden = true;
  by("hint-list").replaceChildren();
}

export const given = () => best.length > 0;

function list(rows) {
  const equals = rows.filter((row) => row.equal).length;
  by("hint-list").replaceChildren(...rows.map((row, place) => item(row, place, equals)));
}

function item(row, place, equals) {
  const line = document.createElement("li");
  const button = document.createElement("button");
  const share = document.createElement("span");
  button.type = "button";
  button.className = "choice";
  button.dataset.action = row.action;
  button.textContent = row.words;
  share.className = "chance";
  share.textContent = row.looked_at ? chance(row) : "set aside early";
  line.classList.toggle("best", row.looked_at && place < Math.max(1, equals));
  line.append(button, share);
  const notes = [row.equal && equals > 1 ? "about equal" : "", row.why ?? ""].filter(Boolean).join(" · ");
  if (notes) {
    const reason = document.createElement("small");
    reason.textContent = notes;
    line.append(reason);
  }
  return line;
}

// The marks lie over the table and move with it; clicks pass through them.
function mark() {
  layer ??= document.body.appendChild(Object.assign(document.createElement("div"), { className: "hint-layer", ariaHidden: "true" }));
  layer.replaceChildren();
  const spoken = new Set();
  best.forEach((row, rank) => row.steps.forEach((key, step) => {
    const spot = document.querySelector(`#main .spot[data-key="${CSS.escape(key)}"]`);
    const box = spot?.getBoundingClientRect();
    if (!box?.width || spoken.has(`${key} ${step === 0}`)) return;
    spoken.add(`${key} ${step === 0}`);
    const badge = document.createElement("span");
    badge.className = `hint-badge rank-${rank + 1}`;
    badge.textContent = step === row.steps.length - 1 ? chance(row) : `${rank + 1}.`;
    layer.append(badge);
    const left = Math.min(Math.max(2, box.left + box.width / 2 - badge.offsetWidth / 2), innerWidth - badge.offsetWidth - 2);
    for (const top of [box.top, box.bottom, box.top + box.height / 2]) { // the first position that no other mark has
      badge.style.translate = `${left}px ${Math.max(2, top - badge.offsetHeight / 2)}px`;
      if (![...layer.children].some((other) => other !== badge && overlap(other, badge))) break;
    }
  }));
}

function overlap(one, other) {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

addEventListener("resize", () => best.length && mark());
document.addEventListener("scroll", () => best.length && mark(), true);
document.addEventListener("morphed", () => best.length && requestAnimationFrame(mark));
