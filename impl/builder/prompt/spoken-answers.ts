/** Marks the right answers that a quiz says in words: "Mars, Venus, no: Jupiter is right" and "The answer is Paris." */

import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { CLOSE, hasMarks, OPEN } from "../lexicon/mark-brackets.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { quizRemark } from "./answer-keys.ts";
import { splitChoices } from "./choices.ts";
import { splitOutside, withoutTrailing } from "./split.ts";

/** A longer answer is a sentence. */
const MAX_ANSWER = 60;
const MAX_LIST = 400;

/** The sentences of a line, with the right answers marked in the lists of choices behind questions. */
export function withSpokenAnswers(parts: readonly string[], grammar: Grammar): string[] {
  const marked: string[] = [];
  for (const part of parts) {
    const before = marked.at(-1) ?? "";
    if (isStated(part, grammar) && merge(marked, part, grammar)) continue;
    const listed =
      before.endsWith("?") && !part.includes("?") ? markedList(withoutBracket(part), grammar) : undefined;
    if (listed === undefined) marked.push(inBrackets(part, grammar));
    else marked[marked.length - 1] = `${before} (${listed}).`;
  }
  return marked;
}

/** "Which planet is the largest? (Jupiter is right, others Mars, Earth)": the list in brackets behind a question. */
function inBrackets(part: string, grammar: Grammar): string {
  // "(15, 30, 60) - 30 is right": the answer stands behind the brackets.
  const behind = /^(.*\? ?)\(([^()]{3,300})\),? ?(?:[-–—:;] ?)?([^()?]{3,90}?)[.!]?$/su.exec(part);
  const [, question = "", list = "", said = ""] = behind ?? [];
  const marked =
    behind && rightAnswer(said, grammar) !== undefined ? markedList(`${list}; ${said}`, grammar) : undefined;
  if (marked !== undefined) return `${question}(${marked}).`;
  return part.replace(/(?<=\? ?)\(([^()]{5,400})\)/gu, (whole: string, inner: string) => {
    const listed = markedList(inner, grammar);
    return listed === undefined ? whole : `(${listed})`;
  });
}

/** "Run, call 112, hide (call 112 is correct)" -> "Run, call 112, hide; call 112 is correct" */
function withoutBracket(part: string): string {
  return part.replace(/ \(([^()]{3,100})\)[.!]?$/u, "; $1");
}

/** "Paris is correct." and "Right answer: Paris." behind the choices. */
function isStated(part: string, grammar: Grammar): boolean {
  return !/[,;?]/.test(part) && rightAnswer(withoutTrailing(part, " .!"), grammar) !== undefined;
}

/** Marks the answer in the list before it. Returns whether there is one. */
function merge(marked: string[], stated: string, grammar: Grammar): boolean {
  const before = marked.at(-1) ?? "";
  const question = marked.at(-2) ?? "";
  const [, head = "", inner = ""] = /^(.*\?) ?\(([^()]{3,400})\)\.?$/u.exec(before) ?? [];
  const [, asked = "", behind = ""] = /^(.*\?) ([^?]{3,400})$/u.exec(before) ?? [];
  const isApart = head === "" && asked === "" && question.endsWith("?");
  const list = inner || behind || (isApart ? before : "");
  if (list === "") return false;
  const listed = markedList(`${withoutTrailing(list, " .")}; ${withoutTrailing(stated, " .!")}`, grammar);
  if (listed === undefined) return false;
  if (isApart) marked.pop();
  marked[marked.length - 1] = `${head || asked || question} (${listed}).`;
  return true;
}

/** "yes/no, no is correct" -> "yes, no⟦*⟧"; undefined: the list names no right answer. */
function markedList(text: string, grammar: Grammar): string | undefined {
  if (text.length > MAX_LIST || isMarked(text, grammar)) return undefined;
  const parts = splitOutside(withoutTrailing(text, " .!"), /[,;]|\.(?= )| [-–—] /g);
  const at = parts.findIndex((part) => rightAnswer(part, grammar) !== undefined);
  if (at < 0) return undefined;
  const answer = rightAnswer(parts[at]!, grammar)!;
  const others = parts.filter((_, index) => index !== at).map((part) => withoutOthers(part, grammar));
  const list = others.join(", ").replace(/^(\p{L}{1,10}) ?\/ ?(\p{L}{1,10})$/u, "$1, $2");
  const choices = list === "" ? [] : splitChoices(list, grammar);
  const letter = /^[a-h]$/i.test(answer) ? fold(answer).charCodeAt(0) - 97 : -1;
  const named = choices.findIndex((choice) => fold(choice) === fold(answer));
  const index = named >= 0 ? named : letter;
  const all = choices[index] === undefined ? [answer, ...choices] : choices;
  const right = choices[index] === undefined ? 0 : index;
  if (all.length < 2 || all.some((choice) => choice.length > MAX_ANSWER)) return undefined;
  return all.map((choice, place) => (place === right ? `${choice}${OPEN}*${CLOSE}` : choice)).join(", ");
}

const OTHERS =
  /^(?:and )?(?:the )?(?:others?|other (?:answers|options|choices|ones)|wrong(?: ones| answers| options)?|incorrect(?: ones| answers)?|(?:die )?anderen?|les autres|(?:los|las) otr[oa]s|gli altri|le altre|de andere)(?: are| is| sind| sont| son| sono| zijn)?:? (?=\S)/iu;

/** "others Mars" -> "Mars", "911 and 999 are wrong" -> "911 and 999" */
function withoutOthers(part: string, grammar: Grammar): string {
  const named = part.replace(OTHERS, "");
  const is = grammar.copulas.all(fold(named)).at(-1);
  if (!is || !wordsOf("wrong", grammar).is(fold(named.slice(is.end).trim()))) return named;
  return named.slice(0, is.start).trim();
}

/** Whether a list marks its answers already: "Earth, Jupiter*", "Paris (right), Rome". */
function isMarked(text: string, grammar: Grammar): boolean {
  if (hasMarks(text) || /[*✓✔✅]/u.test(text)) return true;
  const right = wordsOf("correct", grammar);
  return [...text.matchAll(/\(([^()]{1,30})\)/gu)].some(({ 1: inner = "" }) => right.is(fold(inner)));
}

/** "Jupiter is right", "the right answer is Jupiter", "correct: Jupiter" -> "Jupiter". */
export function rightAnswer(part: string, grammar: Grammar): string | undefined {
  if (part.length > MAX_ANSWER + 30 || quizRemark(part, grammar)) return undefined;
  const right = wordsOf("correct", grammar);
  const folded = fold(part);
  const joints = [
    ...grammar.copulas.all(folded),
    ...[...folded.matchAll(/ ?[:=] /g)].map(({ index, 0: mark }) => ({
      start: index,
      end: index + mark.length,
    })),
  ];
  for (const { start, end } of joints) {
    const sides = [part.slice(0, start).trim(), part.slice(end).trim()];
    for (const [answer = "", said = ""] of [sides, [...sides].reverse()])
      if (isAnswer(answer) && right.is(fold(stripFillers(said, grammar)))) return answer;
  }
  return undefined;
}

/** "which one is right" and "only one is correct" name no answer. */
function isAnswer(text: string): boolean {
  return (
    text !== "" &&
    text.length <= MAX_ANSWER &&
    !/[()?]/.test(text) &&
    !/^(?:(?:only )?(?:one|it|that|this|what|which|all|each|every|there|they|both|none|two|the first)(?: .*)?|.* (?:and|or) .*)$/iu.test(
      text,
    )
  );
}

const sets = new Map<string, ReturnType<typeof wordSet>>();

function wordsOf(name: "correct" | "wrong", grammar: Grammar): ReturnType<typeof wordSet> {
  const language = grammar.languages[0]!;
  const key = `${language} ${name}`;
  let words = sets.get(key);
  if (!words) {
    const lists = [...new Set([language, "en" as const])].map((one) => instructionsIn(one).vocabulary[name]);
    words = wordSet(lists.flatMap((list) => list ?? []));
    sets.set(key, words);
  }
  return words;
}
