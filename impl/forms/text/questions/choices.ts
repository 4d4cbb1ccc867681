/** Reads choices: behind a colon, or each on a line of its own. */

import { boxesIn, textsBehind } from "../marks/boxes.ts";
import { groupAtEnd } from "../marks/groups.ts";
import type { Marker } from "../marks/marker.ts";
import type { Problem, ProblemCode } from "../marks/problem.ts";
import { readQuotation } from "../marks/quotes.ts";
import { type Span, trimSpan } from "../marks/span.ts";
import { findOutside, splitAt } from "../marks/split.ts";
import { readTokens } from "../marks/tokens.ts";
import { oneOf } from "../words.ts";
import { type Details, type Notation, readDetails, writeSeparators } from "./details.ts";

export interface ChoiceText {
  readonly text: string;
  readonly span: Span;
  readonly capacity: number | undefined;
  /** The bracket behind it, if that speaks of places and is not read: `Pottery (12 places each)`. */
  readonly unreadPlaces?: Span;
}

export interface ChoiceList {
  readonly choices: readonly ChoiceText[];
  readonly problems: readonly Problem[];
}

/** Reads the choices of `S | M | L`, `S; M; L`, `S, M, L` or `S / M / L`; undefined if there is only one item. */
export function readChoices(notation: Notation, span: Span): ChoiceList | undefined {
  const { source } = notation.coverage;
  const separator = separatorIn(source, span);
  const parts = separator === undefined ? splitAtSlashes(source, span) : splitAt(source, span, separator);
  const filled = parts.map((part) => trimSpan(source, part)).filter(({ from, to }) => to > from);
  const items = separator === "," ? withoutJoin(notation, filled) : filled;
  const problem = separator === "," || separator === undefined ? unclearIn(notation, span, items) : undefined;
  if (items.length < 2) return problem && { choices: [], problems: [problem] };
  writeSeparators(
    notation.coverage,
    span,
    items.map((item) => ({ span: item })),
  );
  const choices = items.map((item) => readChoice(notation, item));
  const words = items.filter((item) => isOnlyWords(notation, item));
  return {
    choices,
    problems: [
      ...(problem ? [problem] : []),
      ...words.map((item): Problem => ({ code: "choice_is_word", span: item })),
    ],
  };
}

/** Undefined: slashes, or nothing. Commas within numbers separate nothing where slashes do. */
function separatorIn(source: string, span: Span): string | undefined {
  const strong = ["|", ";"].find(
    (mark) => findOutside(source, span, (at) => source[at] === mark) !== undefined,
  );
  if (strong !== undefined) return strong;
  const isSlashed = splitAtSlashes(source, span).length > 1;
  const hasComma = findOutside(source, span, (at) => source[at] === ",") !== undefined;
  return splitAt(source, span, ",").length > 1 || (hasComma && !isSlashed) ? "," : undefined;
}

/** Whether a line is several boxes, such as `[ ] Tea [ ] Coffee` and no question before them. */
export function isOnlyChoices(source: string, body: Span, { kind }: Pick<Marker, "kind">): boolean {
  const boxes = boxesIn(source, body);
  return kind === "box" ? boxes.length > 0 : boxes.length > 1 && boxes[0]?.from === body.from;
}

/** The choice behind the mark of a line. Behind a box, other boxes may follow on the line, each with a choice. */
export function readMarked(notation: Notation, span: Span, { kind }: Pick<Marker, "kind">): ChoiceText[] {
  const { coverage } = notation;
  const boxes = kind === "box" ? boxesIn(coverage.source, span) : [];
  for (const box of boxes) coverage.addMark(box);
  const texts = textsBehind(coverage.source, [{ to: span.from }, ...boxes], span.to);
  return texts.filter(({ from, to }) => to > from).map((text) => readChoice(notation, text));
}

/** A choice with the number of its places: `Pottery (12 places)`. */
export function readChoice(notation: Notation, untrimmed: Span): ChoiceText {
  const { coverage } = notation;
  const span = trimSpan(coverage.source, untrimmed);
  const group = groupAtEnd(coverage.source, span);
  const details = group && readDetails(notation, group.inner);
  const capacity = details && readPlaces(details);
  const named = capacity === undefined ? span : { from: span.from, to: group?.whole.from ?? span.to };
  if (group && capacity !== undefined) {
    writeBrackets(notation, group);
    details?.write();
  }
  const text = readText(notation, trimSpan(coverage.source, named));
  const isUnread = group && capacity === undefined && namesPlaces(notation, group.inner);
  return {
    text: coverage.slice(text),
    span: text,
    capacity,
    ...(isUnread && { unreadPlaces: group.inner }),
  };
}

function readPlaces({ details, unread }: Details): number | undefined {
  const [only, ...others] = details;
  const isPlaces = only?.kind === "count" && only.measure === "places";
  return isPlaces && others.length === 0 && unread.length === 0 ? only.count : undefined;
}

function namesPlaces({ coverage, words }: Notation, span: Span): boolean {
  const tokens = readTokens(coverage.source, span);
  const hasWord = tokens.some((_, at) => words.at(tokens, at, oneOf("measures.places")));
  return hasWord && tokens.some(({ kind }) => kind === "number");
}

/** Reports places of choices that are not read, as respondents would read them in the choice. */
export function unreadPlaces(choices: readonly ChoiceText[]): Problem[] {
  return choices.flatMap(({ unreadPlaces: span }) => (span ? { code: "details_unread", span } : []));
}

/** A text of the form, with or without quotes around it. */
export function readText({ coverage }: Notation, span: Span): Span {
  const quoted = readQuotation(coverage.source, span.from, span.to);
  const isWhole = quoted?.to === span.to;
  coverage.addMark(span);
  const text = isWhole ? quoted.inner : span;
  coverage.addText(text);
  return text;
}

export function writeBrackets({ coverage }: Notation, { whole, inner }: { whole: Span; inner: Span }): void {
  coverage.addMark({ from: whole.from, to: inner.from });
  coverage.addMark({ from: inner.to, to: whole.to });
}

/** Reports choices with the same text, which could not be distinguished. */
export function alike(choices: readonly ChoiceText[]): Problem[] {
  const seen = new Set<string>();
  return choices
    .filter(({ text }) => seen.size === seen.add(text.trim().toLowerCase()).size)
    .map(({ span }) => ({ code: "choices_alike", span }));
}

function splitAtSlashes(source: string, span: Span): Span[] {
  const isLone = (at: number) => source[at] === "/" && source[at - 1] === " " && source[at + 1] === " ";
  const parts: Span[] = [];
  let { from } = span;
  for (;;) {
    const at = findOutside(source, { from, to: span.to }, isLone);
    parts.push({ from, to: at ?? span.to });
    if (at === undefined) return parts;
    from = at + 1;
  }
}

/** `S, M, and L` without the "and". */
function withoutJoin({ coverage, words }: Notation, items: readonly Span[]): Span[] {
  return items.map((item, index) => {
    if (index === 0 || index < items.length - 1) return item;
    const tokens = readTokens(coverage.source, item);
    const join = words.at(tokens, 0, oneOf("joins.and", "joins.or"));
    const behind = join && tokens[join.to];
    if (!behind) return item;
    coverage.addWord({ from: item.from, to: behind.from });
    return { from: behind.from, to: item.to };
  });
}

/** The problem of a list with commas that does not say what its choices are. */
function unclearIn({ coverage, words }: Notation, span: Span, items: readonly Span[]): Problem | undefined {
  const problem = (code: ProblemCode): Problem => ({ code, span });
  const isSlashed = splitAtSlashes(coverage.source, span).length > 1;
  const isSplitAtCommas = splitAt(coverage.source, span, ",").length > 1;
  const hasNumbers = /\d,\d/.test(coverage.slice(span)) && !/["“‹]/.test(coverage.slice(span));
  if (isSlashed ? isSplitAtCommas : hasNumbers) return problem("commas_unclear");
  const last = items.at(-1);
  if (!last || readQuotation(coverage.source, last.from, last.to)?.to === last.to) return undefined;
  const tokens = readTokens(coverage.source, last);
  const wanted = items.length > 1 ? oneOf("joins.or", "joins.and") : oneOf("joins.or");
  const isJoined = tokens.some(
    (_, at) => at > 0 && at < tokens.length - 1 && words.at(tokens, at, wanted) !== undefined,
  );
  return isJoined ? problem("or_unclear") : undefined;
}

/** Whether a choice is nothing but a flag or a bound of the notation. */
function isOnlyWords(notation: Notation, item: Span): boolean {
  const { source } = notation.coverage;
  if (readQuotation(source, item.from, item.to)?.to === item.to) return false;
  const details = readDetails(notation, item);
  return details?.details.some(({ kind }) => kind === "flag") ?? false;
}
