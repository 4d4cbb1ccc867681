/** The state of the editor: the structure with its history, what is selected, and who wants to hear of changes. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import type { EditorBoot, Note } from "./boot.ts";
import { checkedNotes } from "./checked-notes.ts";
import { listOf } from "./edits.ts";
import { answerIds, freeId } from "./ids.ts";
import { same } from "./merge.ts";

/** What the panel shows. */
export type Selection =
  | { readonly kind: "form" | "look" | "settings" | "languages" }
  | { readonly kind: "field" | "page" | "endings" | "calculations" | "hidden_fields"; readonly id: string };

/** On a small screen one of them is shown at a time. */
export type View = "outline" | "panel" | "preview";

interface Snapshot {
  readonly structure: FormStructure;
  readonly selection: Selection;
}

const MAX_UNDO = 200;

export type Editor = ReturnType<typeof createEditor>;

export function createEditor(boot: EditorBoot) {
  const listeners = new Set<(isEdit: boolean) => void>();
  const past: Snapshot[] = [];
  let future: Snapshot[] = [];
  let lastJoin: string | undefined;
  const checked = checkedNotes(boot.form.id);
  const done = new Set(boot.notes.length === 0 ? [] : checked.read());

  const editor = {
    boot,
    structure: boot.structure,
    selection: firstSelection(boot.structure) as Selection,
    view: "outline" as View,
    /** The language that texts are written in. */
    language: boot.structure.default_language as Language,
    isReadOnly: boot.form.access === "view" || boot.form.status === "archived",
    /** Read out to people who do not see the screen, and shown for a moment. */
    message: "",

    /** Calls back after every change of the state. @returns a function that stops it */
    subscribe(listener: (isEdit: boolean) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** @param join edits with the same name, one after the other, are undone together, such as the letters of a word */
    edit(change: (structure: FormStructure) => FormStructure, join?: string): void {
      if (editor.isReadOnly) return;
      const next = change(editor.structure);
      if (same(next, editor.structure)) return;
      if (join === undefined || join !== lastJoin) {
        past.push({ structure: editor.structure, selection: editor.selection });
        if (past.length > MAX_UNDO) past.shift();
      }
      lastJoin = join;
      future = [];
      editor.structure = next;
      keepSelection();
      emit(true);
    },

    select(selection: Selection, view: View = "panel"): void {
      editor.selection = selection;
      editor.view = view;
      lastJoin = undefined;
      emit(false);
    },

    show(view: View): void {
      editor.view = view;
      emit(false);
    },

    setLanguage(language: Language): void {
      editor.language = language;
      emit(false);
    },

    announce(message: string): void {
      editor.message = message;
      emit(false);
    },

    isDone: (note: Note) => done.has(note.text),

    /** What is still to be checked in a question. */
    notesOf: (id: string) => boot.notes.filter((note) => note.field === id && !done.has(note.text)),

    tick(note: Note, isDone: boolean): void {
      if (isDone) done.add(note.text);
      else done.delete(note.text);
      checked.write(done);
      emit(false);
    },

    undo: () => travel(past, future),
    redo: () => travel(future, past),
    canUndo: () => past.length > 0 && !editor.isReadOnly,
    canRedo: () => future.length > 0 && !editor.isReadOnly,

    /** An id for something that answers are stored under. */
    freeAnswerId: (wanted: string) => freeId(wanted, answerIds(editor.structure)),
  };

  function travel(from: Snapshot[], to: Snapshot[]): void {
    const snapshot = from.pop();
    if (snapshot === undefined || editor.isReadOnly) return;
    to.push({ structure: editor.structure, selection: editor.selection });
    editor.structure = snapshot.structure;
    editor.selection = snapshot.selection;
    lastJoin = undefined;
    keepSelection();
    emit(true);
  }

  /** Selects something that exists, and writes in a language that the form has. */
  function keepSelection(): void {
    if (!exists(editor.structure, editor.selection)) editor.selection = firstSelection(editor.structure);
    if (!editor.structure.languages.includes(editor.language))
      editor.language = editor.structure.default_language;
  }

  function emit(isEdit: boolean): void {
    for (const listener of listeners) listener(isEdit);
  }

  return editor;
}

function firstSelection({ pages }: FormStructure): Selection {
  const [field] = pages[0]?.fields ?? [];
  return field ? { kind: "field", id: field.id } : { kind: "form" };
}

function exists(structure: FormStructure, selection: Selection): boolean {
  switch (selection.kind) {
    case "field":
      return structure.pages.some((page) => page.fields.some(({ id }) => id === selection.id));
    case "page":
      return structure.pages.some(({ id }) => id === selection.id);
    case "endings":
    case "calculations":
    case "hidden_fields":
      return listOf(structure, selection.kind).some(({ id }) => id === selection.id);
    default:
      return true;
  }
}
