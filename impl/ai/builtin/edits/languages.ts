/** Reads the languages that an edit names, in one language or in English: "German", "ins Englische". */
import type { Language } from "../../../../generated/types.ts";
import { LANGUAGES, languageNames } from "../../../texts/detection/names.ts";
import type { Found } from "../reading/phrases.ts";
import { tokenize } from "../reading/tokens.ts";
import type { EditText } from "./edit-text.ts";
import { listsAt } from "./lists.ts";

export function languagesAt(text: EditText, at: number): Found<readonly Language[]>[] {
  const all = text.cueAt(at, "allLanguages");
  return all ? [{ value: LANGUAGES, from: at, to: all.to }] : listsAt(text, at, languageAt);
}

function languageAt({ prompt, words }: EditText, at: number): Found<Language>[] {
  const token = prompt.tokens[at];
  if (token?.kind !== "word") return [];
  const forms = words.formsOf(token);
  const isForm = (name: string) =>
    tokenize(name)
      .slice(0, 1)
      .flatMap((one) => words.formsOf(one))
      .some((form) => forms.includes(form));
  const [, value] = [...languageNames(words.language)].find(([name]) => isForm(name)) ?? [];
  return value ? [{ value, from: at, to: at + 1 }] : [];
}
