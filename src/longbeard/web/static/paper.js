// Lessons and replays: pages that are fetched and morphed in; without a script they are plain pages.
import { morphFrame, morphMain } from "./morph.js";
import * as player from "./player.js";
import * as spots from "./spots.js";
import * as turning from "./turning.js";

let asked = 0;
async function turnTo(address, options = {}) {
  const number = ++asked;
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  const text = await answer.text();
  if (number !== asked) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("main");
  if (!answer.ok || !next || next.className.split(" ")[0] !== "table") { location.href = answer.url; return; }
  if (!options.method) history.replaceState(null, "", answer.url);
  const frames = JSON.parse(page.getElementById("frames")?.dataset.frames || "[]");
  if (!frames.length) { show(next, WORDS); return; }
  // The moments that led there are played first; then the teacher speaks.
  arrive = () => show(next, TEACHING);
  document.getElementById("main").dataset.choices = "[]";
  spots.offer([]);
  player.play(frames);
}

const TEACHING = "#main .teacher-say, #main .teacher-ask, #main .teacher-because";
const WORDS = `#main .teacher-told li, ${TEACHING}, #main .replay-words, .page-replay #story li`;
let arrive = () => {};

function show(next, words) {
  morphMain(next.outerHTML);
  player.say([...document.querySelectorAll(words)].map((word) => word.textContent).join(" "));
}

function startLesson() {
  player.start(morphFrame, () => { const there = arrive; arrive = () => {}; there(); });
  const skip = (event) => {
    if (!player.telling() || (event.key && ![" ", "Escape"].includes(event.key))) return;
    event.preventDefault();
    player.skip();
  };
  document.addEventListener("keydown", skip);
  document.addEventListener("click", skip);
}

// What a lesson waits for is in sight, even on a board that is taller than its place.
function reveal() {
  if (document.getElementById("main").dataset.learn === "puzzle") return;
  const place = (wanted) => document.querySelector(`#main .middle .spot.${wanted}`);
  (place("target:not(.chosen)") ?? place("live"))?.scrollIntoView({ block: "nearest" });
}

function send(form, extra) {
  const data = new URLSearchParams(new FormData(form));
  for (const [name, value] of extra) data.set(name, value);
  const address = form.getAttribute("action");
  if (form.method === "post") turnTo(address, { method: "POST", body: data });
  else turnTo(`${address}?${data}`);
}

export function startPaper({ learn, replay }) {
  if (learn) startLesson();
  if (replay) startReplay();
  turning.start();
  spots.start((action) => send(document.getElementById("lesson-form"), [["go", "play"], ["action", action]]));
  if (learn) {
    for (const type of ["morphed", "click"]) document.addEventListener(type, reveal);
    reveal();
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-morph]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") turnTo(link.getAttribute("href")); // `href` of a link in a drawing is not a string
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-morph]");
    if (!form) return;
    event.preventDefault();
    const pressed = event.submitter;
    send(form, pressed?.name ? [[pressed.name, pressed.value]] : []);
  });
  let timer = 0;
  document.addEventListener("input", (event) => {
    if (event.target.id !== "scrubber") return;
    clearTimeout(timer);
    timer = setTimeout(() => event.target.form.requestSubmit(), 50);
  });
}

// ---- Automatic replay; arrow keys work anywhere ----
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

// The move that is shown is in sight in the list of moves; the page stays where it is.
function followMove() {
  const current = document.querySelector(".move-list [aria-current]");
  const list = current?.closest(".move-list");
  if (list) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

function startReplay() {
  document.addEventListener("morphed", followMove);
  followMove();
  document.addEventListener("click", (event) => {
    if (event.target.closest?.('[data-do="autoplay"]')) autoplay(!playing);
    else if (event.target.closest?.("a[data-morph]")) autoplay(false);
  });
  watchAnalysis();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, .spot")) return;
    const step = { ArrowLeft: "to-back", ArrowRight: "to-next" }[event.key];
    if (step) { event.preventDefault(); document.getElementById(step)?.click(); }
    if (event.key === " " && !event.target.closest?.("button, a")) { event.preventDefault(); autoplay(!playing); }
  });
}

// ---- A running analysis: its progress, and then the page with it ----
const ASK = 1500;

function watchAnalysis() {
  const waits = document.getElementById("analysis-waits");
  if (!waits) return;
  setTimeout(async () => {
    let said = { under_way: true };
    try { said = await (await fetch(waits.dataset.ask, { credentials: "same-origin" })).json(); } catch { /* retried */ }
    const bar = document.querySelector("#analysis progress");
    if (bar && said.of) { bar.max = said.of; bar.value = said.done; }
    if (!said.under_way && document.getElementById("analysis-waits")) await turnTo(location.href);
    watchAnalysis();
  }, ASK);
}
