/** The notes on texts that are still examples. They follow the form, unlike the notes that it had when the page was loaded. */
import type { Note } from "../boot.ts";

export interface ExampleNotes {
  /** The notes to show. */
  readonly shown: readonly Note[];
  /**
   * Takes the notes on the form that was saved. A new note on the question that is being written is not shown yet.
   * @param written id of the question; null: another part is being written
   */
  take(notes: readonly Note[], written: string | null): void;
  /** Shows all notes, because the user turns to another part. */
  showAll(): void;
}

export function exampleNotes(first: readonly Note[]): ExampleNotes {
  let latest = first.filter(({ examples }) => examples !== null);
  let shown = latest;
  return {
    get shown() {
      return shown;
    },
    take(notes, written) {
      const before = new Set(shown.map(({ id }) => id));
      latest = notes.filter(({ examples }) => examples !== null);
      shown = latest.filter(({ id, field }) => before.has(id) || field === null || field !== written);
    },
    showAll() {
      shown = latest;
    },
  };
}
