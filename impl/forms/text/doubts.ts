/** Finds parts of a text that were read by the rules, and that their writer may have meant otherwise. */

import type { FormDocument, Line, Quoted } from "./form-document.ts";
import { type Span, trimSpan } from "./marks/span.ts";
import { splitAt } from "./marks/split.ts";
import { knownLabel, type LabelName } from "./questions/labels.ts";
import { isSureQuestion } from "./questions/outline.ts";
import { asks, type QuestionText } from "./questions/question-text.ts";
import type { Words } from "./words.ts";

/** So many well-known labels in one list are hardly one question: "Name, first name" may be one. */
const MOST_LABELS_OF_ONE = 2;

/** "Do you have allergies? If so, which ones?" is one question. */
const MOST_QUESTIONS_OF_ONE = 2;

/** A greeting, a name, and what the person is. */
const MOST_LINES_OF_SIGNATURE = 3;

/** Ways to reach somebody are choices as often as questions. */
const CONTACTS: ReadonlySet<LabelName> = new Set(["labels.email", "labels.phone", "labels.url"]);

export function listDoubts(document: FormDocument, words: Words): Quoted[] {
  const shown = shownRequests(document, words).map((span) => ({ kind: "shown" as const, span }));
  const questions = document.elements.flatMap((element) =>
    element.kind === "question" ? element.question : [],
  );
  const several = [
    ...questions.flatMap((question) => likeQuestions(question, document.source, words)),
    ...proseOf(document).filter((span) => countKnown(document.source, span, words) > MOST_LABELS_OF_ONE),
  ].map((span) => ({ kind: "several" as const, span }));
  return [...shown, ...several];
}

/**
 * Returns sentences that respondents would read, and the lines of a signature, in a text that looks like a letter: it has no
 * title, or its first line ends with a comma, as a greeting does.
 */
function shownRequests(document: FormDocument, words: Words): Span[] {
  const { source, lines, title } = document;
  const [first] = lines.filter(({ kind }) => kind === "title").map((line) => trimSpan(source, line));
  const isGreeting = first !== undefined && /^[^#].*,$/su.test(source.slice(first.from, first.to));
  if (title !== undefined && !isGreeting) return [];
  const last = lines.findLast(({ kind }) => kind !== "blank");
  const isOfLetter = (line: Line) => line.kind === "description" || line === last;
  return [...(isGreeting ? [first] : []), ...proseOf(document, isOfLetter), ...signatureOf(document, words)];
}

/** Returns the lines at the end of a letter that look like its greeting and a name: a few below a blank line that ask for nothing. */
function signatureOf({ source, lines, elements }: FormDocument, words: Words): Span[] {
  const end = lines.findLastIndex(({ kind }) => kind !== "blank") + 1;
  const begin = lines.slice(0, end).findLastIndex(({ kind }) => kind === "blank") + 1;
  const last = lines.slice(begin, end).map((line) => trimSpan(source, line));
  if (begin === 0 || last.length < 2 || last.length > MOST_LINES_OF_SIGNATURE) return [];
  const questions = new Map(
    elements.flatMap((element) =>
      element.kind === "question" ? [[element.question.span.from, element.question] as const] : [],
    ),
  );
  const isSigned = last.every(({ from }) => {
    const question = questions.get(from);
    return question !== undefined && !isSureQuestion(question, words);
  });
  return isSigned ? last : [];
}

/** Returns the lines that respondents read as sentences, but for those that are marked as such. */
function proseOf({ source, lines }: FormDocument, isWanted: (line: Line) => boolean = () => true): Span[] {
  return lines
    .filter((line) => (line.kind === "description" || line.kind === "note") && isWanted(line))
    .map((line) => trimSpan(source, line))
    .filter(({ from }) => source.charAt(from) !== ">");
}

/** Returns choices that look like questions of their own, or a label that looks like several. */
function likeQuestions(question: QuestionText, source: string, words: Words): Span[] {
  const { labelSpan, choices, details, isQuoted } = question;
  if (isQuoted || details.some(({ kind }) => kind === "type")) return [];
  if (choices.length === 0) return isOfSeveral(question, source, words) ? [labelSpan] : [];
  // Choices on lines of their own were meant as such.
  if (source.slice(labelSpan.to, choices[0]!.span.from).includes("\n")) return [];
  const known = choices.flatMap(({ text, span }) => {
    const name = knownLabel(text, words);
    return name === undefined ? [] : [{ name, span }];
  });
  const isContact = known.every(({ name }) => CONTACTS.has(name));
  return known.length > 1 && !isContact ? known.map(({ span }) => span) : [];
}

/** `Who are you? What do you bring? When do you come?`, `Name, address, email`. */
function isOfSeveral({ label, labelSpan }: QuestionText, source: string, words: Words): boolean {
  const asked = label.match(/[?？](?=\s|$)/g)?.length ?? 0;
  if (asked > MOST_QUESTIONS_OF_ONE) return true;
  return !asks(label) && countKnown(source, labelSpan, words) > MOST_LABELS_OF_ONE;
}

/** Counts the well-known labels between the commas of a line. */
function countKnown(source: string, line: Span, words: Words): number {
  return splitAt(source, line, ",;").filter((item) => {
    const { from, to } = trimSpan(source, item);
    return knownLabel(source.slice(from, to).replace(/\.$/, ""), words) !== undefined;
  }).length;
}
