/** Splits parts of a list at "and". */
import { meaningOf } from "../fields/meaning.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { standsAlone } from "../lexicon/phrases.ts";
import { isKnown, MAX_LABEL, withoutBrackets } from "./known.ts";
import { enclosed } from "./split.ts";

/**
 * Splits at "and", unless the lexicon knows the whole ("terms and conditions"), or knows neither side and the list goes on
 * ("food and drinks, service"). In "arrival and departure date", the last word belongs to both sides.
 */
export function splitAtAnd(text: string, grammar: Grammar, mayEndList: boolean): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, next } of conjunctions(text, grammar)) {
    const left = text.slice(from, start).trim();
    const right = text.slice(end, next).trim();
    if (left === "" || right === "" || isRange(left, right) || isKnown(text.slice(from, next), grammar))
      continue;
    const completed = withLastWordOf(left, right, grammar);
    const areFields =
      isKnown(left, grammar) || isKnown(right.replace(UNIT, ""), grammar) || areMeant(left, right, grammar);
    if (!completed && !mayEndList && !areFields) continue;
    pieces.push(completed ?? left);
    from = end;
  }
  return [...pieces, text.slice(from).trim()];
}

const UNIT = / (?:in|en|em) (?:kg|g|cm|m|km|lbs|hours|minutes|days|eur|euros?|stunden|minuten)$/iu;

/** "first day" and "last day of the holiday": the lexicon knows the last noun of both. */
function areMeant(left: string, right: string, grammar: Grammar): boolean {
  return [left, right].every(
    (side) => side.split(" ").length <= 5 && meaningOf(side, grammar, false) !== undefined,
  );
}

/** Each "and" outside of brackets, and where the part after it ends. */
function conjunctions(text: string, grammar: Grammar): { start: number; end: number; next: number }[] {
  const inside = enclosed(text);
  const found = grammar.and
    .all(fold(text))
    .filter((one) => one.start > 0 && inside[one.start] === 0 && standsAlone(text, one))
    // Portuguese "é" and Italian "è" mean "is".
    .filter(({ start, end }) => !/^[éè]$/iu.test(text.slice(start, end)));
  return found.map(({ start, end }, index) => ({ start, end, next: found[index + 1]?.start ?? text.length }));
}

/** "between 1 and 5" */
function isRange(left: string, right: string): boolean {
  return /\d$/.test(left) && /^\d/.test(right);
}

/** "arrival" and "departure date" -> "arrival date"; undefined if the lexicon does not know that. */
function withLastWordOf(left: string, right: string, grammar: Grammar): string | undefined {
  if (left.length + right.length > MAX_LABEL) return undefined;
  // "mother's and father's phone number"
  const [, owned] = /['’]s?$/.test(left) ? (/^\S+['’]s? (.+)$/u.exec(right) ?? []) : [];
  if (owned !== undefined) return `${left} ${owned}`;
  const [, last = ""] = /\s(\S+)$/.exec(withoutBrackets(right)) ?? [];
  const completed = `${left} ${last}`;
  if (last === "") return undefined;
  const areKnown = isKnown(right, grammar) && isKnown(completed, grammar);
  return areKnown || areTwoOfAKind(completed, right, grammar) ? completed : undefined;
}

/** Concepts of which people ask for two at once. */
const IN_PAIRS: ReadonlySet<string> = new Set(["date", "time", "phone", "email", "address"]);

/** "start and end time", "billing and shipping address" */
function areTwoOfAKind(completed: string, right: string, grammar: Grammar): boolean {
  if (completed.split(" ").length > 4 || grammar.words.headFirst === true) return false;
  const [one, other] = [completed, withoutBrackets(right)].map(
    (text) => meaningOf(text, grammar, false)?.concept,
  );
  return one !== undefined && one === other && IN_PAIRS.has(one);
}
