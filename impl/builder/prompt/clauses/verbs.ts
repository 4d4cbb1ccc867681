/** Finds the verbs of an English clause: which one says what respondents do, and where its objects begin. */
import { isForm, type Token, type WordClass, wordsOf } from "./tokens.ts";

/** "would like to know": the words of one verb, with its auxiliaries. */
export interface VerbGroup {
  readonly from: number;
  /** The first token behind it, its particle and its pronoun ("write us down"). */
  readonly end: number;
  /** The verb that says what is done: "know". */
  readonly verb: string;
  readonly chain: readonly string[];
  readonly passive: boolean;
  /** "can", "may" */
  readonly mayBe: boolean;
}

export interface Clause {
  readonly subject: readonly Token[];
  readonly from: number;
  readonly group: VerbGroup;
}

const BE = /^(?:am|is|are|was|were|be|been|being|'s|'re|'m)$/;

/** The verb group that begins at a token; undefined: there is none. */
export function verbGroup(tokens: readonly Token[], from: number): VerbGroup | undefined {
  const chain: string[] = [];
  let verb = "";
  let at = from;
  let passive = false;
  let be = false;
  let mayBe = false;
  for (; at < tokens.length; at++) {
    const { part, word } = tokens[at]!;
    const after = tokens[at + 1];
    if (part === "aux") {
      be = BE.test(word);
      mayBe ||= /^(?:can|may|could|might)$/.test(word);
      verb = word;
    } else if (part === "to" && isForm(verb, "agree")) break;
    else if (part === "to" && at > from && after && /^(?:verb|aux|noun|adv)$/.test(after.part)) {
      passive = false;
      at += after.part === "adv" ? 1 : 0;
      if (after.part === "aux") continue;
      at++;
      verb = tokens[at]!.word;
      chain.push(verb);
    } else if (be && (part === "past" || wordsOf("wanted").has(word))) {
      passive = true;
      verb = word;
      chain.push(verb);
    } else if (chain.length === 0 && isContent(tokens, at, from)) {
      verb = word;
      chain.push(verb);
    } else if (!isBetween(tokens, at, from)) break;
  }
  if (verb === "") return undefined;
  if (/^signs?$/.test(verb) && /^(?:up|in|out|on|off)$/.test(tokens[at]?.word ?? "")) {
    verb = "register";
    at++;
  }
  const known = knowOf(tokens, at, verb);
  if (known !== undefined) return { from, end: known + 1, verb: "know", chain, passive: false, mayBe };
  return { from, end: objectStart(tokens, at, verb), verb, chain, passive, mayBe };
}

/** "let us know", "let the school know" */
function knowOf(tokens: readonly Token[], at: number, verb: string): number | undefined {
  if (!/^lets?$/.test(verb)) return undefined;
  const found = tokens.slice(at, at + 4).findIndex(({ word }) => word === "know");
  return found < 0 ? undefined : at + found;
}

function isContent(tokens: readonly Token[], at: number, from: number): boolean {
  const { part, word } = tokens[at]!;
  if (part === "verb") return true;
  const before = tokens[at - 1];
  const isAfterAux = at > from && before !== undefined && /^(?:aux|adv|not)$/.test(before.part);
  if (!isAfterAux) return false;
  return (
    part === "past" ||
    part === "ing" ||
    (word === "like" && at > from) ||
    (part === "noun" && !BE.test(before.word))
  );
}

/** Adverbs and "not" stand between the words of a verb. */
function isBetween(tokens: readonly Token[], at: number, from: number): boolean {
  const { part } = tokens[at]!;
  const after = tokens[at + 1];
  return (
    (part === "adv" || part === "not") && (at === from || after?.part !== "mark") && after?.part !== "det"
  );
}

const PREPOSITIONS: Readonly<Record<string, RegExp>> = {
  for: /^(?:ask|apply|vote|look|wait|sign)/,
  about: /^(?:ask|know|hear|tell|learn|wonder)/,
  of: /^(?:consist|track|know|inform)/,
  on: /^(?:decide|agree|vote|report)/,
  between: /^(?:cho|decid|pick|select)/,
  from: /^(?:cho|pick|select|hear)/,
  with: /^(?:register|sign|join|book|apply|enrol|check|start|reply|respond|answer)/,
};

/** Behind the verb: its particle ("write down"), a pronoun ("tell us"), and a preposition ("ask for"). */
function objectStart(tokens: readonly Token[], from: number, verb: string): number {
  let at = from;
  const isOpen = (index: number) => {
    const after = tokens[index];
    return (
      after !== undefined && !/^(?:num|prep|to)$/.test(after.part) && !wordsOf("particles").has(after.word)
    );
  };
  const skip = () => {
    const { part = "mark", word = "" } = tokens[at] ?? {};
    if (part === "adv") return !/^(?:here|there)$/.test(word) || isOpen(at + 1);
    if (part === "object") return true;
    if (
      wordsOf("particles").has(word) &&
      part !== "subject" &&
      isOpen(at + 1) &&
      !/^(?:agree|decide|choose)/.test(verb)
    )
      return word !== "on" && word !== "off" && word !== "over";
    return false;
  };
  while (at < tokens.length && skip()) at++;
  const { word = "" } = tokens[at] ?? {};
  return PREPOSITIONS[word]?.test(verb) && word !== "about"
    ? at + 1
    : word === "about" && PREPOSITIONS.about!.test(verb)
      ? at + 1
      : at;
}

/** The main verb of a clause with the words before it; undefined: it has none before its colon or end. */
export function mainClause(tokens: readonly Token[], from: number): Clause | undefined {
  let pending = 0;
  let start = from;
  for (let at = from; at < tokens.length; at++) {
    const { part, word } = tokens[at]!;
    const before = at > from ? tokens[at - 1] : undefined;
    if (part === "mark") {
      if (word !== "," || !mayLead(tokens[from]!)) return undefined;
      start = at + 1;
    } else if (word === "who" || word === "whoever" || isRelative(tokens, at)) pending++;
    else if (part === "if" || (at === from && /^(?:when|where)$/.test(word))) pending++;
    else if (part === "asks") return undefined;
    else if (part === "subject" && at > start && before?.part !== "prep" && pending === 0) start = at;
    else if (
      part === "verb" ||
      part === "aux" ||
      (part === "past" && pending > 0 && before?.part !== "noun")
    ) {
      const group = verbGroup(tokens, at);
      if (!group) return undefined;
      if (pending === 0) return { subject: tokens.slice(start, at), from: start, group };
      pending--;
      at = Math.max(at, group.end - 1);
    }
  }
  return undefined;
}

/** "After every concert, ..." and "Each evening, ...": what stands before a comma before the subject. */
function mayLead({ part, word }: Token): boolean {
  return /^(?:prep|adv|if|to)$/.test(part) || /^(?:each|every|when|whenever|where|and|but)$/.test(word);
}

function isRelative(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const { part, word } = tokens[at]!;
  return (part === "that" || word === "which") && (before?.part === "noun" || before?.part === "subject");
}

/** What a verb does with its objects. */
export type Deed = "give" | "choose" | "upload" | "rate" | "agree" | "sign" | "describe" | "book";

const DEEDS: readonly Deed[] = ["choose", "upload", "rate", "agree", "sign", "describe", "give", "book"];

/** What respondents do; undefined: nothing that a form takes, as far as the verb says. */
export function deedOf(verb: string): Deed | undefined {
  return DEEDS.find((deed) => isForm(verb, deed)) ?? (verb === "know" ? "give" : undefined);
}

export function isVerbOf(verb: string, name: WordClass): boolean {
  return isForm(verb, name);
}

/** Who or what a clause speaks of. */
export type Actor = "owner" | "form" | "people" | "none";

export function actorOf(subject: readonly Token[]): Actor {
  const words = subject.filter(({ part }) => part !== "adv");
  const [first] = words;
  if (!first) return "none";
  const head = headOf(words);
  if (words.some(({ word }) => word === "i" || word === "we")) return "owner";
  if (wordsOf("owners").has(head.word)) return "owner";
  if (wordsOf("forms").has(head.word)) return "form";
  return "people";
}

/** The noun that a subject is about: before its preposition or relative clause. */
function headOf(words: readonly Token[]): Token {
  const end = words.findIndex(
    ({ part, word }, index) =>
      index > 0 && (part === "prep" || part === "that" || word === "who" || part === "ing"),
  );
  const own = end < 0 ? words : words.slice(0, end);
  return own.findLast(({ part }) => part !== "bracket") ?? own.at(-1)!;
}
