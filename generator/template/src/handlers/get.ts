import type { Handlers } from "../../generated/handlers.ts";
import type { Notebook } from "../notebook.ts";

/** `notes_get`: what is not there is a refusal that the spec declares. */
export function get(notebook: Notebook): Handlers["get"] {
  return ({ note_id }, call) => {
    const note = notebook.get(note_id);
    return note
      ? { note }
      : call.fail("not_found", "There is no such note. notes_find shows those there are.");
  };
}
