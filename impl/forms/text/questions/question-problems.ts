/** Lists the problems of a question, once all its lines are read. */
import { groupAtEnd } from "../marks/groups.ts";
import type { Problem } from "../marks/problem.ts";
import type { Span } from "../marks/span.ts";
import { readTokens } from "../marks/tokens.ts";
import { oneOf } from "../words.ts";
import { alike, unreadPlaces } from "./choices.ts";
import type { Notation } from "./details.ts";
import type { QuestionText } from "./question-text.ts";

export function questionProblems(notation: Notation, question: QuestionText): Problem[] {
  const { problems, choices, rows = [] } = question;
  return [
    ...problems,
    ...alike(choices),
    ...alike(rows),
    ...unreadPlaces(choices),
    ...quizProblems(notation, question),
  ];
}

/** Reports what belongs to a quiz on paper: marks of right answers, and choices behind letters in a line. Texts in quotes stay. */
function quizProblems(notation: Notation, question: QuestionText): Problem[] {
  const { labelSpan, isQuoted, choices, problems } = question;
  const { source } = notation.coverage;
  const label = isQuoted || problems.some(({ span }) => isWithin(span, labelSpan)) ? [] : [labelSpan];
  const texts = choices.map(({ span }) => span).filter(({ from }) => !/["“‹]/.test(source.charAt(from - 1)));
  return [
    ...label
      .filter((span) => hasLetters(source, span))
      .map((span) => ({ code: "letters_in_line", span }) as const),
    ...label.flatMap((span) => rightAnswerIn(notation, span)),
    ...texts.flatMap((span) =>
      /[*✓✔✅]$/u.test(source.slice(span.from, span.to)) ? [marked(span)] : rightAnswerIn(notation, span),
    ),
  ];
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}

function marked(span: Span): Problem {
  return { code: "answer_marked", span };
}

/** `Jupiter (correct)`, `Mars (correct: Jupiter)`. */
function rightAnswerIn({ coverage, words }: Notation, span: Span): Problem[] {
  const group = groupAtEnd(coverage.source, span);
  if (!group) return [];
  const tokens = readTokens(coverage.source, group.inner);
  const found = words.at(tokens, 0, oneOf("answers.right"));
  const next = found && tokens[found.to];
  return found && (!next || next.key === ":") ? [marked(span)] : [];
}

const LETTER = /(?<=^|\s)(\(?)(\p{L})([.)])\s+(?=(\S+))/gu;
const FIRST = /[aαа]/iu;

/** Letters that follow each other in one line: two before a bracket, three before a full stop, as `A. Smith` is a name. */
function hasLetters(source: string, { from, to }: Span): boolean {
  const rows = new Map<string, { next: number; count: number }>();
  for (const [, opener = "", letter = "", closer = ""] of source.slice(from, to).matchAll(LETTER)) {
    const style = opener + closer;
    const code = letter.codePointAt(0)!;
    const row = rows.get(style);
    if (row?.next === code) row.count++;
    else rows.set(style, { next: code, count: FIRST.test(letter) ? 1 : 0 });
    const current = rows.get(style)!;
    current.next = code + 1;
    if (current.count >= (closer === ")" ? 2 : 3)) return true;
  }
  return false;
}
