/** Takes the text that is shown after sending out of a line: 'After sending: "Thank you."'. */
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";

/** Between "after sending" and the text: a colon, or a few words such as "please show the message". */
const QUOTED = /^(?: ?[:,–-])?(?: [\p{L}'’-]{1,14}){0,5}(?: ?[:,–-])? ?["“„«]([^"“”„«»]{3,300})["”“»][.!]?/u;

/** The line without the text, and the text. */
export function afterSending(line: string, grammar: Grammar): { rest: string; text?: string } {
  if (!/["“„«]/.test(line)) return { rest: line };
  const words = [grammar.languages[0]!, "en" as const].flatMap(
    (language) => instructionsIn(language).vocabulary.afterSending ?? [],
  );
  for (const { start, end } of wordSet(words).all(fold(line))) {
    const found = QUOTED.exec(line.slice(end));
    const before = line.slice(0, start);
    if (!found || !/(?:^|[.,;:!?•*-]\s*|\n|\s(?:and|und|et|y|e|en)\s)$/u.test(before)) continue;
    const rest = `${before.replace(/[\s,;:–-]+$/u, "")}${before === "" ? "" : "."} ${line.slice(end + found[0].length)}`;
    return { rest: rest.replace(/\.\s*\./g, ".").trim(), text: found[1]! };
  }
  return { rest: line };
}
