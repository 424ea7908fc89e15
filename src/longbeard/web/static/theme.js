// Runs before anything is painted: the settings of last time, and a mark that there is a script at all.
const root = document.documentElement;
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  for (const name of ["size", "contrast", "words", "sound"]) root.dataset[name] = localStorage.getItem(name) ?? "";
} catch {
  // A browser without storage follows the system.
}
root.classList.add("script");
