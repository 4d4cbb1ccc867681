/** Writes noun phrases of a sentence as labels: shared heads, modifiers behind them, numbers of the same thing. */
import type { Grammar } from "../../lexicon/grammar.ts";
import type { Kind } from "../../lexicon/words.ts";
import { isKnown } from "../known.ts";
import { CONTACT } from "../recognise.ts";
import type { Asked } from "./asked.ts";
import { OPTIONAL } from "./pieces.ts";
import { type Token, wordsOf } from "./tokens.ts";

/** The label of a field, and what the sentence says of it. */
export interface NounText {
  readonly text: string;
  readonly asked: Asked;
  readonly kind?: Kind;
  readonly optional?: boolean;
  readonly condition?: string;
}

interface Phrase {
  words: Token[];
  readonly asked: Asked;
}

/** The labels of noun phrases side by side. */
export function nounItems(
  run: readonly Asked[],
  tokens: readonly Token[],
  text: string,
  grammar: Grammar,
): NounText[] {
  const phrases: Phrase[] = run.map((asked) => ({ words: tokens.slice(asked.from, asked.to), asked }));
  const heads = sharedHeads(phrases);
  return phrases.flatMap(({ words, asked }, index) => {
    const named = heads[index] ?? text.slice(words[0]!.start, words.at(-1)!.end);
    const tails = asked.tails
      .map(([from, to]) => ` (${text.slice(tokens[from]!.start, tokens[to - 1]!.end)})`)
      .join("");
    const limit = limitBehind(words);
    if (limit > 0) {
      const own = text.slice(words[0]!.start, words[limit - 1]!.end);
      const bound = text.slice(words[limit]!.start, words.at(-1)!.end);
      const label = /\d/.test(bound) ? `${own} (${bound})` : own;
      return [{ ...withCondition(`${label}${tails}`, asked), kind: "long_text" as const }];
    }
    const opened = withList(named, words, text, grammar);
    const bare = opened.flatMap((one) => (CONTACT.test(one) ? ["email", "phone"] : [one]));
    return bare
      .flatMap((one) => several(withCondition(`${one}${tails}`, asked), words, grammar))
      .map((one) => withKind(one, words));
  });
}

/** "their chest, waist and hip measurements in cm": each has the head of the last. "the first and the last day" as well. */
function sharedHeads(phrases: readonly Phrase[]): (string | undefined)[] {
  const heads: (string | undefined)[] = phrases.map(() => undefined);
  phrases.forEach(({ words }, index) => {
    const next = phrases[index + 1];
    if (next && !hasNoun(words) && hasNoun(next.words))
      heads[index] = `${textOf(words)} ${textOf(next.words.filter(({ part }) => part === "noun"))}`;
    const before = phrases[index - 1];
    if (before && words[0]!.part === "prep" && next === undefined) {
      const at = before.words.findIndex(({ part }) => part === "prep");
      if (at > 0) heads[index] = `${textOf(before.words.slice(0, at))} ${textOf(words)}`;
    }
  });
  const last = phrases.at(-1);
  const at = last?.words.findIndex(({ word }) => wordsOf("sharedHeads").has(word)) ?? -1;
  if (!last || at < 1 || phrases.length < 2) return heads;
  const tail = textOf(last.words.slice(at)).replace(/^(\p{L}+?)s(?= |$)/u, "$1");
  for (let index = phrases.length - 1; index >= 0; index--) {
    const { words } = phrases[index]!;
    const own = words
      .slice(0, index === phrases.length - 1 ? at : undefined)
      .filter(({ part }) => part !== "det");
    if (own.length === 0 || own.length > 2 || own.some(({ part }) => part === "prep" || part === "bracket"))
      break;
    const before = words[0]!.part === "det" ? `${words[0]!.word} ` : "";
    heads[index] = `${before}${textOf(own)} ${tail}`;
    if (words[0]!.part === "det") break;
  }
  return heads;
}

/** "the choice in at most 200 characters": where the limit begins. */
function limitBehind(words: readonly Token[]): number {
  if (!wordsOf("lengths").has(words.at(-1)!.word)) return -1;
  return words.findLastIndex(({ word }) => word === "in" || word === "of");
}

function hasNoun(words: readonly Token[]): boolean {
  return words.some(({ part }) => !/^(?:det|adj|num|adv)$/.test(part));
}

function textOf(words: readonly Token[]): string {
  return words.map(({ word }) => word).join(" ");
}

/** "one book with title" is its title: what is not known with "with" behind it is a thing, not a field. */
function withList(label: string, words: readonly Token[], text: string, grammar: Grammar): string[] {
  const at = words.findIndex(({ word }, index) => index > 0 && word === "with");
  if (at < 0 || !/^(?:a|an|one|each|every)$/.test(words[0]!.word)) return [label];
  const behind = words.slice(at + 1);
  if (behind.length === 0) return [label];
  const thing = text.slice(words[0]!.start, words[at - 1]!.end);
  const part = text.slice(behind[0]!.start, behind.at(-1)!.end);
  return isKnown(thing, grammar) ? [thing, part] : [part];
}

/** "the house number if there is one" may be left out; "an address only if they want delivery" has a condition. */
export function withCondition(label: string, asked: Asked): NounText {
  const { optional, condition } = asked;
  const [, before = "", only = "", rest = ""] = /^([^()]+?),? (only )?if ([^()]+)$/iu.exec(label) ?? [];
  const own = {
    text: label,
    asked,
    ...(optional && { optional }),
    ...(condition !== undefined && { condition }),
  };
  if (before === "") return own;
  if (only === "" && OPTIONAL.test(rest)) return { ...own, text: before, optional: true };
  return { ...own, text: before, condition: rest };
}

/** "two emergency phone numbers" are two fields. */
function several(one: NounText, words: readonly Token[], grammar: Grammar): NounText[] {
  const count = ["two", "three", "four", "five"].indexOf(words[0]!.word) + 2;
  if (count < 2) return [one];
  const single = one.text
    .replace(/^\p{L}+ /u, "")
    .replace(/(es|s)(?= \(|$)/u, (end) => (end === "es" ? "es" : ""))
    .replace(/addresses/u, "address");
  const bare = single.replace(/ \(.*$/u, "");
  const tail = bare.split(" ").slice(-2).join(" ");
  if (!isKnown(bare, grammar) && !isKnown(tail, grammar)) return [one];
  return Array.from({ length: count }, (_, index) => ({
    ...one,
    text: single.replace(bare, `${bare} ${index + 1}`),
  }));
}

/** "the day they bring it back": a day with words behind it is a date. */
function withKind(one: NounText, words: readonly Token[]): NounText {
  const end = words.findIndex(
    ({ part, word }, index) =>
      index > 0 &&
      (part === "prep" || part === "subject" || word === "that" || part === "if" || part === "bracket"),
  );
  const head = (end < 0 ? words : words.slice(0, end)).at(-1)?.word ?? "";
  const last = words.findLast(({ part }) => part !== "bracket")?.word ?? "";
  if (
    words.length > 2 &&
    wordsOf("units").has(last) &&
    / in \p{L}+(?: (?:per|a|each) \p{L}+)?(?: \(|$)/iu.test(one.text)
  )
    return { ...one, kind: "number" };
  if (wordsOf("measures").has(words[0]!.word) && words[1]?.word === "of") return { ...one, kind: "number" };
  if (/^(?:permission|consent)$/.test(words.find(({ part }) => part !== "det")?.word ?? ""))
    return { ...one, text: `I give ${one.text.replace(/^(?:the|their|your) /iu, "")}`, kind: "consent" };
  const isLong = words.length > 2;
  if (words.length > 1 && wordsOf("dayHeads").has(head)) return { ...one, kind: "date" };
  if (isLong && wordsOf("timeHeads").has(head) && end > 0) return { ...one, kind: "time" };
  return one;
}
