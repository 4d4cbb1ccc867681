/** Finds the list in sentences about respondents, by the phrases of their language. */

import type { Language } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordsIn } from "../lexicon/lexicon.ts";
import type { PhraseMatch, PhraseSet } from "../lexicon/phrases.ts";
import { wordSet } from "../lexicon/phrases.ts";
import type { PeoplePhrases } from "../lexicon/words.ts";
import { colonAt, enclosed } from "./split.ts";

/** "The parents of new children should": at most so many words stand before the verb. */
const MAX_BEFORE_MODAL = 5;
/** Without "should", the words before the verb are only who gives: "All guests state". */
const MAX_BEFORE_VERB = 3;

type Sets = Readonly<Record<keyof PeoplePhrases, PhraseSet>>;

const cache = new Map<Language, Sets>();

/** The phrases of a language; undefined: it has none. */
export function peopleSets(language: Language): Sets | undefined {
  const phrases = wordsIn(language).people;
  if (!phrases) return undefined;
  let sets = cache.get(language);
  if (!sets) {
    const names = [
      "wants",
      "modals",
      "gives",
      "finals",
      "uploads",
      "describes",
      "signs",
      "indirect",
      "may",
    ] as const;
    sets = Object.fromEntries(names.map((name) => [name, wordSet((phrases[name] ?? "").split(","))])) as Sets;
    cache.set(language, sets);
  }
  return sets;
}

/** What a sentence says before its list, and the list with a comma between its clauses. */
export interface PeopleSentence {
  readonly start: string;
  readonly list: string;
}

/** "Guests should state their name and choose a menu" -> "name, choose a menu"; undefined: the sentence lists nothing. */
export function peopleSentence(sentence: string, grammar: Grammar): PeopleSentence | undefined {
  const sets = peopleSets(grammar.languages[0]!);
  if (!sets) return undefined;
  const end = endOfStart(fold(sentence), sets);
  if (end === undefined) {
    const plain = withoutAlso(sentence, grammar);
    return plain === sentence ? undefined : peopleSentence(plain, grammar);
  }
  if (isTitle(sentence.slice(end))) return undefined;
  const rest = sentence.slice(end).replace(/^[\s,:]+/, "");
  return {
    start: sentence.slice(0, end),
    list: withoutFinals(withCommas(rest, sets, grammar), sets, grammar),
  };
}

/** "We also want to know" is "we want to know". */
function withoutAlso(sentence: string, grammar: Grammar): string {
  const also = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.alsoWords ?? []);
  const found = also.first(fold(sentence.slice(0, 40)));
  return found && found.start > 0 && sentence.charAt(found.end) === " "
    ? `${sentence.slice(0, found.start)}${sentence.slice(found.end + 1)}`
    : sentence;
}

/** "Demande de devis : société" begins with a noun, not with a verb: its colon opens the list. */
function isTitle(rest: string): boolean {
  const colon = colonAt(rest);
  return colon > 0 && rest.slice(0, colon).trim() !== "" && !rest.slice(0, colon).includes(",");
}

function endOfStart(folded: string, sets: Sets): number | undefined {
  const wanted = sets.wants.start(folded);
  if (wanted) return wanted.end;
  const verbs = ["gives", "uploads", "describes"] as const;
  const found = verbs
    .map((name) => ({ name, verb: sets[name].first(folded.slice(0, 120)) }))
    .filter((one): one is { name: (typeof verbs)[number]; verb: PhraseMatch } => one.verb !== undefined)
    .sort((a, b) => a.verb.start - b.verb.start)[0];
  if (found && mayStart(folded.slice(0, found.verb.start), sets))
    // The verb says what kind of field its object is, unless it only says "give".
    return found.name === "gives" ? found.verb.end : allowedFrom(folded.slice(0, found.verb.start), sets);
  return endOfModal(folded, sets);
}

/** Where "may" before a verb begins, which makes its object optional; else where the verb begins. */
function allowedFrom(before: string, sets: Sets): number {
  const may = sets.may.all(before).at(-1);
  return may?.end === before.trimEnd().length ? may.start : before.length;
}

/** Whether the words before a verb are only people and a modal verb. */
function mayStart(before: string, sets: Sets): boolean {
  const count = wordCount(before);
  if (/[.,:;()?]/.test(before)) return false;
  return sets.modals.first(before) !== undefined ? count <= MAX_BEFORE_MODAL + 1 : count <= MAX_BEFORE_VERB;
}

/** "Jeder soll seinen Namen angeben": with its verb at the end, the list begins behind the modal verb. */
function endOfModal(folded: string, sets: Sets): number | undefined {
  const modal = sets.modals.first(folded.slice(0, 120));
  if (!modal || wordCount(folded.slice(0, modal.start)) > MAX_BEFORE_MODAL) return undefined;
  const closes = sets.finals
    .all(folded)
    .some(({ start, end }) => start > modal.end && /^(?:[\s.!]*$|,)/.test(folded.slice(end)));
  return closes ? modal.end : undefined;
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}'’-]+/gu)?.length ?? 0;
}

/** "their name and choose a menu" -> "their name, choose a menu": a second verb begins a part. */
function withCommas(text: string, sets: Sets, grammar: Grammar): string {
  const inside = enclosed(text);
  const folded = fold(text);
  const verbs = (["gives", "uploads", "describes", "wants", "signs"] as const).flatMap((name) =>
    sets[name].all(folded),
  );
  // "how and when" is one question, and Dutch "en of" may go on with "or".
  const questions = sets.indirect
    .all(folded)
    .filter(
      ({ start, phrase }) =>
        !grammar.or.is(phrase) && !/(?:^|,) *\p{L}+ \p{L}+ $/u.test(folded.slice(0, start)),
    );
  const starts = [...new Set([...verbs, ...questions].map(({ start }) => start))].sort((a, b) => b - a);
  return starts.reduce((rest, start) => {
    if (start === 0 || inside[start] === 1) return rest;
    const before = clauseStart(folded.slice(0, start), sets, grammar);
    if (before === undefined) return rest;
    const from = sets.uploads.start(folded.slice(start)) ? allowedFrom(folded.slice(0, start), sets) : start;
    return `${rest.slice(0, before)}, ${rest.slice(from)}`;
  }, text);
}

/** Where ", and they should" before a verb begins; undefined: the verb begins no clause of its own. */
function clauseStart(before: string, sets: Sets, grammar: Grammar): number | undefined {
  let rest = before.trimEnd();
  for (let attempt = 0; attempt < 2; attempt++) {
    const modal = sets.modals.all(rest.slice(-60)).at(-1);
    if (modal?.end === Math.min(rest.length, 60))
      rest = rest.slice(0, rest.length - 60 > 0 ? rest.length - 60 + modal.start : modal.start).trimEnd();
  }
  if (rest !== before.trimEnd())
    rest = rest.replace(/ \p{L}{2,4}$/u, (word) => (grammar.and.is(word.trim()) ? word : ""));
  const and = grammar.and.all(rest.slice(-40)).at(-1);
  const offset = Math.max(rest.length - 40, 0);
  if (and && and.end === rest.length - offset)
    return rest.slice(0, offset + and.start).replace(/[\s,]+$/, "").length;
  return rest.endsWith(",") ? rest.replace(/[\s,]+$/, "").length : undefined;
}

/** "Namen und Telefon angeben, auswählen, ob" -> "Namen und Telefon, ob": verbs behind parts of the list say nothing more. */
function withoutFinals(text: string, sets: Sets, grammar: Grammar): string {
  const inside = enclosed(text);
  const folded = fold(text);
  const found = sets.finals.all(folded).filter(({ start, end }) => {
    if (start === 0 || inside[start] === 1 || /[-]/.test(folded.charAt(end))) return false;
    const after = folded.slice(end, end + 40).trimStart();
    const closes = after === "" || /^[,.!]/.test(after) || grammar.and.start(after) !== undefined;
    return closes || sets.indirect.start(after) !== undefined;
  });
  return found.reverse().reduce((rest, { start, end }) => {
    // "Telefon und auswählen, wo": a verb alone between commas goes with its comma.
    const before = withoutAnd(rest.slice(0, start).trimEnd(), grammar);
    const after = rest.slice(end);
    return sets.indirect.start(fold(after.trimStart())) ? `${before},${after}` : `${before}${after}`;
  }, text);
}

function withoutAnd(text: string, grammar: Grammar): string {
  const last = grammar.and.all(fold(text)).at(-1);
  const rest = last?.end === text.length ? text.slice(0, last.start) : text;
  return rest.replace(/[\s,]+$/, "");
}
