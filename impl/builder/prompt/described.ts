/** Reads fields that are described instead of named: "a dropdown asking which day suits them", "an email field for the caterer". */
import type { Draft } from "../fields/draft.ts";
import { meaningOf } from "../fields/meaning.ts";
import { findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { type PhraseSet, wordSet } from "../lexicon/phrases.ts";
import { directQuestion } from "./indirect.ts";
import { setKind } from "./labels.ts";

/** What the words describe, without "a question asking"; the kind of field that they name goes into the draft. */
export function withoutDescription(text: string, draft: Draft, grammar: Grammar): string {
  const { vocabulary } = instructionsIn(grammar.languages[0]!);
  const { fieldWords = [], askingWords = [], describedBy = [] } = vocabulary;
  const start = stripFillers(text, grammar);
  const nouns = wordSet(fieldWords);
  const kind = startOf(start, grammar.kinds) ?? typeBefore(start, nouns, grammar);
  const noun = startOf(kind?.rest ?? start, nouns);
  const rest = noun?.rest ?? kind?.rest ?? start;
  const asking = startOf(rest, wordSet(askingWords));
  if (!asking) {
    const isField = kind && (noun !== undefined || nouns.is(kind.phrase.split(" ").at(-1)!));
    const about = isField ? startOf(rest, wordSet(describedBy)) : undefined;
    if (about) setKind(kind!.phrase, draft, grammar);
    return about?.rest ?? withoutNoun(text, nouns, grammar);
  }
  const isSure = kind !== undefined || noun !== undefined || asking.phrase.split(" ").length > 2;
  if (!isSure && !isQuestion(asking.rest, grammar)) return text;
  if (kind) setKind(kind.phrase, draft, grammar);
  return asking.rest;
}

/** "asking price" is no question, "asking how they heard of us" is one. */
function isQuestion(text: string, grammar: Grammar): boolean {
  return questionKind(text, grammar) !== undefined || directQuestion(text) !== text;
}

/** "an age question" asks for the age; a "security question" keeps its name. */
function withoutNoun(text: string, nouns: PhraseSet, grammar: Grammar): string {
  const last = nouns.all(fold(text)).at(-1);
  const named = last && last.end === text.length ? text.slice(0, last.start).trim() : "";
  return named !== "" && meaningOf(stripFillers(named, grammar), grammar, false)?.exact ? named : text;
}

interface Start {
  readonly phrase: string;
  readonly rest: string;
}

/** "email" in "email field": the name of a type before the word for a field. */
function typeBefore(text: string, nouns: PhraseSet, grammar: Grammar): Start | undefined {
  const [phrase = ""] = /^[\p{L}-]+(?= \p{L})/u.exec(text) ?? [];
  const rest = text.slice(phrase.length).trim();
  const isType = phrase !== "" && nouns.start(fold(rest)) && findKind(phrase, grammar.languages);
  return isType ? { phrase, rest } : undefined;
}

function startOf(text: string, set: PhraseSet): Start | undefined {
  const found = set.start(fold(text));
  const rest = found ? text.slice(found.end).replace(/^[\s,:-]+/, "") : "";
  return found && /\p{L}/u.test(rest) ? { phrase: found.phrase, rest } : undefined;
}
