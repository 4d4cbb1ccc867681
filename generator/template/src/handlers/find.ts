import type { Handlers } from "../../generated/handlers.ts";
import type { Notebook } from "../notebook.ts";

/** `notes_find`: the input is valid here, and its defaults are filled in. The cursor is the id of the last note of a page. `call` ends the search and reports on it. */
export function find(notebook: Notebook): Handlers["find"] {
  return async ({ query, limit, cursor }, call) => {
    const found = await notebook.find(query, call);
    const start = cursor === undefined ? 0 : found.findIndex(({ note_id }) => note_id === cursor) + 1;
    if (cursor !== undefined && start === 0)
      return call.fail("unknown_cursor", "Pass next_cursor of the page before, with the same query.");
    const notes = found.slice(start, start + limit);
    const isLast = start + limit >= found.length;
    return { notes, total_count: found.length, next_cursor: isLast ? null : notes.at(-1)!.note_id };
  };
}
