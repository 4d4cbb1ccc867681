/** Reads the languages of a form: "in English and German", "translated into French". */

import type { Language } from "../../../../generated/types.ts";
import { LANGUAGES, languageNames, otherLanguageNames } from "../../../texts/detection/names.ts";
import { phraseKey } from "../../../texts/fold.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import type { FoundSetting } from "./setting.ts";

interface Named {
  readonly code?: Language;
  /** The name of a language that forms cannot have. */
  readonly other?: string;
}

/** @returns the languages that a list at the beginning of a range names: "de, fr and it" */
export function languagesIn(text: Text, { from, to }: Range): FoundSetting | undefined {
  const { prompt } = text;
  const named: Named[] = [];
  let end = from;
  for (let at = from; at < to; ) {
    const name = languageNamed(text, at);
    const next = name ? at + 1 : joinEnd(text, at, to);
    if (next === undefined || (!name && named.length === 0)) break;
    if (name) {
      named.push(name);
      end = next;
    }
    at = next;
  }
  if (named.length === 0) return undefined;
  const languages = named.flatMap(({ code }) => code ?? []);
  const otherLanguages = named.flatMap(({ other }) => other ?? []);
  return {
    from,
    to: prompt.isMark(end, ")") ? end + 1 : end,
    says: {
      ...(languages.length > 0 && { languages }),
      ...(otherLanguages.length > 0 && { otherLanguages }),
    },
  };
}

/** "and", "also in" or a comma between two languages. */
function joinEnd({ prompt, lexicon }: Text, at: number, limit: number): number | undefined {
  if (prompt.isMark(at, ",/&+(")) return at + 1;
  return lexicon.table("and", "or", "fillers", "languageMarkers").at(prompt.tokens, at, limit)?.to;
}

function languageNamed({ prompt, lexicon }: Text, at: number): Named | undefined {
  const token = prompt.tokens[at];
  if (token?.kind !== "word") return undefined;
  const name = phraseKey(token.text);
  const isCode = prompt.isMark(at + 1, ",/)") || prompt.isMark(at - 1, ",/(");
  const byCode = isCode ? LANGUAGES.find((language) => language === name) : undefined;
  const code = languageNames(lexicon.language).get(name) ?? byCode;
  if (code) return { code };
  const other = otherLanguageNames(lexicon.language).get(name);
  return other === undefined ? undefined : { other };
}

/** Two languages in any case, with "and" between: "suomeksi ja englanniksi", "bil-Malti u bl-Ingliż". */
export function inflectedLanguages(text: Text, from: number, limit: number): FoundSetting | undefined {
  const { prompt, lexicon } = text;
  const first = inflected(text, from);
  const and = first && lexicon.table("and").at(prompt.tokens, from + 1, limit);
  for (let at = and?.to ?? limit; at < Math.min(limit, (and?.to ?? limit) + 3); at++) {
    const second = inflected(text, at);
    if (first && second && second !== first)
      return { from, to: at + 1, says: { languages: [first, second] } };
  }
  return undefined;
}

/** Letters that all cases of the name of a language begin with. */
const STEM = 4;

function inflected({ prompt, lexicon }: Text, at: number): Language | undefined {
  const key = phraseKey(prompt.tokens[at]?.text ?? "");
  const isCase = (name: string) => {
    const same = [...name].findIndex((letter, index) => letter !== key[index]);
    return same === -1 || (same >= STEM && same >= name.length - STEM);
  };
  const names = key.length < STEM ? [] : [...languageNames(lexicon.language)];
  return names.find(([name]) => name === key.slice(1) || isCase(name))?.[1];
}
