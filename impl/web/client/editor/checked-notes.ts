/** The check list of a form: what its owner is done with, kept by the browser. */
import type { EditorBoot, Note } from "./boot.ts";

export function checkedNotes({ form, notes }: EditorBoot) {
  const key = `editor notes ${form.id}`;
  const done = new Set(kept(key));
  const isDone = (note: Note) => done.has(note.text);
  return {
    isDone,
    /** What is still to be checked in a question. */
    notesOf: (id: string) => notes.filter((note) => note.field === id && !isDone(note)),
    mark(note: Note, asDone: boolean): void {
      if (asDone) done.add(note.text);
      else done.delete(note.text);
      try {
        localStorage.setItem(key, JSON.stringify([...done]));
      } catch {
        // Without room they are done until the page is left.
      }
    },
  };
}

function kept(key: string): string[] {
  try {
    const texts: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}
