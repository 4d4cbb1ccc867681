/**
 * The script of other sites that show forms as dialogs: buttons, and pop-ups that open by themselves. Without it, or where a link is
 * not one to a form of this service, a link stays a link. Before a form opens, the script requests nothing.
 */
import { FormDialog, isAnyOpen } from "./dialog.ts";
import { buttonSheet } from "./look.ts";

/** The service that sent this script. Its own pages load it as a module, which is no current script. */
const { origin: SERVICE } = new URL(
  (document.currentScript as HTMLScriptElement | null)?.src ?? location.href,
);
const FORM = /^\/f\/frm_[0-9A-Za-z]{22}$/;
const COLOURS = /^(#[0-9a-f]{6}) (#[0-9a-f]{6})$/i;
/** An hour. */
const MAX_SECONDS = 3_600;

if ("adoptedStyleSheets" in document && "showModal" in HTMLDialogElement.prototype) {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", addForms);
  else addForms();
}

/** A page may load the script again for links that it has added since. */
function addForms(): void {
  document.adoptedStyleSheets.push(buttonSheet);
  for (const link of findLinks("data-form-button")) makeButton(link);
  for (const link of findLinks("data-form-popup")) planPopup(link);
}

/** Finds new links to forms of the service. */
function findLinks(attribute: string): HTMLAnchorElement[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(`a[${attribute}]:not([data-form-ready])`);
  const found = [...links].filter(({ origin, pathname }) => origin === SERVICE && FORM.test(pathname));
  for (const link of found) link.dataset.formReady = "";
  return found;
}

function makeButton(link: HTMLAnchorElement): void {
  const dialog = new FormDialog(link, SERVICE);
  link.setAttribute("role", "button");
  link.setAttribute("aria-haspopup", "dialog");
  const [, ground, text] = COLOURS.exec(link.dataset.formColors ?? "") ?? [];
  if (ground && text) {
    link.style.setProperty("--form-ground", ground);
    link.style.setProperty("--form-text", text);
  }
  link.addEventListener("click", (event) => {
    // With such a key, browsers open a link in another tab or window.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    remember(link);
    dialog.open();
  });
  link.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    link.click();
  });
}

function planPopup(link: HTMLAnchorElement): void {
  const seconds = Number(link.dataset.formPopup || Number.NaN);
  if (!(seconds >= 0 && seconds <= MAX_SECONDS) || isRemembered(link)) return;
  const dialog = new FormDialog(link, SERVICE);
  const openOrWait = (): void => {
    if (isRemembered(link)) return;
    if (isInterrupting()) {
      setTimeout(openOrWait, 1_000);
      return;
    }
    remember(link);
    dialog.openWhenReady(isInterrupting);
  };
  setTimeout(openOrWait, seconds * 1_000);
}

/** Returns whether the visitor is elsewhere, is in another dialog, or is writing. */
function isInterrupting(): boolean {
  const isWriting = document.activeElement?.matches("input, textarea, select, iframe, [contenteditable]");
  return (
    document.hidden || isAnyOpen() || isWriting === true || document.querySelector("dialog[open]") !== null
  );
}

/** Keeps in the browser of the visitor, for this site, that the form was open. */
function remember({ pathname }: HTMLAnchorElement): void {
  try {
    localStorage.setItem(keyOf(pathname), "1");
  } catch {
    // The browser may forbid storage: then no pop-up opens, as below.
  }
}

/** Without storage, a pop-up would open on every page, so none does. */
function isRemembered({ pathname }: HTMLAnchorElement): boolean {
  try {
    return localStorage.getItem(keyOf(pathname)) !== null;
  } catch {
    return true;
  }
}

function keyOf(pathname: string): string {
  return `form-opened ${pathname}`;
}
