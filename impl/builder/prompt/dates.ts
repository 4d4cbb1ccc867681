/** Reads the bounds of a date, such as "after 2026-05-01". */
import type { Draft } from "../fields/draft.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { type PhraseSet, phraseSet } from "../lexicon/phrases.ts";
import type { Span } from "./split.ts";

const DAY = "(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))";
const BETWEEN = new RegExp(
  `(?:between|from|zwischen|von|entre|de|du|dal) ${DAY} (?:and|to|until|und|bis|et|au|y|a|al) (?:the )?${DAY}`,
);
const FROM = new RegExp(`(?:not before|after|from|since|starting|ab|fruhestens|a partir de|dal) ${DAY}`);
const UNTIL = new RegExp(`(?:not after|before|until|by|up to|bis|spatestens|jusqu'au|hasta|entro) ${DAY}`);
/** `between 2026-01-01 and 2026-12-31`, `after 2026-05-01`, `in the future`. */
export function readDates(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  return (
    note(BETWEEN.exec(folded), draft, ([, min, max]) => ({ min, max })) ??
    note(FROM.exec(folded), draft, ([, min]) => ({ min })) ??
    note(UNTIL.exec(folded), draft, ([, max]) => ({ max })) ??
    readToday(folded, draft, grammar)
  );
}

function note(
  match: RegExpExecArray | null,
  draft: Draft,
  bounds: (groups: RegExpExecArray) => { min?: string | undefined; max?: string | undefined },
): Span | undefined {
  if (!match) return undefined;
  draft.dates = { ...draft.dates, ...bounds(match) };
  return { start: match.index, end: match.index + match[0].length };
}

/** "not in the past", "only future dates": the phrase that begins first counts, since "in the past" ends "not in the past". */
function readToday(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  const found = TODAY.flatMap(({ list, bounds }) => {
    const phrase = wordsFor(list, grammar).first(folded);
    return phrase ? [{ ...phrase, bounds }] : [];
  }).sort((a, b) => a.start - b.start || b.end - a.end)[0];
  if (!found) return undefined;
  draft.dates = { ...draft.dates, ...found.bounds };
  return { start: found.start, end: found.end };
}

const TODAY = [
  { list: "noPast", bounds: { min: "today" } },
  { list: "noFuture", bounds: { max: "today" } },
] as const;

const phraseSets = new Map<string, PhraseSet>();

function wordsFor(list: "noPast" | "noFuture", { languages }: Grammar): PhraseSet {
  const key = `${list} ${languages[0]}`;
  let set = phraseSets.get(key);
  if (!set) {
    const phrases = instructionsIn(languages[0]!).vocabulary[list] ?? [];
    set = phraseSet(phrases.map((phrase) => (fold(phrase).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")));
    phraseSets.set(key, set);
  }
  return set;
}
