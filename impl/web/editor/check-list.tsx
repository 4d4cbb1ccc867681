/** The check list of a form: requests of its prompt that the form does not meet, and findings of the service. */
import type { Note } from "./boot.ts";
import { useParts } from "./context.ts";
import { findField } from "./model/edits.ts";
import { plainText } from "./model/mentions.ts";

/** Shows the list behind one line, until every note is ticked off. */
export function CheckList() {
  const { editor, say } = useParts();
  const { notes } = editor;
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

/** Shows the notes on one question beside it. */
export function NotesOfField({ id }: { id: string }) {
  const { editor } = useParts();
  const notes = editor.listNotes(id);
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

/** A button that selects the question of a note, or the title if that is still an example. */
export function Place({ note, onShow }: { note: Note; onShow?: () => void }) {
  const { editor, say } = useParts();
  const { field: id, examples } = note;
  const field = id === null ? undefined : findField(editor.structure, id);
  if (field === undefined && examples === null) return null;
  const text = field?.label ?? editor.structure.title;
  const name = plainText(editor, text) || say("untitled");
  return (
    <button
      type="button"
      class="ed-button ed-plain"
      onClick={() => {
        editor.select(field ? { kind: "field", id: field.id } : { kind: "form" });
        onShow?.();
      }}
    >
      {say("note_show", { name })}
    </button>
  );
}
