/** Draws the preview of a form text while the user types: sends the button "Show preview", and shows the parts of the answer. */
import { closeMenus } from "./menus.ts";
import { onTurn } from "./turn-pages.ts";

/** The time between the last letter and the next drawing. */
const DELAY_MS = 350;

const form = document.querySelector<HTMLFormElement>("#writing")!;
const box = form.querySelector<HTMLTextAreaElement>("textarea")!;
const place = document.getElementById("text-preview")!;
const failed = document.getElementById("text-failed")!;
let isUnsent = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let drawing = new AbortController();

closeMenus();
for (const frame of place.querySelectorAll("iframe")) turnPages(frame);

form.addEventListener("input", ({ target }) => {
  if ((target as Element).id === "template") return;
  isUnsent = box.value !== "";
  clearTimeout(timer);
  timer = setTimeout(draw, DELAY_MS);
});

form.addEventListener("submit", (event) => {
  const isTemplate = (event.submitter as HTMLButtonElement | null)?.value === "template";
  if (isTemplate && isUnsent && !confirm(form.dataset.replaces)) event.preventDefault();
  else isUnsent = false;
});

document.getElementById("text-found")!.addEventListener("click", (event) => {
  const { line } = (event.target as HTMLElement).dataset;
  if (line === undefined) return;
  event.preventDefault();
  selectLine(Number(line));
});

addEventListener("beforeunload", (event) => {
  if (isUnsent) event.preventDefault();
});

async function draw(): Promise<void> {
  drawing.abort();
  drawing = new AbortController();
  const body = new FormData(form);
  body.set("action", "preview");
  const answer = await fetchPage(readAddress(form), body, drawing.signal);
  if (answer === undefined) return;
  const page = new DOMParser().parseFromString(answer, "text/html");
  failed.hidden = page.getElementById("writing") !== null;
  if (!failed.hidden) return;
  for (const id of ["text-found", "text-notation"]) replaceContent(id, page);
  if (page.querySelector("[aria-invalid]")) box.setAttribute("aria-invalid", "true");
  else box.removeAttribute("aria-invalid");
  box.lang = page.querySelector("textarea")?.lang ?? "";
  const frame = page.querySelector("iframe");
  if (frame) showFrame(frame);
  else replaceContent("text-preview", page);
}

/** Selects a line, then focuses the box: browsers scroll to the selection. */
function selectLine(line: number): void {
  const lines = box.value.split("\n");
  const before = lines.slice(0, line - 1).join("\n").length;
  const from = line === 1 ? 0 : before + 1;
  box.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  box.focus();
}

/** Requests a page; undefined: another request replaced this one, or there is no answer. */
async function fetchPage(address: string, body: FormData, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await (await fetch(address, { method: "POST", body, signal })).text();
  } catch {
    failed.hidden = signal.aborted;
    return undefined;
  }
}

/** Replaces the content of an element if it has changed, so screen readers do not read the same text again. */
function replaceContent(id: string, page: Document): void {
  const [old, fresh] = [document, page].map((each) => each.getElementById(id));
  if (old && fresh && old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
}

/** Replaces the frame when the new one is loaded, so nothing flickers and the history stays. */
function showFrame(frame: HTMLIFrameElement): void {
  const [before] = place.querySelectorAll("iframe:not(.new)");
  if ((before as HTMLIFrameElement | undefined)?.srcdoc === frame.srcdoc) return;
  frame.className = "new";
  turnPages(frame);
  frame.addEventListener("load", () => {
    if (!frame.isConnected) return;
    frame.classList.remove("new");
    if (before) keepPlace(before as HTMLIFrameElement, frame);
    for (const other of [...place.children]) if (other !== frame) other.remove();
  });
  for (const waiting of place.querySelectorAll(".new")) waiting.remove();
  place.append(frame);
}

/** Restores the scroll position and the focus of the former frame. */
function keepPlace(before: HTMLIFrameElement, frame: HTMLIFrameElement): void {
  if (pageIn(before) === pageIn(frame)) frame.contentWindow?.scrollTo(0, before.contentWindow?.scrollY ?? 0);
  if (document.activeElement === before) frame.focus();
}

function pageIn(frame: HTMLIFrameElement): string | undefined {
  return frame.contentDocument?.querySelector<HTMLInputElement>("[name=page]")?.value;
}

function turnPages(frame: HTMLIFrameElement): void {
  const listen = () =>
    frame.contentDocument &&
    onTurn(frame.contentDocument, (entered, page) => {
      entered.set("framed", "yes");
      void turn(readAddress(page), entered);
    });
  frame.addEventListener("load", listen);
  // The frame from the server's page may already be loaded.
  if (frame.contentDocument?.readyState === "complete") listen();
}

/** Reads the attribute, because an input with the name `action` hides the property of the form. */
function readAddress(sent: HTMLFormElement): string {
  return new URL(sent.getAttribute("action") ?? "", location.href).href;
}

async function turn(address: string, body: FormData): Promise<void> {
  const page = await fetchPage(address, body, drawing.signal);
  if (page === undefined) return;
  const frame = document.createElement("iframe");
  frame.title = place.querySelector("iframe")?.title ?? "";
  frame.srcdoc = page;
  showFrame(frame);
}
