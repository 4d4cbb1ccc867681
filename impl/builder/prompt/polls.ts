/** Reads polls: one question and the answers that people vote for. */

import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { splitChoices } from "./choices.ts";
import { isKnown } from "./known.ts";
import type { Item } from "./outline.ts";
import { withoutTrailing } from "./split.ts";

/** An answer of more words is a sentence. */
const MAX_WORDS = 5;

/** "Poll for lunch: pizza, sushi or burgers?": what people vote for; undefined: the list after the colon names something else. */
export function pollFrom(head: string, list: string, grammar: Grammar): Item | undefined {
  const { poll = [], topicWords = [] } = instructionsIn(grammar.languages[0]!).vocabulary;
  const word = wordSet(poll).all(fold(head)).at(-1);
  if (!word) return undefined;
  const [, question = "", behind = list] = /^([^?]{3,120}\?) +(.+)$/u.exec(list) ?? [];
  const answers = splitChoices(withoutTrailing(behind, " .?!").replace(/^\((.+)\)$/, "$1"), grammar);
  if (answers.length < 2 || !answers.every((answer) => isAnswer(answer, grammar))) return undefined;
  const topic = stripFillers(withoutStart(head.slice(word.end).trim(), wordSet(topicWords)), grammar);
  const asked = list.endsWith("?") ? list : head;
  return { text: question || topic || asked, choices: answers };
}

function isAnswer(text: string, grammar: Grammar): boolean {
  return text.split(" ").length <= MAX_WORDS && !/[:?()]/.test(text) && !isKnown(text, grammar);
}
