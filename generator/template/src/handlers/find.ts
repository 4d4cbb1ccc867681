import type { Handlers } from "../../generated/handlers.ts";
import type { Notebook } from "../notebook.ts";

/** `notes_find`: the input is valid here, and its defaults are filled in. */
export function find(notebook: Notebook): Handlers["find"] {
  return ({ query, limit }) => {
    const found = notebook.find(query);
    return { notes: found.slice(0, limit), total_count: found.length };
  };
}
