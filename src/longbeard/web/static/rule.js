// Rules in place: a link to the rulebook opens the rule on this page; in a new tab it leads to the rulebook.
const books = new Map();

export function ruleLink(game, rule) {
  const link = document.createElement("a");
  link.className = "rule-link";
  link.href = `/rules/${game}#${rule}`;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = /^[A-Z]\d+$/.test(rule) ? rule : "§"; // a rule may be named by the word that it explains
  link.dataset.rule = rule;
  link.setAttribute("aria-label", `Rule ${rule}`);
  link.setAttribute("aria-haspopup", "dialog");
  return link;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".rule-link");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { pathname, hash } = new URL(link.href);
  read(pathname.split("/").at(-1), [decodeURIComponent(hash.slice(1))]);
});

async function book(game) {
  const answer = await fetch(`/rules/${game}`);
  if (!answer.ok) throw new Error(answer.status);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// Show these rules of a game, one below the other; `about` is the card that they are about.
export async function read(game, rules, about = "") {
  if (!rules.length) return;
  const dialog = sheet();
  dialog.querySelector("h2").textContent = about || (rules.length > 1 ? "Rules" : `Rule ${rules[0]}`);
  dialog.querySelector("a").href = `/rules/${game}#${rules[0]}`;
  const words = dialog.querySelector(".rule-words");
  words.replaceChildren("One moment …");
  if (!dialog.open) dialog.showModal();
  if (!books.has(game)) books.set(game, book(game));
  try {
    const found = await books.get(game);
    words.replaceChildren(...rules.map((rule) => passage(found, rule)).filter(Boolean));
  } catch {
    books.delete(game);
    words.replaceChildren("The rulebook did not come. Try again.");
  }
  dialog.scrollTop = 0;
}

function passage(found, rule) {
  const item = found.getElementById(rule);
  if (!item) return null;
  const part = document.createElement("div");
  part.className = "rule-text";
  part.dataset.rule = rule;
  part.append(...[...item.childNodes].map((node) => document.importNode(node, true)));
  return part;
}

function sheet() {
  const there = document.getElementById("rule-dialog");
  if (there) return there;
  const dialog = document.createElement("dialog");
  dialog.id = "rule-dialog";
  dialog.className = "sheet-dialog";
  dialog.setAttribute("aria-labelledby", "h-rule");
  const title = document.createElement("h2");
  title.id = "h-rule";
  const words = document.createElement("div");
  words.className = "rule-words rulebook";
  const form = document.createElement("form");
  form.method = "dialog";
  const back = document.createElement("button");
  back.className = "button main-button";
  back.autofocus = true;
  back.textContent = "Back";
  const all = document.createElement("a");
  all.className = "button";
  all.target = "_blank";
  all.rel = "noopener";
  all.textContent = "The whole rulebook";
  form.append(back, all);
  dialog.append(title, words, form);
  document.body.append(dialog);
  return dialog;
}
