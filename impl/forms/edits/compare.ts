import type { FormChange, FormStructure, Language } from "../../../generated/types.ts";
import type { Comparison } from "./change.ts";
import { compareCalculations, compareHiddenFields } from "./computed.ts";
import { compareFields } from "./fields.ts";
import { compareEndings, compareHead, comparePages, compareSettings } from "./frame.ts";

/**
 * Every difference between two structures that satisfy the rules, with what it means for responses. Empty: they mean the
 * same. This is the one place that decides which edits break responses; whether there are any is for others to know.
 * @param usedLanguages languages in which verified responses were given
 */
export function compareStructures(
  before: FormStructure,
  after: FormStructure,
  usedLanguages: Iterable<Language>,
): FormChange[] {
  const comparison: Comparison = { language: after.default_language, usedLanguages: new Set(usedLanguages) };
  return [
    compareHead,
    comparePages,
    compareFields,
    compareHiddenFields,
    compareCalculations,
    compareEndings,
    compareSettings,
  ].flatMap((compare) => compare(before, after, comparison));
}
