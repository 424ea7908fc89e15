// Clocks for decisions: every clock on the page counts down to its moment, by the server's time of day.
const UNITS = [[86400, "day", "days"], [3600, "h", "h"], [60, "min", "min"]];
let ahead = 0; // milliseconds by which the server's clock is ahead of ours

export function set(now) {
  ahead = now * 1000 - Date.now();
  show();
}

// In whole units, rounded down: "2 days 5 h", "5 h 12 min", and the last ten minutes by the second.
export function words(seconds) {
  if (seconds <= 0) return "time is up";
  if (seconds < 600) return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")} left`;
  const place = UNITS.findIndex(([size]) => seconds >= size);
  const said = [place, place + 1].filter((one) => UNITS[one]).map((one) => {
    const [size, name, names] = UNITS[one];
    const count = Math.floor((one === place ? seconds : seconds % UNITS[place][0]) / size);
    return count ? `${count} ${count === 1 ? name : names}` : "";
  });
  return `${said.filter(Boolean).join(" ")} left`;
}

export function show() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Number(clock.dataset.until) - (Date.now() + ahead) / 1000;
    const said = words(left);
    if (clock.textContent !== said) clock.textContent = said;
    clock.title = new Date(Number(clock.dataset.until) * 1000 - ahead).toLocaleString();
    clock.closest(".clock")?.classList.toggle("soon", left < 60);
  }
}

setInterval(show, 1000);
