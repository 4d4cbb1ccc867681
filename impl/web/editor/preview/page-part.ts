/** Finds questions on the page that the preview shows. */
import type { FormStructure } from "../../../../generated/types.ts";
import { findFieldPath } from "../model/edits.ts";

/** A page, and the structure that it was drawn from. */
export interface DrawnPage {
  readonly page: Document;
  readonly structure: FormStructure;
}

/** Finds the element of a question; undefined: it is on another page. */
export function findQuestionElement({ page, structure }: DrawnPage, fieldId: string): Element | undefined {
  const label = page.querySelector(`#q-${fieldId}, [data-text="${findFieldPath(structure, fieldId)}/label"]`);
  return label?.closest(".field, .section, .statement") ?? undefined;
}
