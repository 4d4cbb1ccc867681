/** Forms as their owners read them. */
import type { FormStructure } from "../../../generated/types.ts";
import { keepDigits } from "../amounts.ts";
import { hideMentions } from "../mention.ts";

/** Returns a form with an ellipsis for each mention of an answer. Its amounts stay amounts, also those that only a mention beside a currency tells. */
export function readableForm(structure: FormStructure): FormStructure {
  const readable = hideMentions(structure);
  keepDigits(readable, structure);
  return readable;
}
