/** Reads the languages that an edit names, in one language or in English: "German", "ins Englische". */
import type { Language } from "../../../../generated/types.ts";
import { LANGUAGES } from "../../../texts/detection/names.ts";
import type { Found } from "../reading/phrases.ts";
import { tokenize } from "../reading/tokens.ts";
import type { EditText } from "./edit-text.ts";
import { listsAt } from "./lists.ts";
import { editWordsIn } from "./words.ts";

const cache = new Map<Language, ReadonlyMap<string, Language>>();

/** The forms of the names of the 24 languages. */
function namesIn(language: Language): ReadonlyMap<string, Language> {
  const cached = cache.get(language);
  if (cached) return cached;
  const names = new Map<string, Language>();
  for (const shown of ["en", language] as const) {
    const display = new Intl.DisplayNames([shown], { type: "language" });
    for (const code of LANGUAGES)
      for (const token of tokenize(display.of(code) ?? code).slice(0, 1))
        for (const form of editWordsIn(shown).formsOf(token)) names.set(form, code);
  }
  cache.set(language, names);
  return names;
}

export function languagesAt(text: EditText, at: number): Found<readonly Language[]>[] {
  const all = text.cueAt(at, "allLanguages");
  return all ? [{ value: LANGUAGES, from: at, to: all.to }] : listsAt(text, at, languageAt);
}

function languageAt({ prompt, words, lexicon }: EditText, at: number): Found<Language>[] {
  const token = prompt.tokens[at];
  const names = namesIn(lexicon.language);
  const code =
    token &&
    words
      .formsOf(token)
      .map((form) => names.get(form))
      .find((one) => one !== undefined);
  return code ? [{ value: code, from: at, to: at + 1 }] : [];
}
