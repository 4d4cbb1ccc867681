/** The frames of the preview. A new frame replaces the old one when it is loaded, so nothing flickers and the history stays. */
import { WELCOME } from "../../../forms/fields/parts/inputs.ts";
import { onTurn } from "../../client/turn-pages.ts";
import type { Parts } from "../context.ts";
import type { Editor } from "../model/editor.ts";
import { pageOfField } from "../model/edits.ts";
import type { InsertPlace } from "../outline/add-field.tsx";
import type { Drawn, PreviewRequest } from "../saving/server.ts";
import { addInserts, focusInsert } from "./page-inserts.ts";
import { findQuestionElement } from "./page-part.ts";
import { type PageTexts, writableTexts } from "./page-texts.ts";

interface Shown extends Drawn {
  readonly frame: HTMLIFrameElement;
  readonly page: Document;
  /** The ending that is shown instead of a page. */
  readonly ending: string | undefined;
  /** The editable texts; undefined: the frame shows a proposal, which is read-only. */
  readonly texts: PageTexts | undefined;
}

type Wanted = Omit<PreviewRequest, keyof Drawn>;

export interface PreviewFrames {
  /** Shows the selected part, and draws another page if the present one does not have it. */
  draw(drawn: Drawn, signal: AbortSignal): Promise<void>;
  /** Scrolls to the selected part. @returns whether it is on the present page */
  reveal(drawn: Drawn): boolean;
  /** Starts to edit the first text of the selected part, as soon as its page is loaded. */
  write(): void;
  /** Returns whether a text to edit waits for its page. */
  isAwaited(): boolean;
  focusInsert(insert: InsertPlace): void;
}

export interface Listeners {
  /** Called when a page is shown. */
  onShow(): void;
  onWriting(isOn: boolean): void;
  onFailure(hasFailed: boolean): void;
  /** Called when the focus has left the texts of the page. */
  onLeave(): void;
  onInsert(insert: InsertPlace): void;
}

export function previewFrames(place: HTMLElement, parts: Parts, listeners: Listeners): PreviewFrames {
  const { editor, server } = parts;
  let shown: Shown | undefined;
  let isWriting = false;
  let isToWrite = false;

  return {
    draw(drawn, signal) {
      // A new proposal is shown at its first change.
      const isNew = drawn.proposal !== undefined && drawn.proposal !== shown?.proposal;
      const part = (isNew && drawn.places?.[0]) || selectedPart(editor);
      return load(drawn, { ...part, entered: readEntered(shown?.frame) }, signal);
    },
    reveal({ structure, language, proposal }) {
      if (shown === undefined || !shows(shown, editor)) return false;
      mark(shown, editor);
      return shown.structure === structure && shown.language === language && shown.proposal === proposal;
    },
    write,
    isAwaited: () => isToWrite,
    focusInsert: (insert) => shown && focusInsert(shown, insert),
  };

  async function load(drawn: Drawn, wanted: Wanted, signal: AbortSignal): Promise<void> {
    try {
      append(await server.preview({ ...drawn, ...wanted }, signal), drawn, wanted.ending);
      if (!editor.hasPreview) listeners.onFailure(false);
    } catch {
      isToWrite &&= signal.aborted;
      if (!signal.aborted) listeners.onFailure(true);
    }
  }

  function append(page: string, drawn: Drawn, ending: string | undefined): void {
    const frame = document.createElement("iframe");
    frame.title = parts.say("preview");
    frame.srcdoc = page;
    frame.className = "ed-frame ed-frame-new";
    // The present page stays while the user edits a text on it.
    frame.addEventListener("load", () => (isWriting ? frame.remove() : replace(frame, drawn, ending)));
    place.append(frame);
  }

  function replace(frame: HTMLIFrameElement, drawn: Drawn, ending: string | undefined): void {
    const before = shown?.frame;
    const page = frame.contentDocument;
    if (page === null) return;
    frame.classList.remove("ed-frame-new");
    listeners.onShow();
    if (before) keepPlace(before, frame);
    for (const other of place.querySelectorAll("iframe")) if (other !== frame) other.remove();
    shown = { ...drawn, frame, page, ending, texts: editable(page, drawn) };
    if (shows(shown, editor)) mark(shown, editor);
    markChanged(shown);
    goOnInFrame(page, drawn);
    if (isToWrite) write();
  }

  function editable(page: Document, { structure, proposal }: Drawn): PageTexts | undefined {
    if (proposal !== undefined || editor.isReadOnly) return undefined;
    addInserts({ page, structure }, parts, listeners.onInsert);
    return writableTexts(page, structure, parts, setWriting);
  }

  function write(): void {
    isToWrite = shown?.structure !== editor.structure;
    if (!isToWrite) shown?.texts?.write();
  }

  function setWriting(isOn: boolean): void {
    isWriting = isOn;
    listeners.onWriting(isOn);
    if (!isOn) setTimeout(() => isFocusNowhere(shown) && listeners.onLeave());
  }

  /** Turns pages inside the frame, with the entered values. They are only sent to the preview. */
  function goOnInFrame(page: Document, drawn: Drawn): void {
    onTurn(page, (entered) => void load(drawn, { entered }, new AbortController().signal));
    page.addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a");
      if (link && !link.hash) event.preventDefault();
    });
  }
}

/** Returns whether no element has the focus, such as after the last text by keyboard. */
function isFocusNowhere(shown: Shown | undefined): boolean {
  return document.activeElement === shown?.frame && shown?.page.activeElement === shown?.page.body;
}

/** Restores the scroll position and the focus of the former page. */
function keepPlace(before: HTMLIFrameElement, frame: HTMLIFrameElement): void {
  if (pageIn(before) === pageIn(frame)) frame.contentWindow?.scrollTo(0, before.contentWindow?.scrollY ?? 0);
  const focused = document.activeElement === before ? before.contentDocument?.activeElement?.id : undefined;
  if (focused) frame.contentDocument?.getElementById(focused)?.focus({ preventScroll: true });
}

/** Returns the part of the form to show; empty: the present page stays. */
function selectedPart({ structure, selection }: Editor): Wanted {
  if (selection.kind === "page") return { page: selection.id };
  if (selection.kind === "endings") return { ending: selection.id };
  if (selection.kind === "field")
    return { page: pageOfField(structure, selection.id)?.id, field: selection.id };
  if (selection.kind === "welcome" && structure.welcome) return { page: WELCOME };
  return selection.kind === "form" ? { page: structure.pages[0]?.id } : {};
}

function shows(shown: Shown, editor: Editor): boolean {
  const { page, field, ending } = selectedPart(editor);
  if (field !== undefined) return findQuestionElement(shown, field)?.closest("[hidden], [data-off]") === null;
  return ending === shown.ending && (page === undefined || page === pageIn(shown.frame));
}

/** Marks the selected question, and scrolls to it. */
function mark(shown: Shown, { selection }: Editor): void {
  const { page, texts } = shown;
  texts?.offerDescription();
  for (const part of page.querySelectorAll("[data-selected]")) part.removeAttribute("data-selected");
  const part = selection.kind === "field" ? findQuestionElement(shown, selection.id) : undefined;
  if (part === undefined) return;
  part.setAttribute("data-selected", "");
  const { top, bottom } = part.getBoundingClientRect();
  if (top < 0 || bottom > page.documentElement.clientHeight) part.scrollIntoView({ block: "center" });
}

/** Outlines the questions that a proposal changes, and scrolls to the first one on the page. */
function markChanged(shown: Shown): void {
  const parts = (shown.places ?? []).flatMap(({ field }) => findQuestionElement(shown, field) ?? []);
  for (const part of parts) part.setAttribute("data-changed", "");
  parts[0]?.scrollIntoView({ block: "center" });
}

function formIn(frame: HTMLIFrameElement | undefined): HTMLFormElement | null | undefined {
  return frame?.contentDocument?.querySelector<HTMLFormElement>("#form");
}

/** Returns the id of the page or step that a frame shows; undefined: it shows an ending. */
function pageIn(frame: HTMLIFrameElement): string | undefined {
  return formIn(frame)?.querySelector<HTMLInputElement>("[name=page]")?.value;
}

function readEntered(frame: HTMLIFrameElement | undefined): FormData | undefined {
  const form = formIn(frame);
  return form ? new FormData(form) : undefined;
}
