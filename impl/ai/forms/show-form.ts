/** Shows a model the form that it edits: the default language, without translations, and nothing of responses. */

import type { FormStructure, Language } from "../../../generated/types.ts";
import { readText } from "../../forms/operations/merge.ts";
import { isTextKey } from "../../forms/structure/places.ts";

/** The structure with plain texts, as operations take them. */
export function shownForm({ languages: _languages, ...structure }: FormStructure): unknown {
  return selectLanguage(structure, structure.default_language);
}

function selectLanguage(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => selectLanguage(each, language));
  if (typeof value !== "object" || value === null) return value;
  const shown = Object.entries(value).map(([key, part]: [string, unknown]) => [
    key,
    isTextKey(key) ? readText(part, language) : selectLanguage(part, language),
  ]);
  return Object.fromEntries(shown);
}
