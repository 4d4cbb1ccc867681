/** The warning about a part of a prompt that is not in the form. */
import type { Warning } from "../../generated/types.ts";
import { withoutMarks } from "./lexicon/mark-brackets.ts";
import { clip } from "./texts.ts";

/** @param reason a sentence that says more; absent: how to ask for a field */
export function notUnderstood(part: string, reason?: string): Warning {
  const hint = reason ?? 'To add a field, name it: "Add a phone number".';
  return {
    code: "not_understood",
    message: `Nothing in the form comes from "${clip(withoutMarks(part), 200)}". ${hint}`,
  };
}
