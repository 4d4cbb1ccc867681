/** The check list of a form: what its prompt says and the form does not do, and what the service found in it. */
import type { Note } from "./boot.ts";
import { shown, useParts } from "./context.ts";
import { findField } from "./model/edits.ts";

/** One line that opens; it goes when everything is done. */
export function CheckList() {
  const { editor, say } = useParts();
  const { notes } = editor.boot;
  const left = notes.filter((note) => !editor.isDone(note)).length;
  if (left === 0) return null;
  return (
    <details class="ed-todo" data-name="notes">
      <summary>{say("notes_left", { n: left })}</summary>
      <p class="ed-hint">{say("notes_why")}</p>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <NoteBox note={note} />
            <Place note={note} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What is to be checked in one question, beside it. */
export function NotesOfField({ id }: { id: string }) {
  const { editor } = useParts();
  const notes = editor.notesOf(id);
  if (notes.length === 0) return null;
  return (
    <div class="ed-note ed-todo-here" data-name="field-notes">
      {notes.map((note) => (
        <NoteBox key={note.id} note={note} />
      ))}
    </div>
  );
}

function NoteBox({ note }: { note: Note }) {
  const { editor } = useParts();
  return (
    <label class="ed-check">
      <input
        type="checkbox"
        checked={editor.isDone(note)}
        disabled={editor.isReadOnly || editor.isDone(note)}
        onChange={() => editor.tick(note)}
      />
      <span>{note.text}</span>
    </label>
  );
}

/** The way to the question that a note is about. */
function Place({ note: { field: id } }: { note: Note }) {
  const { editor, say } = useParts();
  const field = id === null ? undefined : findField(editor.structure, id);
  if (field === undefined) return null;
  const name = shown(field.label, editor.language, editor.structure.default_language) || say("untitled");
  return (
    <button
      type="button"
      class="ed-button ed-plain"
      onClick={() => editor.select({ kind: "field", id: field.id })}
    >
      {say("note_show", { name })}
    </button>
  );
}
