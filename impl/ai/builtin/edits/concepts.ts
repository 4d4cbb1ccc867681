/** What labels ask for, as the lexicon knows it. */
import type { Language } from "../../../../generated/types.ts";
import { wholeConcept } from "../items/concepts.ts";
import { type Concept, lexiconOf } from "../reading/lexicon.ts";
import { Prompt } from "../reading/prompt.ts";

/** @returns the concept that the whole of a text names, in a language or in English */
export function conceptNamed(text: string, language: Language): Concept | undefined {
  const known = { prompt: new Prompt(text), lexicon: lexiconOf(language) };
  const { all } = known.prompt;
  return wholeConcept(known, all) ?? wholeConcept(known, known.prompt.trim(all, "?!.:,"));
}

/** The label of a concept and its other names. */
export function aliasesOf(concept: Concept, language: Language): string[] {
  const lexicon = lexiconOf(language);
  return [
    lexicon.labels.fields[concept],
    ...lexicon.entries("aliases").flatMap(([alias, name]) => (name === concept ? alias : [])),
  ];
}
