import type { Handlers } from "../../generated/handlers.ts";
import type { Notebook } from "../notebook.ts";

/** `notes_add`: `call.fail` takes only the failures that the spec declares for this tool. */
export function add(notebook: Notebook): Handlers["add"] {
  return ({ title, text }, call) => {
    const note = notebook.add(title, text);
    if (!note)
      return call.fail(
        "notebook_full",
        "The notebook is full. Nothing was written; ask a person to make room.",
      );
    return { note };
  };
}
