// Where the script begins: what every page has, and then what this page is.
import * as settings from "./settings.js";

const root = document.documentElement;
settings.start();
const main = document.getElementById("main");

function turnTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* then it lasts as long as the page */ }
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

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-do]");
  if (button?.dataset.do === "theme") turnTheme();
  if (button?.dataset.do === "copy") copy(button);
  if (button?.dataset.do === "help") document.getElementById("help-dialog").showModal();
});

document.addEventListener("keydown", (event) => {
  const help = document.getElementById("help-dialog");
  if (event.key === "?" && help && !help.open && !event.target.closest?.("input, textarea")) help.showModal();
});

// An option of which several are chosen: when enough are ticked, the others rest.
for (const group of document.querySelectorAll("[data-choose]")) {
  const boxes = [...group.querySelectorAll("input")];
  group.addEventListener("change", () => {
    const full = boxes.filter((box) => box.checked).length >= Number(group.dataset.choose);
    for (const box of boxes) box.disabled = full && !box.checked;
  });
}

// One level for all bots, or each its own: then no level is marked. The seats are what is sent.
function startLevels(group) {
  const levels = [...group.querySelectorAll("input")];
  const names = levels.map((level) => level.value);
  const seats = [...document.querySelectorAll('select[name="who"]')];
  const bots = () => seats.filter((seat) => names.includes(seat.value) && seat.getClientRects().length);
  const mark = () => {
    const found = new Set(bots().map((seat) => seat.value));
    for (const level of levels) level.checked = found.size ? found.size === 1 && found.has(level.value) : level.checked;
  };
  group.addEventListener("change", (event) => {
    for (const seat of seats) if (names.includes(seat.value)) seat.value = event.target.value;
  });
  for (const seat of seats) seat.addEventListener("change", mark);
  mark();
}
const levelGroup = document.getElementById("levels");
if (levelGroup) startLevels(levelGroup);

// ---- Lessons and replays: pages that are fetched and morphed in, and plain pages without a script ----
let asked = 0;
async function turnTo(address, options = {}) {
  const number = ++asked;
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  const text = await answer.text();
  if (number !== asked) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("main");
  if (!answer.ok || !next || next.className.split(" ")[0] !== "table") { location.href = answer.url; return; }
  const { morphMain } = await import("./morph.js");
  const { say } = await import("./player.js");
  morphMain(next.outerHTML);
  if (!options.method) history.replaceState(null, "", answer.url);
  const words = document.querySelectorAll("#main .teacher-told li, #main .teacher-say, #main .teacher-ask, #main .teacher-because, #main .replay-words, .page-replay #story li");
  say([...words].map((word) => word.textContent).join(" "));
}

function post(form, extra) {
  const data = new URLSearchParams(new FormData(form));
  for (const [name, value] of extra) data.set(name, value);
  turnTo(form.getAttribute("action"), { method: "POST", body: data });
}

function startPaper() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-morph]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") turnTo(link.href);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-morph]");
    if (!form) return;
    event.preventDefault();
    const pressed = event.submitter;
    if (form.method === "post") post(form, pressed?.name ? [[pressed.name, pressed.value]] : []);
    else turnTo(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
  });
  let timer = 0;
  document.addEventListener("input", (event) => {
    if (event.target.id !== "scrubber") return;
    clearTimeout(timer);
    timer = setTimeout(() => event.target.form.requestSubmit(), 50);
  });
}

// ---- A replay plays itself, and arrow keys work anywhere ----
const STEP = 700;
let playing = 0;

function autoplay(on) {
  clearTimeout(playing);
  playing = 0;
  const button = document.getElementById("autoplay");
  button?.setAttribute("aria-pressed", String(on));
  const next = document.getElementById("to-next");
  if (!on || next?.getAttribute("aria-disabled") === "true") return button?.setAttribute("aria-pressed", "false");
  const wait = STEP * Number(document.getElementById("main").dataset.pause || 1);
  playing = setTimeout(async () => { await turnTo(next.href); autoplay(true); }, wait);
  return undefined;
}

function startReplay() {
  document.addEventListener("click", (event) => {
    if (event.target.closest?.('[data-do="autoplay"]')) autoplay(!playing);
    else if (event.target.closest?.("a[data-morph]")) autoplay(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, .spot")) return;
    const step = { ArrowLeft: "to-back", ArrowRight: "to-next" }[event.key];
    if (step) { event.preventDefault(); document.getElementById(step)?.click(); }
    if (event.key === " " && !event.target.closest?.("button, a")) { event.preventDefault(); autoplay(!playing); }
  });
}

if (main?.dataset.replay) startReplay();
if (main?.dataset.table) import("./table.js").then(({ startTable }) => startTable());
if (main?.dataset.learn || main?.dataset.replay) {
  startPaper();
  import("./turning.js").then((turning) => turning.start());
  import("./spots.js").then((spots) => spots.start((action) => post(document.getElementById("lesson-form"), [["go", "play"], ["action", action]])));
}
