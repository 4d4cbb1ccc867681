/** Tells whether a part of a list asks for something by itself, so that it is neither a choice nor the rest of a question. */
import { evidenceIn } from "../fields/evidence.ts";
import { meaningOf } from "../fields/meaning.ts";
import { SHAPES } from "../fields/shapes.ts";
import { unitAtEnd } from "../fields/units.ts";
import { answerNouns } from "../lexicon/answer-nouns.ts";
import { findChoice } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripAnd, stripFillers } from "../lexicon/grammar.ts";
import { isKnown } from "./known.ts";
import { splitOutside } from "./split.ts";

/** A part of more words is a sentence. */
const MAX_WORDS = 9;

/** Whether a part is a field: it is known, has brackets or a star behind it, or its words say what it takes. */
export function standsAlone(part: string, grammar: Grammar): boolean {
  const bare = stripFillers(stripAnd(part, grammar), grammar);
  if (bare.split(" ").length > MAX_WORDS || grammar.or.start(fold(part))) return false;
  return (
    /[^\s(]\s?\([^()]+\)\*?$|\*$/.test(bare) ||
    isKnown(bare.replace(/\?$/, ""), grammar) ||
    asksByWords(bare, grammar) ||
    (bare.includes(" ") && questionKind(bare, grammar) !== undefined)
  );
}

/** Whether the words of a part alone say what it takes: "link to the video", "seats needed", "own car y/n". */
export function asksByWords(bare: string, grammar: Grammar): boolean {
  if (!bare.includes(" ") || grammar.or.first(fold(bare))) return false;
  if (answerNouns(grammar, "cuts").phrases.start(fold(bare))) return false;
  const [, first = "", second = ""] = / (\p{L}{1,5})\/(\p{L}{1,5})\??$/u.exec(bare) ?? [];
  const answers = [first, second].map((one) => findChoice(one, grammar.languages)?.value);
  if (answers[0] === "yes" && answers[1] === "no") return true;
  if (/\d/.test(bare)) return false;
  const meaning = meaningOf(bare, grammar, false);
  if (meaning && TYPED.has(SHAPES[meaning.concept].type)) return true;
  const evidence = evidenceIn(bare, grammar);
  return (
    (evidence !== undefined && evidence.shape.type !== "short_text") || unitAtEnd(bare, grammar) !== undefined
  );
}

/** Types of concepts that no choice has by chance. */
const TYPED: ReadonlySet<string> = new Set([
  "number",
  "date",
  "time",
  "email",
  "phone",
  "url",
  "file_upload",
  "yes_no",
  "signature",
]);

/** Whether a text with commas is a list of fields: at least half of the parts behind the first ask for something by themselves. */
export function listsSeveral(text: string, grammar: Grammar): boolean {
  const [, ...parts] = splitOutside(text, /,(?!\d)|(?<!\d),/g);
  // The question mark at the end may belong to the first part.
  const others = parts.filter(
    (part, index) => index < parts.length - 1 || !part.endsWith("?") || standsAlone(part, grammar),
  );
  const alone = others.filter((part) => standsAlone(part, grammar)).length;
  return parts.length > 1 && alone > 0 && alone * 2 >= others.length;
}
