/**
 * The notes that follow the form: on texts that are still examples, and on equal labels. The others stay as they were when the page was
 * loaded.
 */
import type { Note } from "../boot.ts";

export interface FollowedNotes {
  /** The notes to show. */
  readonly shown: readonly Note[];
  /**
   * Takes the notes on the form that was saved. A new note on an example of the question that is being written is not shown yet.
   * @param written id of the question; null: another part is being written
   */
  take(notes: readonly Note[], written: string | null): void;
  /** Shows all notes, because the user turns to another part. */
  showAll(): void;
}

export function followedNotes(first: readonly Note[]): FollowedNotes {
  let latest = first.filter(({ isFollowed }) => isFollowed);
  let shown = latest;
  return {
    get shown() {
      return shown;
    },
    take(notes, written) {
      const before = new Set(shown.map(({ id }) => id));
      latest = notes.filter(({ isFollowed }) => isFollowed);
      shown = latest.filter(
        ({ id, field, examples }) =>
          before.has(id) || examples === null || field === null || field !== written,
      );
    },
    showAll() {
      shown = latest;
    },
  };
}
