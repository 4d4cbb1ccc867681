import type { Handlers } from "../../generated/handlers.ts";
import type { Notebook } from "../notebook.ts";

/** `notes_delete`. */
export function remove(notebook: Notebook): Handlers["delete"] {
  return ({ note_id }, call) => {
    if (!notebook.remove(note_id))
      return call.fail("not_found", "There is no such note. notes_find shows those there are.");
    return { note_id };
  };
}
