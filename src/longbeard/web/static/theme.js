// Before anything is painted: what was chosen here last time, and that there is a script at all.
const root = document.documentElement;
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  for (const name of ["size", "contrast", "words", "sound"]) root.dataset[name] = localStorage.getItem(name) ?? "";
} catch {
  // A browser that keeps nothing for us follows the system.
}
root.classList.add("script");
