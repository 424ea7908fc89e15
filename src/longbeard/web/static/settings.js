// What a person wants of every table: kept in the browser, said on <html> for the stylesheet.
const USUAL = { size: "", sound: "on", words: "off", confirm: "on" };
const told = [];
const root = document.documentElement;

export function kept(name) {
  try { return localStorage.getItem(name) ?? USUAL[name] ?? ""; } catch { return root.dataset[name] || USUAL[name] || ""; }
}

export function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { /* then it lasts as long as the page */ }
  if (name in USUAL) root.dataset[name] = value;
  show();
  for (const tell of told) tell(name, value);
}

export const isOn = (name) => kept(name) === "on";
export const turn = (name) => keep(name, isOn(name) ? "off" : "on");
export const whenSet = (tell) => told.push(tell);

function show() {
  for (const field of document.querySelectorAll("[data-setting]")) {
    if (field.type === "checkbox") field.checked = isOn(field.dataset.setting);
    else field.value = kept(field.dataset.setting);
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
}
