/** Adds a place for a description to the selected question, on the page in the preview. */

import type { IdentifiedText } from "../../../forms/structure/identified-texts.ts";
import type { Parts } from "../context.ts";
import { findFieldPath } from "../model/edits.ts";
import type { DrawnPage } from "./page-part.ts";

/** @param texts the texts of the page, by place; the new one is added */
export function offerDescription(
  { page, structure }: DrawnPage,
  { editor: { selection, language }, say }: Parts,
  texts: Map<string, IdentifiedText>,
): void {
  const path = selection.kind === "field" ? findFieldPath(structure, selection.id) : undefined;
  const place = `${path}/description`;
  // A new description is shown until the page is drawn again.
  for (const one of page.querySelectorAll<HTMLElement>(".describe"))
    if (one.dataset.text !== place && !texts.get(one.dataset.text ?? "")?.text[language])
      one.parentElement?.remove();
  const label = [...page.querySelectorAll(`[data-text="${path}/label"]`)].at(-1);
  const owner = texts.get(`${path}/label`);
  if (!label || !owner || page.querySelector(`[data-text="${place}"]`)) return;
  texts.set(place, { id: owner.id, path: owner.path.with(-1, "description"), text: {} });
  const hint = page.createElement("div");
  hint.className = "hint";
  const button = page.createElement("button");
  Object.assign(button, { type: "button", className: "describe", lang: document.documentElement.lang });
  button.dataset.text = place;
  button.textContent = say("add_description");
  hint.append(button);
  (label.closest(".label") ?? label).after(hint);
}
