/** Buttons between the questions on the page in the preview. Each adds a question at its place. */

import type { Parts } from "../context.ts";
import { allFields } from "../model/edits.ts";
import { type InsertPlace, insertLabel } from "../outline/add-field.tsx";
import { type DrawnPage, findQuestionElement } from "./page-part.ts";

/** Adds a button before the first question of the page, and after each question. */
export function addInserts(drawn: DrawnPage, parts: Parts, onInsert: (place: InsertPlace) => void): void {
  let isFirst = true;
  for (const { id } of allFields(drawn.structure)) {
    const part = findQuestionElement(drawn, id);
    if (part === undefined) continue;
    if (isFirst) part.before(insertButton({ id, isBefore: true }));
    part.after(insertButton({ id, isBefore: false }));
    isFirst = false;
  }

  function insertButton(place: InsertPlace): HTMLButtonElement {
    const button = drawn.page.createElement("button");
    button.type = "button";
    button.className = place.isBefore ? "insert first" : "insert";
    button.dataset.insert = place.id;
    button.lang = document.documentElement.lang;
    button.ariaLabel = insertLabel(parts, place);
    button.title = button.ariaLabel;
    button.addEventListener("click", () => onInsert(place));
    return button;
  }
}

export function focusInsert({ page }: DrawnPage, { id, isBefore }: InsertPlace): void {
  page.querySelector<HTMLElement>(`[data-insert="${id}"]${isBefore ? ".first" : ":not(.first)"}`)?.focus();
}
