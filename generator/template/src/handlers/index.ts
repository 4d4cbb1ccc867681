import type { Handlers } from "../../generated/handlers.ts";
import type { Notebook } from "../notebook.ts";
import { add } from "./add.ts";
import { find } from "./find.ts";

/** The only place that puts `Handlers` together. */
export function handlers(notebook: Notebook): Handlers {
  return {
    find: find(notebook),
    add: add(notebook),
  };
}
