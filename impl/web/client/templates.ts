/** Filters the templates while the user types. Without this script, the service filters them when the form is sent. */
const form = document.querySelector<HTMLFormElement>("#find-template");
const box = document.querySelector<HTMLInputElement>("#find");
const none = document.querySelector<HTMLElement>("#no-template");
const cards = [...document.querySelectorAll<HTMLElement>(".templates > li")];

function filter(): void {
  const wanted = (box?.value ?? "").toLowerCase().split(/\s+/);
  for (const card of cards) card.hidden = !wanted.every((word) => card.dataset.words?.includes(word));
  if (none) none.hidden = cards.some((card) => !card.hidden);
}

box?.addEventListener("input", filter);
form?.addEventListener("submit", (event) => event.preventDefault());
form?.querySelector("button")?.setAttribute("hidden", "");
filter();

export {};
