// Printed cards, fetched once each and inlined into the page, so that they have its fonts.
const kept = new Map();

// The address of the card that an element shows: it names the card, or its only picture does.
export function cardOf(holder) {
  if (holder.dataset.card) return `/games/${holder.closest("[data-game]")?.dataset.game}/cards/${holder.dataset.card}.svg`;
  const art = holder.dataset.tip === undefined ? [] : holder.querySelectorAll("img.art");
  const [, game, key] = (art.length === 1 && art[0].getAttribute("src").match(/^\/pictures\/([^/]+)\/([^/.]+)\./)) || [];
  return key && `/games/${game}/cards/${key}.svg`;
}

// The numbers of the rules about a card's drawing, and its game.
export const rulesOf = (card) => (card?.querySelector("svg")?.dataset.rules ?? "").split(" ").filter(Boolean);
export const gameOf = (holder) => cardOf(holder)?.split("/")[2];

export function drawing(address) {
  if (!kept.has(address)) kept.set(address, fetch(address).then((answer) => (answer.ok ? answer.text() : "")).catch(() => ""));
  return kept.get(address).then(parsed);
}

function parsed(text) {
  if (!text) return null;
  const box = document.createElement("div");
  box.className = "printed";
  box.append(document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true));
  return box;
}
