/**
 * Shows a list again while its filters are changed: replaces the parts of the page that the form names, without an entry in the
 * history. Without this script, the button of the form does it.
 */
import { closeMenus } from "./menus.ts";

/** The time between the last letter and the request. */
const DELAY_MS = 250;

const form = document.querySelector<HTMLFormElement>("form[data-live]")!;
/** Ids of the parts. The inputs of the form are in none of them, so they keep the focus. */
const parts = (form.dataset.live ?? "").split(" ");
let shown = readAddress();
let timer: ReturnType<typeof setTimeout> | undefined;
let request = new AbortController();

closeMenus();
for (const button of document.querySelectorAll<HTMLElement>("[data-live-button]")) button.hidden = true;

// Inputs of the form may be elsewhere on the page.
document.addEventListener("input", ({ target }) => {
  const input = target as HTMLInputElement;
  if (input.form !== form) return;
  const isText = input.type === "search";
  // A search that takes longer waits for the button.
  if (isText && form.dataset.typed === undefined) return;
  clearTimeout(timer);
  timer = setTimeout(() => void show(false), isText ? DELAY_MS : 0);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  closeFold();
  void show(true);
});

// The menus in the heads of the list lead to the same list in another order, or with another filter.
document.addEventListener("submit", (event) => {
  const menu = findMenu(event.submitter);
  if (!menu) return;
  event.preventDefault();
  void load(addressOf(event.target as HTMLFormElement), true, menu);
});

document.addEventListener("click", (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-live-link]") : null;
  const menu = findMenu(link);
  if (!link || !menu || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void load(link.href, true, menu);
});

/** Returns the id of the button of the menu that an element is in. */
function findMenu(element: Element | null): string | undefined {
  return element?.closest(".column-menu")?.querySelector("summary")?.id;
}

/** Closes the part that a phone has opened for the filters, so that the list is in sight. */
function closeFold(): void {
  const fold = form.closest("details");
  if (!fold?.open) return;
  fold.open = false;
  fold.querySelector("summary")?.focus();
}

/** @param isAsked whether the user pressed the button */
async function show(isAsked: boolean): Promise<void> {
  const address = readAddress();
  if (address !== shown) return load(address, isAsked);
  request.abort();
}

/**
 * @param isAsked whether the user asked for it: then the browser says that there is no connection
 * @param focused the id of an element of the list that gets the focus
 */
async function load(address: string, isAsked: boolean, focused?: string): Promise<void> {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  try {
    const answer = await fetch(address, { signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // Another page is one to sign in, for example.
    if (!replaceParts(page)) return location.assign(address);
    shown = readAddress();
    history.replaceState(history.state, "", answer.url);
    announce();
    if (focused !== undefined) document.getElementById(focused)?.focus();
  } catch {
    if (isAsked && !signal.aborted) location.assign(address);
  }
}

/** The address that the list has now. */
function readAddress(): string {
  return addressOf(form);
}

/** The address that a form leads to. Inputs without a value are left out. */
function addressOf(form: HTMLFormElement): string {
  const address = new URL(form.getAttribute("action") ?? "", location.href);
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value.trim() !== "") address.searchParams.append(name, value);
  return address.href;
}

function replaceParts(page: Document): boolean {
  const fresh = parts.map((id) => page.getElementById(id));
  if (fresh.includes(null)) return false;
  for (const part of fresh) if (part) document.getElementById(part.id)?.replaceChildren(...part.childNodes);
  return true;
}

/** Screen readers announce changes of a region that was there before. */
function announce(): void {
  const news = document.getElementById("live-news");
  if (news) news.textContent = document.querySelector("[data-news]")?.textContent ?? "";
}
