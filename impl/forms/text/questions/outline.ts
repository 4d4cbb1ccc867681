/**
 * Compares the lines of a text with each other: a line that looks like a question may be a heading, a choice or a greeting. If
 * the lines around it show that, it becomes a heading or the text is rejected, since the mistake would be hard to find in a
 * long form.
 */

import type { Problem } from "../marks/problem.ts";
import type { Words } from "../words.ts";
import { knownLabel } from "./labels.ts";
import { countedHeadings } from "./numbered-headings.ts";
import type { OutlineLine } from "./outline-line.ts";
import { asks, type QuestionText } from "./question-text.ts";

/** A first line of more words is prose rather than a title. */
const MOST_WORDS_OF_TITLE = 12;

/** Whether a line is a question whatever stands around it. */
export function isSureQuestion(question: QuestionText, words: Words): boolean {
  return saysMore(question) || knownLabel(question.label, words) !== undefined;
}

function saysMore({ label, isQuoted, hasStar, hasBlank, details, choices, rows }: QuestionText): boolean {
  return isQuoted || hasStar || hasBlank || details.length + choices.length > 0 || !!rows || asks(label);
}

/** Lines that stand apart right above questions and look unlike them, as "Part A" above "1." does, or that count the parts. */
export function headingsIn(source: string, lines: readonly OutlineLine[], words: Words): OutlineLine[] {
  const counted = countedHeadings(source, lines, (line) => !isUnclear(line) && !saysMore(line.question));
  const headings = new Set(counted);
  const unlike = new Set(linesUnlikeOthers(lines, words));
  return lines.filter((line, at) => {
    const next = lines[at + 1];
    const isAbove = next && !next.isApart && next.section === line.section;
    const isUnlike = unlike.has(line) && !isUnclear(line) && line.isApart && isAbove;
    return headings.has(line) || (isUnlike && next.marker.kind !== line.marker.kind);
  });
}

/** Returns the problems of the outline. @param lines the lines without headings */
export function outlineProblems(
  lines: readonly OutlineLine[],
  title: string | undefined,
  words: Words,
): Problem[] {
  if (lines[0] && hasNoQuestions(lines, title, words))
    return [{ code: "no_questions", span: lines[0].question.span }];
  const withChoices = new Set(lines.filter((_, at) => hasBareChoices(lines, at, words)));
  const told = new Set(
    lines.flatMap((line, at) => (withChoices.has(line) ? bareBelow(lines, at) : unclearBelow(lines, at))),
  );
  const unlike = new Set([
    ...linesUnlikeOthers(
      lines.filter((line) => !told.has(line)),
      words,
    ),
    ...lines.filter((line) => isWordless(line.question) && !told.has(line)),
  ]);
  // For several such lines one below the other, only the first one is reported.
  const first = lines.filter((line, at) => unlike.has(line) && (line.isApart || !unlike.has(lines[at - 1]!)));
  return [
    ...[...withChoices].map(({ question }) => problem("choices_unmarked", question)),
    ...first.map(({ question }) => problem("line_unlike", question)),
    ...lines.flatMap(({ question }) => listedTwice(question)),
  ];
}

/** Whether a text begins with a long sentence in place of a title, and no line below it is clearly a question. */
function hasNoQuestions(lines: readonly OutlineLine[], title: string | undefined, words: Words): boolean {
  if (title !== undefined && !isLong(title)) return false;
  const [first, ...others] = lines;
  const below = title === undefined && first && isLong(first.question.label) ? others : lines;
  return below.every(({ marker, question }) => marker.kind === "none" && !isSureQuestion(question, words));
}

function isLong(text: string): boolean {
  return text.split(/\s+/).length > MOST_WORDS_OF_TITLE;
}

function problem(code: Problem["code"], { labelSpan }: QuestionText): Problem {
  return { code, span: labelSpan };
}

/**
 * Finds lines without a number or bullet where most questions have one, and lines with a letter where most have none: they may
 * not be questions.
 */
function linesUnlikeOthers(lines: readonly OutlineLine[], words: Words): OutlineLine[] {
  return [...Map.groupBy(lines, ({ section }) => section).values()].flatMap((section) => {
    const kinds = [...Map.groupBy(section, ({ marker }) => marker.kind)];
    const [common = "none"] = kinds.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    return section.filter(({ marker: { kind }, question }) => {
      const mayDiffer = kind !== common && (common !== "none" || kind === "letter");
      return mayDiffer && !(kind === "letter" ? saysMore(question) : isSureQuestion(question, words));
    });
  });
}

/** Lines that look like the choices of the question above them: indented below it, or at least two below one that asks. */
function hasBareChoices(lines: readonly OutlineLine[], at: number, words: Words): boolean {
  const { question, marker } = lines[at]!;
  if (question.choices.length > 0 || question.rows) return false;
  const next = lines[at + 1];
  const isBare = (line: OutlineLine) => !isSureQuestion(line.question, words);
  if (next && isBelow(next) && isBare(next) && next.marker.indent > marker.indent + 1) return true;
  const isPlain = question.details.length === 0 && !question.isQuoted && marker.kind === "none";
  return isPlain && asks(question.label) && bareBelow(lines, at).filter(isBare).length > 1;
}

/** The lines without a mark directly below a line, up to the next one that asks. */
function bareBelow(lines: readonly OutlineLine[], at: number): OutlineLine[] {
  return linesBelow(lines, at, isBelow);
}

function isBelow({ isApart, marker, question }: OutlineLine): boolean {
  return !isApart && marker.kind === "none" && !asks(question.label);
}

/** The bullets below a line that says itself that they are not clear. */
function unclearBelow(lines: readonly OutlineLine[], at: number): OutlineLine[] {
  return isUnclear(lines[at]!) ? bulletsBelow(lines, at) : [];
}

/** Whether lines with bullets stand below it that may be its choices. */
export function isUnclear({ question }: OutlineLine): boolean {
  return question.problems.some(({ code }) => code === "choices_or_questions");
}

/** Returns the bullets that belong to a line: all below it, or those that are indented more than it. */
export function bulletsBelow(lines: readonly OutlineLine[], at: number): OutlineLine[] {
  const { marker: above } = lines[at]!;
  const isBelow = ({ marker }: OutlineLine) =>
    marker.kind === "bullet" && (above.kind !== "bullet" || marker.indent > above.indent);
  return linesBelow(lines, at, isBelow);
}

/** The lines below one up to the first that is not of them. */
function linesBelow(
  lines: readonly OutlineLine[],
  at: number,
  isOne: (line: OutlineLine) => boolean,
): OutlineLine[] {
  const below: OutlineLine[] = [];
  for (let next = at + 1; next < lines.length && isOne(lines[next]!); next++) below.push(lines[next]!);
  return below;
}

/** "10 to 49" may be a choice, and asks nothing. */
function isWordless({ label, isQuoted }: QuestionText): boolean {
  return !isQuoted && !/\p{L}/u.test(label);
}

/** `Rate us (bad, fair, good)` with lines below: which of the two are the choices? */
function listedTwice({ bracketList, choices }: QuestionText): Problem[] {
  return bracketList !== undefined && choices.length > 0
    ? [{ code: "details_unread", span: bracketList }]
    : [];
}
