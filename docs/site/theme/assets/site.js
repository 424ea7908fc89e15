// Day or night: the same choice as at the tables, kept in the same place.
const root = document.documentElement;
document.querySelector("[data-do=theme]")?.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // A browser that keeps nothing for us forgets it with this page.
  }
});

// Wide tables (Material puts them into boxes) and code scroll: with a keyboard one must be able to get there.
const reach = () => {
  for (const box of document.querySelectorAll(":is(.md-typeset__scrollwrap, .md-typeset pre > code):not([tabindex])")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
};
new MutationObserver(reach).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", reach);
reach();
