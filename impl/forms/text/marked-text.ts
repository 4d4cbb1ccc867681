/** Writes the problems of a form text into it, ready to be put right. */
import type { OwnerLanguage } from "../../texts/owner/owner-texts.ts";
import { type Sentence, sentenceText } from "../../texts/sentences/sentence.ts";
import type { Problem } from "./marks/problem.ts";

/** Begins a line in which a refusal explains the problem of the line below. */
const MARK = "//?";

/** Describes the problem without its place. */
export function problemSentence({ code }: Pick<Problem, "code">): Sentence {
  return { key: `text_${code}` };
}

/**
 * The text with a line above each that has problems.
 * @param source without marks
 * @param most how many characters it may have; the marks that do not fit are left out, the last ones first
 */
export function markedText(
  source: string,
  problems: readonly Problem[],
  language: OwnerLanguage,
  most: number,
): string {
  const lines: string[] = [];
  const inOrder = problems.toSorted((a, b) => a.span.from - b.span.from);
  let room = most - source.length;
  let from = 0;
  let at = 0;
  for (const line of source.split("\n")) {
    const to = from + line.length + 1;
    const first = at;
    while (at < inOrder.length && inOrder[at]!.span.from < to) at++;
    const found = inOrder.slice(first, at);
    const reasons = new Set(found.map((problem) => sentenceText(problemSentence(problem), language)));
    for (const mark of [...reasons].map((reason) => `${MARK} ${reason}`)) {
      room -= mark.length + 1;
      if (room >= 0) lines.push(mark);
    }
    lines.push(line);
    from = to;
  }
  return lines.join("\n");
}

/** The text as it was before a refusal marked it, to be read: marks do not count in its length, and part no table or list. */
export function withoutMarks(source: string): string {
  return source
    .split("\n")
    .filter((line) => !isMark(line))
    .join("\n");
}

/** The number of each line that is no mark, from 1, as the writer counts them. */
export function lineNumbers(source: string): number[] {
  return source.split("\n").flatMap((line, index) => (isMark(line) ? [] : index + 1));
}

function isMark(line: string): boolean {
  return line.trimStart().startsWith(MARK);
}
