// Entry point of the script: what every page has, and then what this page is.
import * as settings from "./settings.js";

const root = document.documentElement;
settings.start();
const main = document.getElementById("main");

function turnTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  settings.keep("theme", dark ? "light" : "dark");
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
  const label = button.lastChild;
  const before = label.textContent;
  label.textContent = "Copied";
  setTimeout(() => { label.textContent = before; }, 1500);
}

async function share(button) {
  const url = button.dataset.share || location.href.split("#")[0];
  try {
    if (navigator.share) { await navigator.share({ title: document.title, url }); return; }
  } catch (error) { if (error.name === "AbortError") return; }
  try { await navigator.clipboard.writeText(url); } catch { prompt("The link", url); return; }
  const label = button.lastChild;
  const before = label.textContent;
  label.textContent = "Link copied";
  setTimeout(() => { label.textContent = before; }, 1500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-do]");
  if (button?.dataset.do === "share") share(button);
  if (button?.dataset.do === "theme") turnTheme();
  if (button?.dataset.do === "copy") copy(button);
  if (button?.dataset.do === "help") { document.getElementById("settings-dialog")?.close(); document.getElementById("help-dialog").showModal(); }
});

document.addEventListener("keydown", (event) => {
  const help = document.getElementById("help-dialog");
  if (event.key === "?" && help && !help.open && !event.target.closest?.("input, textarea")) help.showModal();
});

// An option of which several are chosen: when enough are ticked, the others are disabled.
for (const group of document.querySelectorAll("[data-choose]")) {
  const boxes = [...group.querySelectorAll("input")];
  group.addEventListener("change", () => {
    const full = boxes.filter((box) => box.checked).length >= Number(group.dataset.choose);
    for (const box of boxes) box.disabled = full && !box.checked;
  });
}

// Seats beyond the chosen number cannot be chosen. (Some browsers show options that are hidden by styles.)
function seatsThereAre() {
  const count = Number(document.querySelector('input[name="seats"]:checked')?.value);
  for (const option of document.querySelectorAll("option[data-seat]")) {
    option.hidden = option.disabled = Number(option.dataset.seat) > count;
    if (option.disabled && option.selected) option.parentElement.selectedIndex = 0;
  }
}
for (const count of document.querySelectorAll('input[name="seats"]')) count.addEventListener("change", seatsThereAre);
seatsThereAre();

// The last choice is preselected next time, wherever it exists.
const kept = (name) => document.querySelectorAll(`[data-kept="${name}"]`);
const has = (select, value) => select.querySelector(`[value="${CSS.escape(value)}"]`);
for (const select of document.querySelectorAll("[data-kept]")) {
  const { kept: name } = select.dataset;
  try { if (localStorage[name] && has(select, localStorage[name])) select.value = localStorage[name]; } catch { /* then the default */ }
  select.addEventListener("change", () => {
    if (select.value.startsWith("policy:")) return; // policies belong to this server and to some games: not a preference for all of them
    for (const other of kept(name)) if (has(other, select.value)) other.value = select.value;
    settings.keep(name, select.value);
  });
}

// Lists of tables and of who sits where are refreshed while the page is visible.
const FRESH = 2000;
const fresh = () => document.querySelectorAll("[data-fresh]");
const freshFrom = () => fresh()[0].dataset.fresh || location.href; // what answers a form has an address that cannot be fetched
async function freshen() {
  if (document.visibilityState !== "visible" || document.activeElement?.closest("[data-fresh]")) return;
  const answer = await fetch(freshFrom(), { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const list of fresh()) {
    const now = page.getElementById(list.id);
    if (now && now.innerHTML !== list.innerHTML) list.innerHTML = now.innerHTML;
  }
}
if (fresh().length) {
  history.replaceState(history.state, "", freshFrom());
  setInterval(freshen, FRESH);
}

// After "forget me" this browser forgets, too.
if (main?.dataset.forgotten) try { localStorage.clear(); sessionStorage.clear(); } catch { /* then nothing was stored */ }

// An avatar is redrawn as its parts are chosen.
const avatar = document.getElementById("avatar");
const part = (name) => document.querySelector(`input[name="${name}"]:checked`)?.value;
if (avatar) document.addEventListener("change", ({ target }) => {
  if (target.closest?.(".avatars")) avatar.src = `/avatars/${["figure", "hat", "sign", "colour"].map(part).join(".")}.svg`;
});

// The scripts of tables, lessons and replays are loaded only there.
if (main?.dataset.table) import("./table.js").then(({ startTable }) => startTable());
if (main?.dataset.rules) import("./rules.js");
if (main?.dataset.learn || main?.dataset.replay) import("./paper.js").then(({ startPaper }) => startPaper(main.dataset));
