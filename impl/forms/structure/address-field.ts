/** Finds the question for the respondent's own address. */
import type { EmailField, FormStructure } from "../../../generated/types.ts";
import { isRetired } from "./is-retired.ts";

/**
 * The field whose answer is the respondent's own address: the only email field of the form, if it is always shown and not said to be
 * optional. Without such a field the last page asks for the address.
 */
export function addressField({ pages }: FormStructure): EmailField | undefined {
  const fields = pages
    .flatMap((page) => page.fields)
    .filter((field) => field.type === "email")
    .filter((field) => !isRetired(field));
  const [only] = fields;
  return fields.length === 1 && only?.required !== false && !only?.visible_if ? only : undefined;
}
