// "It is your turn", as a notification of the browser: from this page while it is open, and by Web Push where the
// server has a key for it. Nobody is asked for permission unless they turn it on themselves.
import * as settings from "./settings.js";

const by = (id) => document.getElementById(id);
const path = () => location.pathname.replace(/\/watch$/, "");
const SENT = "subscribed";
let trouble = "";
let pushed = false;

// The reason why this browser cannot show notifications; empty if it can.
function refusal() {
  if (!isSecureContext) return "Browsers notify only over https, and this address is not.";
  if (!("Notification" in window) || !navigator.serviceWorker) return "This browser shows no notifications here.";
  if (Notification.permission === "denied") return "This browser was told not to show notifications of this site. Its settings can change that.";
  return "";
}

const on = () => settings.isOn("signals") && !refusal() && Notification.permission === "granted";

export function show() {
  const box = by("signals");
  const why = refusal();
  box.checked = on();
  box.disabled = Boolean(why);
  by("signals-state").textContent = why || trouble || (on() ? said() : "");
  box.onchange = () => turnOn(box.checked);
}

const said = () => (pushed ? "Even when no page of ours is open." : "While a page of this table is open somewhere.");

async function turnOn(wanted) {
  trouble = "";
  if (wanted && (await Notification.requestPermission()) === "default") trouble = "The browser was not given leave to.";
  settings.keep("signals", wanted && Notification.permission === "granted" ? "on" : "off");
  try { sessionStorage.removeItem(SENT); } catch { /* then it is sent again */ }
  if (on()) await start();
  else await unsubscribe();
  show();
}

const worker = () => navigator.serviceWorker.register("/worker.js");
const post = (address, body) => fetch(address, { method: "POST", body: JSON.stringify(body) });

// Register the service worker, and send this browser's subscription to the server once for each tab.
export async function start() {
  if (!on()) return;
  try {
    const registration = await worker();
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && clear());
    const { key } = await (await fetch("/push")).json();
    if (!key || !registration.pushManager) return;
    const subscription = await subscribed(registration.pushManager, key);
    if (sessionStorage.getItem(SENT) !== subscription.endpoint) {
      const answer = await post("/push", subscription);
      if (!answer.ok) throw new Error(await answer.text());
      sessionStorage.setItem(SENT, subscription.endpoint);
    }
    pushed = true;
  } catch {
    trouble = "While a page of this table is open somewhere. The push service of this browser could not be reached.";
  }
}

async function subscribed(manager, key) {
  const there = await manager.getSubscription();
  if (there && keyOf(there) === key) return there;
  await there?.unsubscribe(); // it was made with another key of this server
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function keyOf(subscription) {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unsubscribe() {
  pushed = false;
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  await post("/push/forget", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

// One notification for each table: a later push replaces it.
export async function turn() {
  if (!on()) return;
  const registration = await worker();
  const game = document.querySelector(".place-title").textContent;
  await registration.showNotification("Your turn", { body: `It is your turn in ${game}.`, tag: path(), data: { to: path() } });
}

async function clear() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  for (const one of (await registration?.getNotifications({ tag: path() })) ?? []) one.close();
}
