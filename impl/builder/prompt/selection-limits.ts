/** Reads how many of the listed choices may be taken, where the list says it at its end: "yoga, dance, max 2", "select all". */

import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";

/** The number of the last part, where this limits the others; undefined: it is a choice like them. */
export function selectionsAtMost(parts: readonly string[], grammar: Grammar): number | undefined {
  const last = parts.at(-1);
  if (last === undefined || parts.length < 3 || last.length > 40) return undefined;
  const others = parts.slice(0, -1);
  if (others.some((part) => /^\W*\d/.test(part) || isBound(fold(part), grammar))) return undefined;
  const folded = inDigits(fold(last), grammar);
  const [found] = folded.matchAll(grammar.atMost);
  if (!found?.groups) return undefined;
  const before = folded.slice(0, found.index).trim();
  const after = folded.slice(found.index + found[0].length).trim();
  return wordCount(before) < 3 && wordCount(after) < 2 ? Number(found.groups.number) : undefined;
}

/** How verbs of choosing begin, without accents. */
const CHOOSING =
  /(?:^|[^\p{L}])(?:select|choos|pick|tick|check|mark|wahl|auswahl|ankreuz|choisi|coch|eleg|elig|escog|escolh|marc|selec|scegli|scelt|kies|kiez|wybra|wybier|zaznacz|aleg|vybra|vyber|oznac|odabra|odaberi|izbra|izber|valj|vaelg|vaelj|velg|valit|valaszt|pasirink|izvel|vali|επιλ|избер|избра|aghzel|roghn)/u;
const ALL =
  /^(?:please )?(?:select|choose|pick|tick|check|mark) (?:all|any)(?: of them| (?:that|which|you|they)(?: \p{L}+){1,4})?$/u;
const ONE =
  /^(?:please |bitte )?(?:(?:select|choose|pick|tick|check|mark) (?:only |just |exactly )?(?:one|1)(?: only| option| of (?:them|these))?|only one|(?:nur |genau )?(?:eine?n?s?|1) (?:aus)?wahlen|(?:un seul|un unique) choix|choisir (?:un|une)(?: seule?)?|(?:elegir|escoger|elige|elija|escolher|escolha) (?:solo |so |apenas )?(?:un|una|uno|um|uma)|(?:scegliere|sceglierne|scegli) (?:solo )?(?:un|una|uno)|kies (?:er )?een|se alege (?:unul|una|un singur)|wybierz (?:tylko )?jedn[aoe]|valj en|vaelg en)$/;

/** The kind of choice that "select all", "se pot alege mai multe" and "choose one" ask for; undefined: a text says something else. */
export function kindOfRemark(
  text: string,
  { languages }: Grammar,
): "single_choice" | "multiple_choice" | undefined {
  const folded = fold(text).replace(/[.!]$/, "").trim();
  if (ONE.test(folded)) return "single_choice";
  if (ALL.test(folded)) return "multiple_choice";
  if (wordCount(folded) < 2 || wordCount(folded) > 7) return undefined;
  const several = wordSet(instructionsIn(languages[0]!).vocabulary.several ?? []);
  if (several.is(folded)) return "multiple_choice";
  return CHOOSING.test(folded) && several.first(folded) ? "multiple_choice" : undefined;
}

/** "można wybrać najwyżej dwa" behind a field with choices: how many; undefined: the part is something else. */
export function choosesAtMost(part: string, grammar: Grammar): number | undefined {
  return CHOOSING.test(fold(part)) ? selectionsAtMost(["a", "b", part], grammar) : undefined;
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** "under 18" among ages is a choice, and so are the others then. */
function isBound(folded: string, grammar: Grammar): boolean {
  return [grammar.atMost, grammar.atLeast, grammar.range].some(
    (pattern) => folded.matchAll(pattern).next().value !== undefined,
  );
}

/** "maximal zwei" -> "maximal 2" */
function inDigits(folded: string, { languages }: Grammar): string {
  if (/\d/.test(folded)) return folded;
  const lists = [languages[0]!, "en" as const].map(
    (language) => instructionsIn(language).vocabulary.numbers ?? [],
  );
  return folded.replace(/\p{L}+/gu, (word) => {
    for (const list of lists) {
      const index = list.findIndex((names) => names.split("/").map(fold).includes(word));
      if (index >= 0) return String(index + 1);
    }
    return word;
  });
}
