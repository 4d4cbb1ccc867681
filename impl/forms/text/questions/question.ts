/** Reads the line of a question: `Which size? (required): S | M | L`. */

import { boxesIn } from "../marks/boxes.ts";
import { readQuotation } from "../marks/quotes.ts";
import { type Span, trimSpan } from "../marks/span.ts";
import { findOutside, splitAt } from "../marks/split.ts";
import type { Notation } from "./details.ts";

import { Draft } from "./draft.ts";
import { isAsking, isColon } from "./question-signs.ts";
import type { QuestionText } from "./question-text.ts";
import { asksFor } from "./which.ts";

/** Words of a name in a list behind a question mark. */
const MOST_WORDS = 4;

/** @param span one line without its marker */
export function readQuestion(notation: Notation, span: Span): QuestionText | undefined {
  return readQuoted(notation, span) ?? readPlain(notation, span);
}

/** `"A label: with marks" (required)`. */
function readQuoted(notation: Notation, span: Span): QuestionText | undefined {
  const { coverage } = notation;
  const quoted = readQuotation(coverage.source, span.from, span.to);
  if (!quoted || quoted.to > span.to) return undefined;
  const rest = trimSpan(coverage.source, { from: quoted.to, to: span.to });
  const colon = findOutside(coverage.source, rest, (at) => isColon(coverage.source, at, rest.to));
  const head = trimSpan(coverage.source, { from: rest.from, to: colon ?? rest.to });
  const draft = new Draft(notation, span);
  // The label is before it, so all of this is an end.
  const left = draft.readEnds({ from: quoted.to, to: head.to });
  if (left.to > left.from) return undefined;
  if (colon !== undefined) {
    coverage.addMark({ from: colon, to: colon + 1 });
    if (!draft.readTail({ from: colon + 1, to: rest.to }, "any")) return undefined;
  }
  draft.label({ from: span.from, to: quoted.to });
  return draft.question({ isQuoted: true });
}

function readPlain(notation: Notation, span: Span): QuestionText | undefined {
  const { source } = notation.coverage;
  const draft = new Draft(notation, span);
  const boxes = boxesIn(source, span);
  const [box] = boxes;
  if (box && box.from > span.from) {
    draft.readBoxes(boxes, span.to);
    return draft.questionWith({ from: span.from, to: box.from });
  }
  return readListed(notation, span) ?? new Draft(notation, span).questionWith(span);
}

/**
 * `Which jobs? Setup, bar`: what stands behind such a question is what it asks for, if it is a list of names. Of two names each is one word,
 * as they could also be a sentence: "Which school? If none, say so".
 */
function asksForItems({ coverage, words }: Notation, label: Span, tail: Span): boolean {
  const items = splitAt(coverage.source, tail, ",").map((item) =>
    coverage.slice(trimSpan(coverage.source, item)),
  );
  const most = items.length === 2 ? 1 : MOST_WORDS;
  const areNames = items.every(
    (item) => item !== "" && item.split(/\s+/).length <= most && !/[.!?:]$/.test(item),
  );
  return items.length > 1 && areNames && asksFor(coverage.slice(label), words) !== undefined;
}

/** A question with something behind its colon or its question mark. */
function readListed(notation: Notation, span: Span): QuestionText | undefined {
  const { coverage } = notation;
  const colon = findOutside(coverage.source, span, (at) => isColon(coverage.source, at, span.to));
  const asks = findOutside(coverage.source, span, (at) => isAsking(coverage.source, at, span.to));
  const at = colon ?? asks;
  if (at === undefined || at === span.from) return undefined;
  const draft = new Draft(notation, span);
  const tail = { from: at + 1, to: span.to };
  const isColonRead = colon !== undefined;
  const label = { from: span.from, to: isColonRead ? at : at + 1 };
  if (isColonRead) coverage.addMark({ from: at, to: at + 1 });
  if (draft.readTail(tail, isColonRead || asksForItems(notation, label, tail) ? "any" : "clear"))
    return draft.questionWith(label);
  const question = isColonRead ? draft.questionWith(label) : undefined;
  if (question && (question.details.length > 0 || question.hasStar)) {
    question.problems.push({ code: "list_unread", span: trimSpan(coverage.source, tail) });
    return question;
  }
  // There is no list after it, so it is a part of the label.
  coverage.remove(span);
  return undefined;
}
