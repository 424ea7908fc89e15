// The service worker: shows that it is somebody's turn, and opens the table. It sees no pages and stores nothing.
addEventListener("install", () => skipWaiting());
addEventListener("push", (event) => event.waitUntil(show(event.data)));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(go(event.notification.data?.to));
});

// A URL of this site as a path; empty for any other.
function place(to) {
  const address = new URL(to ?? "/", location.origin);
  return address.origin === location.origin ? address.pathname : "";
}

async function show(data) {
  const said = data.json();
  const to = place(said.to);
  if (!to) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => place(page.url) === to && page.visibilityState === "visible")) return;
  await registration.showNotification(said.title, { body: said.text, tag: to, data: { to } });
}

async function go(to) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => place(page.url) === place(to));
  await (there ? there.focus() : clients.openWindow(place(to) || "/"));
}
