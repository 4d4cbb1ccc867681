/** The state of the editor: the structure with its history, the selection, and the listeners to changes. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { isSame } from "../../../forms/edits/merge.ts";
import type { EditorBoot, Note } from "../boot.ts";
import { followedNotes } from "./followed-notes.ts";
import { adjustTranslations, listLostLanguages } from "./form-texts.ts";
import { createHistory } from "./history.ts";
import { answerIds, freeId } from "./ids.ts";
import { firstSelection, keepSelection, type Selection } from "./selection.ts";
import { keptSet } from "./stored-set.ts";

/** The parts of the editor. A small screen shows one of them at a time. */
export type View = "outline" | "panel" | "preview";

/** A message that screen readers read and the page shows for a short time. */
interface Message {
  readonly text: string;
  /** The structure after the edit that the message is about. It can be undone while the form is like that. */
  readonly structure?: FormStructure;
}

interface EditorState {
  readonly structure: FormStructure;
  readonly selection: Selection;
}

export class Editor {
  readonly boot: EditorBoot;
  /** The structure, with unpublished changes. */
  structure: FormStructure;
  selection: Selection;
  view: View = "outline";
  /** The language that texts are written in. */
  language: Language;
  readonly isReadOnly: boolean;
  message: Message | undefined;
  writeInPreview: () => void = () => {};
  hasPreview = true;
  /** Called when a text was replaced and its translations were removed. */
  onLostTranslations: (languages: readonly Language[]) => void = () => {};
  /** Marks of translations that the service added and the user has not reviewed yet. */
  readonly filled: ReturnType<typeof keptSet>;

  readonly #listeners = new Set<(isEdit: boolean) => void>();
  readonly #history = createHistory<EditorState>();
  readonly #doneNotes = new Set<string>();
  readonly #followed: ReturnType<typeof followedNotes>;
  /** The form at the time of the selection. A replaced text is compared with the text at that time. */
  #start: FormStructure;

  constructor(boot: EditorBoot) {
    const structure = boot.pending?.structure ?? boot.structure;
    this.boot = boot;
    this.structure = structure;
    this.#start = structure;
    this.selection = firstSelection(structure);
    this.language = boot.structure.default_language;
    this.isReadOnly = boot.form.access === "view" || boot.form.status === "archived";
    this.#followed = followedNotes(boot.notes);
    this.filled = keptSet(`editor filled ${boot.form.id}`);
  }

  /** Calls the listener after every change of the state. @returns a function that ends the subscription */
  subscribe(listener: (isEdit: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes the structure. @param join consecutive edits with the same value, such as the letters of a word, are undone together */
  edit(change: (structure: FormStructure) => FormStructure, join?: string): void {
    if (this.isReadOnly) return;
    const before = this.structure;
    this.#put(adjustTranslations(change(before), this.#start, before), join);
    const lost = listLostLanguages(before, this.structure);
    if (lost.length > 0) this.onLostTranslations(lost);
  }

  /** Replaces the whole structure, such as with one that another user has stored. */
  replace(next: FormStructure): void {
    this.#put(next, undefined);
    this.#start = this.structure;
  }

  /** Replaces the structure with the service's completed version, without a separate step of undo. */
  amend(next: FormStructure): void {
    if (isSame(next, this.structure)) return;
    this.structure = next;
    this.#start = next;
    this.#emit(true);
  }

  select(selection: Selection, view: View = "panel"): void {
    if (!isSame(selection, this.selection)) {
      this.#start = this.structure;
      this.#followed.showAll();
    }
    this.selection = selection;
    this.view = view;
    this.#history.separate();
    this.#emit(false);
  }

  show(view: View): void {
    this.view = view;
    this.#emit(false);
  }

  setLanguage(language: Language): void {
    this.language = language;
    this.#emit(false);
  }

  /** Shows a message. @param isUndoable whether it is about the last edit, so a button undoes that */
  announce(text: string, isUndoable = false): void {
    this.message = { text, ...(isUndoable && { structure: this.structure }) };
    this.#emit(false);
  }

  forgetMessage(): void {
    this.message = undefined;
    this.#emit(false);
  }

  isDone(note: Note): boolean {
    return this.#doneNotes.has(note.id);
  }

  /** The notes on the form, with those that are ticked off. */
  get notes(): readonly Note[] {
    return [...this.boot.notes.filter(({ isFollowed }) => !isFollowed), ...this.#followed.shown];
  }

  /** Lists the notes on a question that the user has not ticked off. */
  listNotes(id: string): Note[] {
    return this.notes.filter((note) => note.field === id && !this.isDone(note));
  }

  /** Takes the notes on the form that was saved. */
  takeNotes(notes: readonly Note[]): void {
    this.#followed.take(notes, this.selection.kind === "field" ? this.selection.id : null);
    this.#emit(false);
  }

  /** Lists what the user can mend in the form and has not ticked off: texts that are still examples, and equal labels. */
  listMendable(): Note[] {
    this.#followed.showAll();
    return this.#followed.shown.filter((note) => !this.isDone(note));
  }

  tick(note: Note): void {
    tickOff(this.#doneNotes, this.boot, note);
    this.#emit(false);
  }

  undo(): void {
    this.#travel(this.#history.undo);
  }

  redo(): void {
    this.#travel(this.#history.redo);
  }

  canUndo(): boolean {
    return this.#history.canUndo() && !this.isReadOnly;
  }

  canRedo(): boolean {
    return this.#history.canRedo() && !this.isReadOnly;
  }

  /** Returns a free id for a field, hidden field or calculation. */
  freeAnswerId(wanted: string): string {
    return freeId(wanted, answerIds(this.structure));
  }

  #put(next: FormStructure, join: string | undefined): void {
    if (this.isReadOnly || isSame(next, this.structure)) return;
    this.#history.keep(this.#snapshot(), join);
    this.#show(next, this.selection);
    this.#emit(true);
  }

  /** Corrects a selection that no longer exists, and a language that the form no longer has. */
  #show(next: FormStructure, selection: Selection): void {
    this.selection = keepSelection(selection, this.structure, next);
    this.structure = next;
    if (!next.languages.includes(this.language)) this.language = next.default_language;
  }

  #snapshot(): EditorState {
    return { structure: this.structure, selection: this.selection };
  }

  #travel(to: (present: EditorState) => EditorState | undefined): void {
    const state = this.isReadOnly ? undefined : to(this.#snapshot());
    if (state === undefined) return;
    this.#show(state.structure, state.selection);
    this.message = undefined;
    this.#start = state.structure;
    this.#emit(true);
  }

  #emit(isEdit: boolean): void {
    for (const listener of this.#listeners) listener(isEdit);
  }
}

/** Ticks a note off, here and for all users. If the request fails, the next load of the page lists the note again. */
function tickOff(done: Set<string>, { csrf, addresses }: EditorBoot, { id }: Note): void {
  done.add(id);
  const body = new URLSearchParams({ csrf, check: id });
  void fetch(addresses.checks, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
}
