import type { FormChange, FormStructure, Language } from "../../../generated/types.ts";
import type { Comparison } from "./change.ts";
import { compareCalculations, compareHiddenFields } from "./computed-values.ts";
import { compareFields } from "./fields.ts";
import { compareEndings, compareHead, comparePages, compareSettings, compareTheme } from "./frame.ts";

/**
 * Every difference between two valid structures, with its impact on responses. Empty if they are equivalent. Only
 * this function decides which edits break responses; the caller knows whether there are responses.
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
    compareTheme,
  ].flatMap((compare) => compare(before, after, comparison));
}
