// Printed cards, fetched once each and put into the page, so that they have its letters.
const kept = new Map();

export function drawing(holder) {
  const game = holder.closest("[data-game]")?.dataset.game ?? holder.closest("[data-learn]")?.dataset.learn;
  const address = `/games/${game}/cards/${holder.dataset.card}.svg`;
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
