/** The state of the editor: the structure with its history, what is selected, and who wants to hear of changes. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { isSame } from "../../../forms/edits/merge.ts";
import type { EditorBoot, Note } from "./boot.ts";
import { getList } from "./edits.ts";
import { createHistory } from "./history.ts";
import { answerIds, freeId } from "./ids.ts";
import { keptSet } from "./kept-set.ts";

/** What the panel shows. */
export type Selection =
  | { readonly kind: "form" | "look" | "settings" | "languages" }
  | { readonly kind: "field" | "page" | "endings" | "calculations" | "hidden_fields"; readonly id: string };

/** On a small screen one of them is shown at a time. */
export type View = "outline" | "panel" | "preview";

export type Editor = ReturnType<typeof createEditor>;

export function createEditor(boot: EditorBoot) {
  const listeners = new Set<(isEdit: boolean) => void>();
  const history = createHistory<{ structure: FormStructure; selection: Selection }>();
  const doneNotes = new Set<string>();

  const editor = {
    boot,
    /** With the changes that the service keeps. */
    structure: boot.pending?.structure ?? boot.structure,
    selection: firstSelection(boot.pending?.structure ?? boot.structure) as Selection,
    view: "outline" as View,
    /** The language that texts are written in. */
    language: boot.structure.default_language as Language,
    isReadOnly: boot.form.access === "view" || boot.form.status === "archived",
    /** Read out to people who do not see the screen, and shown for a moment. */
    message: "",
    writeInPreview: () => {},
    hasPreview: true,

    /** Calls back after every change of the state. @returns a function that stops it */
    subscribe(listener: (isEdit: boolean) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** @param join edits with the same name, one after the other, are undone together, such as the letters of a word */
    edit(change: (structure: FormStructure) => FormStructure, join?: string): void {
      if (editor.isReadOnly) return;
      const next = change(editor.structure);
      if (isSame(next, editor.structure)) return;
      history.keep(snapshot(), join);
      editor.structure = next;
      keepSelection(editor);
      emit(true);
    },

    select(selection: Selection, view: View = "panel"): void {
      editor.selection = selection;
      editor.view = view;
      history.separate();
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

    isDone: (note: Note) => doneNotes.has(note.id),
    /** What is still to be checked in a question. */
    notesOf: (id: string) => boot.notes.filter((note) => note.field === id && !editor.isDone(note)),
    /** Translations that the service filled in, until their owner has looked at them. */
    filled: keptSet(`editor filled ${boot.form.id}`),

    tick(note: Note): void {
      tickOff(doneNotes, boot, note);
      emit(false);
    },

    undo: () => travel(history.undo),
    redo: () => travel(history.redo),
    canUndo: () => history.canUndo() && !editor.isReadOnly,
    canRedo: () => history.canRedo() && !editor.isReadOnly,

    /** An id for something that answers are stored under. */
    freeAnswerId: (wanted: string) => freeId(wanted, answerIds(editor.structure)),
  };

  function snapshot() {
    return { structure: editor.structure, selection: editor.selection };
  }

  function travel(to: typeof history.undo): void {
    const state = editor.isReadOnly ? undefined : to(snapshot());
    if (state === undefined) return;
    Object.assign(editor, state);
    keepSelection(editor);
    emit(true);
  }

  function emit(isEdit: boolean): void {
    for (const listener of listeners) listener(isEdit);
  }

  return editor;
}

/** Ticks a note off, here and for everybody. Without an answer it is on the list again when the page is loaded. */
function tickOff(done: Set<string>, { csrf, addresses }: EditorBoot, { id }: Note): void {
  done.add(id);
  const body = new URLSearchParams({ csrf, check: id });
  void fetch(addresses.checks, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
}

/** Selects something that exists, and writes in a language that the form has. */
function keepSelection(editor: Pick<Editor, "structure" | "selection" | "language">): void {
  if (!exists(editor.structure, editor.selection)) editor.selection = firstSelection(editor.structure);
  if (!editor.structure.languages.includes(editor.language))
    editor.language = editor.structure.default_language;
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
      return getList(structure, selection.kind).some(({ id }) => id === selection.id);
    default:
      return true;
  }
}
