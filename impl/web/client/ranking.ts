/** Ranks the choices of a form by tapping them. */
import { sortable } from "./sortable.ts";

for (const list of document.querySelectorAll<HTMLElement>("[data-ranking]")) sortable(list);
