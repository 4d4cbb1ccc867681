/** Finds the concept that a label names: the whole label does, or its head noun, which only lends its type. */
import type { Language } from "../../../../generated/types.ts";
import { cached } from "../../../platform/cached.ts";
import type { Range } from "../reading/accounting.ts";
import { type Choice, type Concept, type Lexicon, lexiconOf } from "../reading/lexicon.ts";
import { PhraseTable } from "../reading/phrases.ts";
import { Prompt } from "../reading/prompt.ts";
import type { DraftConcept } from "./draft.ts";
import type { Text } from "./readers/reader.ts";
import { SHAPES } from "./shapes.ts";

const tables = new Map<string, PhraseTable<string>>();

/** Names of concepts or of choices in a language: labels first, then the other names. */
function namesOf(kind: "fields" | "choices", lexicon: Lexicon): PhraseTable<string> {
  return cached(tables, `${kind} ${lexicon.language}`, () => {
    const labels = Object.entries(lexicon.labels[kind]).map(([name, label]) => [label, name] as const);
    return new PhraseTable([...labels, ...lexicon.entries(kind === "fields" ? "aliases" : "choices")]);
  });
}

function isConcept(name: string | undefined): name is Concept {
  return name !== undefined && Object.hasOwn(SHAPES, name);
}

/** The concept of which a whole range is a name, in the language of the prompt or in English. */
export function wholeConcept({ prompt, lexicon }: Text, { from, to }: Range): Concept | undefined {
  const found =
    namesOf("fields", lexicon).whole(prompt.tokens, from, to) ??
    (lexicon.language === "en"
      ? undefined
      : namesOf("fields", lexiconOf("en")).whole(prompt.tokens, from, to));
  return isConcept(found?.value) ? found.value : undefined;
}

/** The concept of which a whole text is a name. */
export function conceptNamed(words: string, language: Language): Concept | undefined {
  const text = { prompt: new Prompt(words), lexicon: lexiconOf(language) };
  const { all } = text.prompt;
  return wholeConcept(text, all) ?? wholeConcept(text, text.prompt.trim(all, "?!.:,"));
}

/** The label of a concept and its other names. */
export function aliasesOf(concept: Concept, language: Language): string[] {
  const lexicon = lexiconOf(language);
  const aliases = lexicon.entries("aliases").filter(([, name]) => name === concept);
  return [lexicon.labels.fields[concept], ...aliases.map(([alias]) => alias)];
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
  const parts: Range[] = [];
  for (let at = head.from; at < head.to; at++) {
    const isWordStart = prompt.isWord(at) && (prompt.tokens[at]?.isSpaced || at === head.from);
    if (lexicon.isHeadFirst) parts.unshift({ from: head.from, to: at + 1 });
    else if (isWordStart) parts.push({ from: at, to: head.to });
  }
  const tables = [namesOf("fields", lexicon), lexicon.table("headNouns")];
  return parts
    .flatMap(({ from, to }) => tables.map((table) => table.whole(prompt.tokens, from, to)?.value))
    .find(isConcept);
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
  const isChoice = (name: string | undefined): name is Choice =>
    name !== undefined && Object.hasOwn(lexiconOf("en").labels.choices, name);
  return languages.map((language) => namesOf("choices", lexiconOf(language)).wholeText(words)).find(isChoice);
}
