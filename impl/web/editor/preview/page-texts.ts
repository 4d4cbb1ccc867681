/** Edits texts of the form in place, on the page in the preview. */
import type { FormStructure } from "../../../../generated/types.ts";
import { isSame } from "../../../forms/edits/merge.ts";
import {
  collectOwners,
  collectTexts,
  type IdentifiedText,
  isNeeded,
  setAt,
  textKey,
} from "../../../forms/structure/identified-texts.ts";
import type { Parts } from "../context.ts";
import { type Complete, completeIn } from "../inputs/completion.ts";
import { mentionCompletion } from "../inputs/mention-completion.ts";
import type { Editor } from "../model/editor.ts";
import { setText } from "../model/edits.ts";
import type { Selection } from "../model/selection.ts";
import { fieldActions } from "../panels/field-actions.ts";
import { offerDescription } from "./page-description.ts";

/** A text that the user is editing. */
interface Writing {
  readonly text: IdentifiedText;
  /** Its JSON Pointer in the structure that the page was drawn from. */
  readonly place: string;
  /** The elements that show the text: a description has one for each paragraph. */
  readonly first: HTMLElement;
  readonly more: readonly HTMLElement[];
  readonly box: HTMLTextAreaElement;
  readonly before: string;
}

export interface PageTexts {
  /** Starts to edit the first text of the selected part. */
  write(): void;
  /** Adds a place for a description to the selected question if it has none. */
  offerDescription(): void;
}

/** @param onWriting called when editing begins and when it ends. In between, the page must not be drawn again. */
export function writableTexts(
  page: Document,
  drawn: FormStructure,
  parts: Parts,
  onWriting: (isOn: boolean) => void,
): PageTexts {
  const { editor } = parts;
  const texts = new Map(collectTexts(drawn).map((text) => [`/${text.path.join("/")}`, text]));
  const { language } = editor;
  /** Ids of the questions whose label was edited. */
  const labelled = new Set<string>();
  let writing: Writing | undefined;

  page.addEventListener("click", (event) => {
    const place = (event.target as Element).closest<HTMLElement>(WRITABLE)?.dataset.text;
    if (place === undefined) return;
    event.preventDefault();
    open(place);
  });

  return {
    write: () => openNext(places().find(isOfSelected) ?? places()[0]),
    offerDescription: () => offerDescription({ page, structure: drawn }, parts, texts),
  };

  function places(): string[] {
    return placesOn(page, writing).filter((place) => texts.has(place));
  }

  function isOfSelected(place: string): boolean {
    return isSame(findSelection(drawn, texts.get(place)?.path ?? []), editor.selection);
  }

  function open(place: string): void {
    const text = texts.get(place);
    const [first, ...more] = page.querySelectorAll<HTMLElement>(`[data-text="${place}"]`);
    if (text === undefined || first === undefined || editor.isReadOnly) return;
    close();
    onWriting(true);
    editor.select(findSelection(drawn, text.path), "preview");
    const box = createBox(page, text, parts);
    first.before(wrapWithCompletion(box, mentionCompletion(drawn, place), parts));
    box.addEventListener("keydown", onKey);
    box.addEventListener("blur", () => box === writing?.box && end());
    writing = { text, place, first, more, box, before: box.value };
    for (const part of [first, ...more]) part.hidden = true;
    grow(box);
    box.focus();
  }

  /** Opens the next text with all of it selected, as the Tab key does in other inputs. */
  function openNext(place: string | undefined): void {
    if (place !== undefined) open(place);
    writing?.box.select();
  }

  function onKey(event: KeyboardEvent): void {
    if (writing === undefined) return;
    const { box, before, text, place } = writing;
    const next = places()[places().indexOf(place) + (event.shiftKey ? -1 : 1)];
    if (event.key === "Tab" && next !== undefined) openNext(next);
    else if (event.key === "Escape") {
      box.value = before;
      putText(editor, text, before);
      end();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing && !isLong(text)) end();
    else return;
    event.preventDefault();
  }

  function close(): void {
    if (writing === undefined) return;
    const { text, place, box } = writing;
    texts.set(place, { ...text, text: { ...text.text, [language]: box.value } });
    if (isLabel(text)) labelled.add(text.id.replace("fields/", ""));
    const closed = writing;
    writing = undefined;
    showWritten(closed);
  }

  function end(): void {
    close();
    for (const id of labelled) fieldActions(parts, id).nameAfterLabel();
    labelled.clear();
    onWriting(false);
  }
}

/** Matches the editable texts. Buttons are not editable, because users press them to try the form. */
const WRITABLE = "[data-text]:not(button *)";

/** Lists the JSON Pointers of the texts that the page shows, from top to bottom. */
function placesOn(page: Document, writing: Writing | undefined): string[] {
  const shown = [...page.querySelectorAll<HTMLElement>(WRITABLE)].filter(
    (one) => one === writing?.first || one.checkVisibility(),
  );
  return [...new Set(shown.flatMap((one) => one.dataset.text ?? []))];
}

/** Shows the new text instead of the box, until the page is drawn again. */
function showWritten({ first, more, box, before }: Writing): void {
  const isChanged = box.value !== before;
  first.hidden = false;
  for (const part of more) part.hidden = isChanged;
  if (isChanged) first.textContent = box.value || box.placeholder;
  box.closest(".completed")?.remove();
}

function createBox(page: Document, text: IdentifiedText, { editor, say }: Parts): HTMLTextAreaElement {
  const { language, structure } = editor;
  const box = page.createElement("textarea");
  box.className = "writing";
  box.value = text.text[language] ?? "";
  box.lang = language;
  box.maxLength = 2_000;
  const original = text.text[structure.default_language];
  const empty = textKey(text) === "description" ? say("add_description") : "";
  box.placeholder = original || empty;
  const words = box.value || original;
  box.ariaLabel = words ? say("write_text", { text: words }) : empty;
  box.addEventListener("input", () => {
    grow(box);
    putText(editor, text, box.value);
  });
  // The scripts of the page must not take the text for an answer.
  for (const type of ["input", "change", "keydown"])
    box.addEventListener(type, (event) => event.stopPropagation());
  return box;
}

/** Wraps the box together with the list of answers that the text can mention. */
function wrapWithCompletion(
  box: HTMLTextAreaElement,
  complete: Complete | undefined,
  { say }: Parts,
): HTMLElement {
  const place = box.ownerDocument.createElement("span");
  place.className = "completed";
  place.lang = document.documentElement.lang;
  place.append(box);
  if (complete) completeIn(box, complete, say("mention"));
  return place;
}

/** Stores the text. It is found by its id, because undo or another user may have moved its question since the page was drawn. */
function putText(editor: Editor, text: IdentifiedText, words: string): void {
  const { id } = text;
  const key = textKey(text);
  editor.edit((form) => {
    const owner = collectOwners(form).find((one) => one.id === id);
    if (owner === undefined) return form;
    const next = setText(owner.texts.get(key), editor.language, words) ?? (isNeeded(text) ? {} : undefined);
    return setAt(form, [...owner.path, key], next);
  }, `page ${id} ${key}`);
}

function grow(box: HTMLTextAreaElement): void {
  box.style.height = "0";
  box.style.height = `${box.scrollHeight}px`;
}

/** Returns whether the text is the label of a question, not of a choice. */
function isLabel({ path }: IdentifiedText): boolean {
  return path.length === 5 && path[4] === "label";
}

/** Returns whether the text can have paragraphs: then Enter begins a new line. */
function isLong(text: IdentifiedText): boolean {
  return ["description", "message", "statement", "closed_text", "full_text", "text"].includes(textKey(text));
}

/** Returns the part that the panel shows while the user edits a text. */
function findSelection({ pages, endings }: FormStructure, [list, at, , index]: readonly string[]): Selection {
  const page = list === "pages" ? pages[Number(at)] : undefined;
  const field = page?.fields[Number(index)];
  if (field) return { kind: "field", id: field.id };
  if (page) return { kind: "page", id: page.id };
  const ending = list === "endings" ? endings?.[Number(at)] : undefined;
  if (ending) return { kind: "endings", id: ending.id };
  if (list === "welcome") return { kind: "welcome" };
  return { kind: list === "settings" ? "settings" : list === "theme" ? "look" : "form" };
}
