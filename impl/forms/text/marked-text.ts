/** Writes the problems of a form text into it, ready to be put right. */
import type { OwnerLanguage } from "../../texts/owner/owner-texts.ts";
import { type Sentence, sentenceText } from "../../texts/sentences/sentence.ts";
import { MARK } from "./lines.ts";
import type { Problem } from "./problem.ts";

/** Says what is wrong, without its place. */
export function problemSentence({ code }: Pick<Problem, "code">): Sentence {
  return { key: `text_${code}` };
}

/** The text with a line above each that has problems. What an earlier refusal wrote there is gone. */
export function markedText(source: string, problems: readonly Problem[], language: OwnerLanguage): string {
  const lines: string[] = [];
  let from = 0;
  for (const line of source.split("\n")) {
    const to = from + line.length + 1;
    const found = problems.filter(({ span }) => span.from >= from && span.from < to);
    const reasons = new Set(found.map((problem) => sentenceText(problemSentence(problem), language)));
    if (!line.trimStart().startsWith(MARK))
      lines.push(...[...reasons].map((reason) => `${MARK} ${reason}`), line);
    from = to;
  }
  return lines.join("\n");
}
