/** Reads modifiers of a field, such as "optional", "1-5" or "max 500 characters". */

import type { Bounds, Draft } from "../fields/draft.ts";
import { answerNouns } from "../lexicon/answer-nouns.ts";
import { findConcept, findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { type PhraseMatch, wordSet } from "../lexicon/phrases.ts";
import { readDates } from "./dates.ts";
import { readAccept } from "./files.ts";
import { measuredRange } from "./measured-range.ts";
import { readPrice } from "./prices.ts";
import { type Span, withoutTrailing } from "./split.ts";

/**
 * Finds a modifier anywhere in a text and sets it in the draft. Returns its place, so that it can be cut from the label.
 * The text is folded, which keeps the offsets.
 */
type Modifier = (folded: string, draft: Draft, grammar: Grammar) => Span | undefined;

/** The order matters: "not required" comes before "required", and ranges come before single bounds. */
const MODIFIERS: readonly Modifier[] = [
  optional,
  required,
  measuredRange,
  range,
  upperBound,
  lowerBound,
  orMore,
  upperBoundBehind,
  lowerBoundBehind,
  boundAfter,
  exactLength,
  wholeLength,
  outOf,
  readPrice,
  megabytes,
  domain,
  readDates,
  formats,
];

/** Applies each modifier, up to four times, and returns the text without them. */
export function applyModifiers(text: string, draft: Draft, grammar: Grammar): string {
  let rest = text;
  for (const modifier of MODIFIERS) {
    for (let attempt = 0; attempt < 4; attempt++) {
      const span = modifier(fold(rest), draft, grammar);
      if (!span) break;
      rest = cut(rest, span);
    }
  }
  return rest;
}

/** The text without a span. */
export function cut(text: string, { start, end }: Span): string {
  return `${text.slice(0, start)} ${text.slice(end)}`.replace(/ {2,}/g, " ").trim();
}

/** Whether a clause is only modifiers, as in "(optional)" or "(dropdown, required)". If so, applies them to the draft. */
export function applyClause(clause: string, draft: Draft, grammar: Grammar): boolean {
  const trial: Draft = { ...draft };
  const plain = applyModifiers(clause, trial, grammar);
  const rest = stripFillers(withoutTrailing(plain, " .,:"), grammar);
  const kind = findKind(withoutFieldWord(rest), grammar.languages)?.value;
  const isEmptied = plain !== clause.trim() && isNoise(rest, grammar);
  if (!kind && !isEmptied) return false;
  Object.assign(draft, trial, kind && { kind });
  return true;
}

/** Whether a text is empty or only words that connect others. */
function isNoise(text: string, grammar: Grammar): boolean {
  const folded = fold(text);
  return (
    text === "" || [grammar.fillers, grammar.dangling, grammar.copulas].some((words) => words.is(folded))
  );
}

/** "text field" -> "text" */
function withoutFieldWord(text: string): string {
  return text.replace(/ (?:field|question|input|only|feld|frage|nur)$/i, "");
}

function optional(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  const found = grammar.optional.first(folded) ?? ifAnyAt(folded, grammar);
  if (found) draft.required = false;
  return found;
}

/** "a photo if they have": only at the end, since "if they have a car, ..." sets a condition. */
function ifAnyAt(folded: string, { languages }: Grammar): Span | undefined {
  const last = wordSet(instructionsIn(languages[0]!).vocabulary.ifAny ?? [])
    .all(folded)
    .at(-1);
  return last?.end === folded.length ? last : undefined;
}

function required(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  const found = grammar.required.first(folded);
  if (!found || isNeed(folded, found, grammar)) return undefined;
  draft.required ??= true;
  return found;
}

/** "chairs required" asks how many, and "phone required" says that the phone must be given: only a known field has such a mark. */
function isNeed(folded: string, { start, end, phrase }: PhraseMatch, grammar: Grammar): boolean {
  const noun = folded.slice(0, start).trim();
  return (
    end === folded.length &&
    /^[\p{L} -]{3,40}$/u.test(noun) &&
    noun.split(" ").length <= 3 &&
    answerNouns(grammar, "states").phrases.is(phrase) &&
    !grammar.dangling.is(noun) &&
    !grammar.copulas.all(noun).some((copula) => copula.end === noun.length) &&
    !grammar.all.first(noun) &&
    !findConcept(stripFillers(noun, grammar), grammar.languages)
  );
}

/** "from 1 to 5", "on a scale of 1-10", "1-5 stars", "100 to 500 characters". */
function range(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  const match = folded.matchAll(grammar.range).next().value;
  if (!match) return undefined;
  const bounds: Bounds = { min: Number(match[1]), max: Number(match[2]) };
  if (bounds.min! >= bounds.max! || isPeriod(bounds)) return undefined;
  const start = scaleBefore(folded, match.index, grammar);
  const end = match.index + match[0].length;
  const [unit = ""] = /^ ?\p{L}+/u.exec(folded.slice(end, end + 30)) ?? [];
  const word = unit.trim();
  if (grammar.units.characters.is(word)) draft.length = bounds;
  else draft.bounds = bounds;
  if (grammar.units.stars.is(word)) draft.kind ??= "rating";
  if (grammar.units.scale.is(word) || grammar.units.scale.first(folded.slice(start, match.index)))
    draft.kind ??= "scale";
  const counted = [grammar.units.characters, grammar.units.stars, grammar.units.scale].some((units) =>
    units.is(word),
  );
  return { start, end: counted ? end + unit.length : end };
}

/** "2024-2026" is more often a period than a scale. */
function isPeriod({ min = 0, max = 0 }: Bounds): boolean {
  return min >= 1900 && max <= 2100;
}

/** Where "on a scale from" before a range begins; else where the range begins. */
function scaleBefore(folded: string, start: number, grammar: Grammar): number {
  const before = folded.slice(0, start);
  const shorter = withoutDangling(before, grammar);
  const scale = grammar.units.scale.all(shorter).at(-1);
  if (scale?.end !== shorter.length) return shorter.length;
  return withoutDangling(shorter.slice(0, scale.start), grammar).length;
}

/** Drops prepositions and articles at the end, which remain after a modifier was cut. */
export function withoutDangling(text: string, grammar: Grammar): string {
  let rest = withoutTrailing(text, " ,:;-–—/&.");
  for (let attempt = 0; attempt < 5; attempt++) {
    const last = grammar.dangling.all(fold(rest)).at(-1);
    if (!last || last.end !== rest.length) break;
    rest = withoutTrailing(rest.slice(0, last.start), " ,:;-–—/&");
  }
  return rest;
}

function upperBound(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  return bound("max", grammar.atMost, folded, draft, grammar);
}

function lowerBound(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  return bound("min", grammar.atLeast, folded, draft, grammar);
}

function upperBoundBehind(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  return boundBehind("max", grammar.atMostBehind, folded, draft, grammar);
}

function lowerBoundBehind(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  return boundBehind("min", grammar.atLeastBehind, folded, draft, grammar);
}

/** "18 ar a laghad", "3 fichiers maximum": what is counted must be known. */
function boundBehind(
  side: keyof Bounds,
  pattern: RegExp,
  folded: string,
  draft: Draft,
  grammar: Grammar,
): Span | undefined {
  const match = folded.matchAll(pattern).next().value;
  const unit = match?.groups?.unit;
  if (!match || (unit && !Object.values(grammar.units).some((units) => units.is(unit)))) return undefined;
  setBound(side, Number(match.groups!.number), unit ?? "", draft, grammar);
  return { start: match.index, end: match.index + match[0].length };
}

function bound(
  side: keyof Bounds,
  pattern: RegExp,
  folded: string,
  draft: Draft,
  grammar: Grammar,
): Span | undefined {
  const match = folded.matchAll(pattern).next().value;
  if (!match?.groups) return undefined;
  const { number = "", unit = "" } = match.groups;
  const value = Number(number.replace(",", "."));
  const isCounted = setBound(side, value, unit, draft, grammar);
  const length = isCounted ? match[0].length : match[0].indexOf(number) + number.length;
  const end = match.index + length;
  if (draft.bounds?.[side] === value && isStrict(match[0], grammar))
    draft.inclusive = folded.slice(match.index, end);
  return { start: match.index, end };
}

/** Sets a bound of what the unit counts. Returns whether the unit is a known one, and so no part of the label. */
function setBound(
  side: keyof Bounds,
  value: number,
  unit: string,
  draft: Draft,
  { units }: Grammar,
): boolean {
  if (unit === "mb" && side === "max") draft.maxFileSizeMb = value;
  else if (units.characters.is(unit)) draft.length = { ...draft.length, [side]: Math.floor(value) };
  else if (units.files.is(unit) && side === "max") draft.maxFiles = Math.floor(value);
  else if (units.selections.is(unit)) draft.selections = { ...draft.selections, [side]: Math.floor(value) };
  else {
    draft.bounds = { ...draft.bounds, [side]: value };
    return units.years.is(unit);
  }
  return true;
}

/** "over 18" and "less than 5" leave open whether 18 and 5 are meant, too. */
function isStrict(folded: string, { languages }: Grammar): boolean {
  const { moreThan = [], lessThan = [] } = instructionsIn(languages[0]!).vocabulary;
  const found = wordSet([...moreThan, ...lessThan, "older than", "younger than"]).start(folded);
  return found !== undefined && !wordSet(["not", "no"]).start(folded);
}

/** `18+`, `18 or older` */
function orMore(folded: string, draft: Draft): Span | undefined {
  const match =
    /(?<![\p{L}\p{N}])(\d{1,4})(?:\+(?![\p{L}\p{N}])| (?:years )?(?:or|and|oder|und) (?:older|more|over|above|up|alter|mehr)(?!\p{L}))/u.exec(
      folded,
    );
  if (!match) return undefined;
  draft.bounds = { ...draft.bounds, min: Number(match[1]) };
  return { start: match.index, end: match.index + match[0].length };
}

/** `2 maximum`, `18 minimum`, `500 characters max`: nouns that stand behind their number. */
function boundAfter(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  const match =
    /(?<![\p{L}\p{N}.,])(\d{1,6}) ?(?:ev(?:en)? )?(?:(\p{L}{2,14}) )?(?:(maximum|max|massimo|maximo|maximal|maksimum|maximaal|hochstens|tops|au plus|como maximo|alatt|alatti)|minimum|min|minimo|minimal|mindestens|felett|feletti|folott|folotti|feluli)(?!\p{L})\.?/u.exec(
      folded,
    );
  if (!match) return undefined;
  const [whole, number, unit, most] = match;
  const side = most ? "max" : "min";
  if (unit === undefined) draft.bounds = { ...draft.bounds, [side]: Number(number) };
  else if (grammar.units.characters.is(unit)) draft.length = { ...draft.length, [side]: Number(number) };
  else if (grammar.units.files.is(unit) && most) draft.maxFiles = Number(number);
  else if (unit === "mb" && most) draft.maxFileSizeMb = Number(number);
  else if (grammar.units.selections.is(unit))
    draft.selections = { ...draft.selections, [side]: Number(number) };
  else return undefined;
  return { start: match.index, end: match.index + whole.length };
}

/** `exactly 6 digits`, `6-digit` */
function exactLength(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  const match =
    /(?<![\p{L}\p{N}])(?:(?:exactly|exact|genau|exactement|exactamente|esattamente|exatamente|precies|dokladnie|with|mit|avec|con|met) )?(\d{1,3})[ -](\p{L}{4,14})(?![\p{L}\p{N}])/u.exec(
      folded,
    );
  if (
    !match ||
    !(
      DIGITS.test(match[2]!) ||
      (/^(?:exa|gen|ese|pre|dok)/.test(match[0]) && grammar.units.characters.is(match[2]!))
    )
  )
    return undefined;
  draft.length = { min: Number(match[1]), max: Number(match[1]) };
  return { start: match.index, end: match.index + match[0].length };
}

const DIGITS =
  /^(?:digits?|ziffern|stellig|stellige|chiffres|digitos|cifras|cifre|cijfers|cyfr|siffror|cifre)$/;

/** `8 characters` alone is how long an answer must be. */
function wholeLength(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  const [whole = "", number, unit = ""] = /^ ?(\d{1,3}) (\p{L}{4,14})$/u.exec(folded) ?? [];
  if (whole === "" || !grammar.units.characters.is(unit)) return undefined;
  draft.length = { min: Number(number), max: Number(number) };
  return { start: 0, end: whole.length };
}

/** `out of 5`, `sur 10`: stars up to 5, else a scale. */
function outOf(folded: string, draft: Draft): Span | undefined {
  const match =
    /(?<=^|[\s(])(?:out of|sur|su) (5|five|7|10|ten|100)(?![\p{L}\p{N}.,])(?: stars| sternen| etoiles| stelle)?/u.exec(
      folded,
    );
  if (!match) return undefined;
  const max = match[1] === "five" ? 5 : match[1] === "ten" ? 10 : Number(match[1]);
  draft.bounds = { min: 1, max };
  draft.kind ??= max === 5 ? "rating" : "scale";
  return { start: match.index, end: match.index + match[0].length };
}

/** `5 MB` */
function megabytes(folded: string, draft: Draft): Span | undefined {
  const match = /(?<![\p{L}\p{N}])(\d{1,3}) ?mb(?![\p{L}\p{N}])/u.exec(folded);
  if (!match) return undefined;
  draft.maxFileSizeMb = Number(match[1]);
  return { start: match.index, end: match.index + match[0].length };
}

/** `only @example.org` */
function domain(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  const match =
    /(?:only |(?:(?:must |should |has to |which )?(?:end|ends|ending) (?:with|in|on) )|(?:must|should|has to|have to|needs to) be (?:an? )?(?:from )?)?@((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})(?![\p{L}\p{N}])(?: address(?:es)?)?(?: only)?/u.exec(
      folded,
    );
  if (!match) return undefined;
  draft.domains = [...new Set([...(draft.domains ?? []), match[1]!])];
  return withOnly({ start: match.index, end: match.index + match[0].length }, folded, grammar);
}

/** `PDF or Word` */
function formats(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  const found = readAccept(folded);
  if (!found) return undefined;
  draft.accept = [...new Set([...(draft.accept ?? []), ...found.accept])];
  draft.kind ??= "file_upload";
  return withOnly(found.span, folded, grammar);
}

/** A span with the words for "only" beside it: "nur PDF", "@acme.org biss". */
function withOnly({ start, end }: Span, folded: string, { languages }: Grammar): Span {
  const words = wordSet(instructionsIn(languages[0]!).vocabulary.only ?? []);
  const before = folded.slice(0, start).trimEnd();
  const last = words.all(before).at(-1);
  const after = folded.slice(end);
  const gap = after.length - after.trimStart().length;
  const next = words.start(after.trimStart());
  return {
    start: last?.end === before.length && before !== "" ? last.start : start,
    end: next ? end + gap + next.end : end,
  };
}
