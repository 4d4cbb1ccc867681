/** Writes pages with a title the way lists have them: "Page 1: about you (name, email)" -> 'Page 1 "about you": name, email'. */
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { sentences } from "./split.ts";

/** A longer line is read as it is. */
const MAX_LINE = 4000;
const NTH = ["first", "second", "third", "fourth", "fifth"];

const HEAD = /^(?:the )?(?:(\p{L}{3,20}) (\p{L}{2,12})|(\p{L}{2,12}) (\d{1,2}))(?: ?:| [-–—]) (.+)$/iu;
/** "On the first: name, email" */
const ON_THE = new RegExp(`^on the (${NTH.join("|")})(?: (?:page|one|step))?(?: ?:)`, "iu");
const IN_BRACKETS = /^([^():,;-]{2,40}?) \(([^()]*(?:\([^()]*\)[^()]*)*,[^()]*(?:\([^()]*\)[^()]*)*)\)\.?$/u;
const BEHIND_DASH = /^([^():,;-]{2,40}?)(?: [-–—]|:) ([^:]+,[^:]+)$/u;

export function withPageTitles(line: string, grammar: Grammar): string {
  if (line.length > MAX_LINE) return line;
  const parts = sentences(line);
  const written = parts.map((part) => titled(part, grammar));
  return written.every((part, index) => part === parts[index]) ? line : written.join(" ");
}

function titled(sentence: string, grammar: Grammar): string {
  const [, nth = "", noun = "", word = "", digits = "", rest = ""] =
    HEAD.exec(sentence.replace(ON_THE, "$1 page:")) ?? [];
  if (rest === "") return sentence;
  const pages = instructionsIn(grammar.languages[0]!).vocabulary.page ?? [];
  const number = digits !== "" ? Number(digits) : NTH.indexOf(nth.toLowerCase()) + 1;
  if (number < 1 || !pages.includes((digits !== "" ? word : noun).toLowerCase())) return sentence;
  const [, title = "", list = ""] = IN_BRACKETS.exec(rest) ?? BEHIND_DASH.exec(rest) ?? [];
  if (title !== "") return `${pages[0]} ${number} "${sentenceCase(title)}": ${list}.`;
  return ON_THE.test(sentence) ? `${pages[0]} ${number}: ${rest}` : sentence;
}
