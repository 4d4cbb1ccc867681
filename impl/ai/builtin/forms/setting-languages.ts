/** Reads the languages of a form: "in English and German", "translated into French". */

import type { Language } from "../../../../generated/types.ts";
import { LANGUAGES, languageNames, otherLanguageNames } from "../../../texts/detection/names.ts";
import { phraseKey } from "../../../texts/fold.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";

interface SaidLanguages {
  readonly languages: readonly Language[];
  readonly otherLanguages: readonly string[];
}

/** @returns the languages that a list at the beginning of a range names: "de, fr and it" */
export function languagesIn(
  text: Text,
  { from, to: limit }: Range,
): (Range & { readonly says: SaidLanguages }) | undefined {
  const { prompt, lexicon } = text;
  const names: Named[] = [];
  let end = from;
  for (let at = from; at < limit; ) {
    const name = languageNamed(text, at);
    const join = lexicon.table("and", "or", "fillers", "languageMarkers").at(prompt.tokens, at, limit)?.to;
    const next = name || prompt.isMark(at, ",/&+(-") ? at + 1 : join;
    if (next === undefined || (!name && names.length === 0)) break;
    if (name) names.push(name);
    if (name) end = next;
    at = next;
  }
  if (names.length === 0) return undefined;
  const languages = names.flatMap(({ code }) => code ?? []);
  const otherLanguages = names.flatMap(({ other }) => other ?? []);
  const to = prompt.isMark(end, ")") ? end + 1 : end;
  return { from, to, says: { languages, otherLanguages } };
}

/** A language by its code, or the name of one that forms cannot have. */
interface Named {
  readonly code?: Language;
  readonly other?: string;
}

function languageNamed({ prompt, lexicon }: Text, at: number): Named | undefined {
  const token = prompt.tokens[at];
  if (token?.kind !== "word") return undefined;
  const name = phraseKey(token.text);
  const isCode = prompt.isMark(at + 1, ",/)") || prompt.isMark(at - 1, ",/(");
  const byCode = isCode ? LANGUAGES.find((language) => language === name) : undefined;
  const names = languageNames(lexicon.language);
  const other = otherLanguageNames(lexicon.language).get(name);
  const code = names.get(name) ?? byCode ?? (other === undefined ? inflected(name, names) : undefined);
  return code ? { code } : other === undefined ? undefined : { other };
}

/** Letters that all cases of the name of a language begin with. */
const STEM = 4;

/** The language that a word names in another case: "englanniksi", "slovenčine", "nGaeilge". */
function inflected(key: string, names: ReadonlyMap<string, Language>): Language | undefined {
  const shared = (name: string) => {
    const length = [...name].findIndex((letter, index) => letter !== key[index]);
    return key.endsWith(name) || length === -1 ? name.length : length;
  };
  const cases = [...names].filter(
    ([name]) => shared(name) >= Math.min(name.length, Math.max(STEM, name.length - STEM)),
  );
  return key.length < STEM ? undefined : cases.sort(([a], [b]) => shared(b) - shared(a))[0]?.[1];
}
