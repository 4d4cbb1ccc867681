import type { Note } from "../generated/types.ts";

/** Notes in memory, newest first. Put a database in its place: nothing else knows where notes are kept. */
export class Notebook {
  readonly #notes: Note[] = [];
  readonly #capacity: number;

  /** `capacity`: how many notes it holds. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Takes a note, or returns `undefined` when the notebook is full. */
  add(title: string, text: string): Note | undefined {
    if (this.#notes.length >= this.#capacity) return undefined;
    const note: Note = { note_id: crypto.randomUUID(), title, text, written_at: new Date().toISOString() };
    this.#notes.unshift(note);
    return note;
  }

  get(id: string): Note | undefined {
    return this.#notes.find(({ note_id }) => note_id === id);
  }

  /** Whether there was such a note. */
  remove(id: string): boolean {
    const index = this.#notes.findIndex(({ note_id }) => note_id === id);
    if (index !== -1) this.#notes.splice(index, 1);
    return index !== -1;
  }

  /** All notes that contain the query in title or text, whatever the case. */
  find(query: string): Note[] {
    const wanted = query.toLowerCase();
    return this.#notes.filter(({ title, text }) => `${title}\n${text}`.toLowerCase().includes(wanted));
  }
}
