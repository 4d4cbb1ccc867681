import type { Handlers } from "../../generated/handlers.ts";
import type { Notebook } from "../notebook.ts";
import { add } from "./add.ts";
import { remove } from "./delete.ts";
import { find } from "./find.ts";
import { get } from "./get.ts";

/** The only place that puts `Handlers` together. */
export function handlers(notebook: Notebook): Handlers {
  return {
    find: find(notebook),
    get: get(notebook),
    add: add(notebook),
    delete: remove(notebook),
  };
}
