/** Finds the concept that a label names: the whole label does, or its head noun, which only lends its type. */
import type { Language } from "../../../../generated/types.ts";
import type { Range } from "../reading/accounting.ts";
import { cached } from "../reading/cache.ts";
import { type Choice, type Concept, type Lexicon, lexiconOf } from "../reading/lexicon.ts";
import { PhraseTable } from "../reading/phrases.ts";
import type { DraftConcept } from "./draft.ts";
import type { Text } from "./readers/reader.ts";
import { SHAPES } from "./shapes.ts";

const tables = new Map<string, PhraseTable<string>>();

function tableOf(key: string, entries: () => Iterable<readonly [string, string]>): PhraseTable<string> {
  return cached(tables, key, () => new PhraseTable(entries()));
}

/** Names of concepts in a language: labels first, then the other names. */
function conceptTable({ language, labels }: Lexicon): PhraseTable<string> {
  return tableOf(`concepts ${language}`, () => [
    ...Object.entries(labels.fields).map(([concept, label]) => [label, concept] as const),
    ...lexiconOf(language).entries("aliases"),
  ]);
}

function isConcept(name: string | undefined): name is Concept {
  return name !== undefined && Object.hasOwn(SHAPES, name);
}

/** The concept of which a whole range is a name, in the language of the prompt or in English. */
export function wholeConcept({ prompt, lexicon }: Text, { from, to }: Range): Concept | undefined {
  const found =
    conceptTable(lexicon).whole(prompt.tokens, from, to) ??
    (lexicon.language === "en" ? undefined : conceptTable(lexiconOf("en")).whole(prompt.tokens, from, to));
  return isConcept(found?.value) ? found.value : undefined;
}

/** The concept of which a text is a name. */
export function conceptNamed(words: string, lexicon: Lexicon): string | undefined {
  return conceptTable(lexicon).wholeText(words);
}

/** @returns the concept of a label, of its head noun, or of the end of a compound word */
export function conceptOf(text: Text, range: Range): DraftConcept | undefined {
  const concept = wholeConcept(text, range);
  if (concept) return { concept, isWhole: true };
  const head = headConcept(text, range);
  return head && { concept: head, isWhole: false };
}

/** A label of more words is a sentence and has no head noun. */
const MAX_WORDS = 8;

function headConcept(text: Text, range: Range): Concept | undefined {
  const { prompt, lexicon } = text;
  if (prompt.count(range) > MAX_WORDS) return undefined;
  const head = headOf(text, range);
  const table = tableOf(`heads ${lexicon.language}`, () => lexicon.entries("headNouns"));
  const parts: Range[] = [];
  for (let at = head.from; at < head.to; at++) {
    const isWordStart = prompt.isWord(at) && (prompt.tokens[at]?.isSpaced || at === head.from);
    if (lexicon.isHeadFirst) parts.unshift({ from: head.from, to: at + 1 });
    else if (isWordStart) parts.push({ from: at, to: head.to });
  }
  for (const { from, to } of parts) {
    const found =
      conceptTable(lexicon).whole(prompt.tokens, from, to) ?? table.whole(prompt.tokens, from, to);
    if (isConcept(found?.value)) return found.value;
  }
  return undefined;
}

/** The part of a label before "of", "for" and the like, which has the head noun. */
export function headOf({ prompt, lexicon }: Text, { from, to }: Range): Range {
  for (let at = from + 1; at < to; at++)
    if (lexicon.table("cuts").at(prompt.tokens, at, to) && prompt.tokens[at]?.isSpaced)
      return { from, to: at };
  return { from, to };
}

/** The well-known choice that a text is, in one of several languages. */
export function choiceNamed(words: string, languages: readonly Language[]): Choice | undefined {
  for (const language of languages) {
    const lexicon = lexiconOf(language);
    const table = tableOf(`choices ${language}`, () => [
      ...Object.entries(lexicon.labels.choices).map(([choice, label]) => [label, choice] as const),
      ...lexicon.entries("choices"),
    ]);
    const found = table.wholeText(words);
    const known = Object.keys(lexicon.labels.choices).find((choice): choice is Choice => choice === found);
    if (known) return known;
  }
  return undefined;
}
