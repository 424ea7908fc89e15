// A person's settings: kept in the browser, set on <html> for the stylesheet, and stored with the person on the
// server for their other devices. The page works at once with the browser's own copy.
const USUAL = { size: "", contrast: "", sound: "on", words: "off", confirm: "on" };
const SHARED = ["theme", "contrast", "size", "speed", "level", "sound", "words", "confirm", "known-games", "coached"];
const ADDRESS = "/me/settings";
const SOON = 400;
const told = [];
const root = document.documentElement;

export function kept(name) {
  try { return localStorage.getItem(name) ?? USUAL[name] ?? ""; } catch { return root.dataset[name] || USUAL[name] || ""; }
}

export function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { /* then it lasts as long as the page */ }
  say(name, value);
  show();
  for (const tell of told) tell(name, value);
  if (SHARED.includes(name)) share();
}

function say(name, value) {
  if (name in USUAL) root.dataset[name] = value;
  if (name === "theme") { if (value) root.dataset.theme = value; else delete root.dataset.theme; }
}

let sharing = 0;
function share() {
  clearTimeout(sharing);
  sharing = setTimeout(async () => {
    const all = SHARED.map((name) => [name, localStorage.getItem(name)]).filter(([, value]) => value !== null);
    const body = JSON.stringify(Object.fromEntries(all));
    const answer = await fetch(ADDRESS, { method: "POST", body, keepalive: true }).catch(() => null);
    if (answer?.ok) localStorage.setItem("settings-at", (await answer.json()).changed);
  }, SOON);
}

// Fetch what was changed on another device; once for each tab, and wherever the settings are shown.
async function fetchShared() {
  try {
    if (sessionStorage.getItem("settings") && !document.querySelector("[data-me]")) return;
    sessionStorage.setItem("settings", "asked");
    const answer = await fetch(ADDRESS);
    const { changed, settings } = await answer.json();
    if (!(changed > Number(localStorage.getItem("settings-at")))) return;
    for (const [name, value] of Object.entries(settings)) { localStorage.setItem(name, value); say(name, value); }
    localStorage.setItem("settings-at", changed);
    show();
  } catch { /* then the browser's own copy counts */ }
}

export const isOn = (name) => kept(name) === "on";
export const turn = (name) => keep(name, isOn(name) ? "off" : "on");
export const whenSet = (tell) => told.push(tell);

function show() {
  for (const field of document.querySelectorAll("[data-setting]")) {
    if (field.type === "checkbox") field.checked = isOn(field.dataset.setting);
    else if (kept(field.dataset.setting) || field.dataset.setting in USUAL) field.value = kept(field.dataset.setting);
  }
  document.querySelector('[data-do="sound"]')?.setAttribute("aria-pressed", String(isOn("sound")));
}

export function start() {
  for (const name of Object.keys(USUAL)) root.dataset[name] = kept(name);
  document.addEventListener("change", ({ target }) => {
    const name = target.dataset?.setting;
    if (name) keep(name, target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value);
  });
  show();
  addEventListener("load", () => setTimeout(fetchShared, SOON));
}
