import { setImmediate as otherCalls } from "node:timers/promises";
import type { Note } from "../generated/types.ts";

/** How a search is ended early, and what it tells while it runs. */
export interface Search {
  readonly signal?: AbortSignal;
  progress?(done: number, total: number): void;
}

/** Notes that a search looks at before it lets other calls run. */
const batch = 100;

/** Notes in memory, newest first. Put a database in its place: nothing else knows where notes are kept. */
export class Notebook {
  readonly #notes: Note[] = [];
  readonly #capacity: number;
  readonly #pause: () => Promise<unknown>;

  /** `capacity`: how many notes it holds. `pause`: what a search waits for before each batch. */
  constructor(capacity: number, pause: () => Promise<unknown> = otherCalls) {
    this.#capacity = capacity;
    this.#pause = pause;
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
  async find(query: string, search: Search = {}): Promise<Note[]> {
    const wanted = query.toLowerCase();
    const notes = [...this.#notes];
    const found: Note[] = [];
    for (let start = 0; start < notes.length; start += batch) {
      await this.#pause();
      search.signal?.throwIfAborted();
      const some = notes.slice(start, start + batch);
      found.push(...some.filter(({ title, text }) => `${title}\n${text}`.toLowerCase().includes(wanted)));
      search.progress?.(start + some.length, notes.length);
    }
    return found;
  }
}
