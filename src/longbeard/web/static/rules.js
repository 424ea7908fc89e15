// Search in the rules as one types: the server searches, this page shows.
const PAUSE = 200;
const form = document.getElementById("rules-form");
const field = document.getElementById("rules-q");
let timer = 0;
let asked = 0;

async function find() {
  const number = ++asked;
  const address = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok || number !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("rules-found").replaceChildren(...page.getElementById("rules-found").childNodes);
  history.replaceState(null, "", field.value.trim() ? address : form.getAttribute("action"));
}

field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, PAUSE); });
form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(timer); find(); });
