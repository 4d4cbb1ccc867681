/** What labels ask for, as the lexicon knows it. */
import type { FormField, Language } from "../../../../generated/types.ts";
import { wholeConcept } from "../items/concepts.ts";
import { type Concept, lexiconOf } from "../reading/lexicon.ts";
import { Prompt } from "../reading/prompt.ts";

/** Concepts that mean no more than a type of field. */
const GENERAL: Partial<Record<FormField["type"], Concept>> = {
  email: "email",
  phone: "phone",
  date: "date",
  time: "time",
  url: "website",
  file_upload: "file",
  signature: "signature",
  consent: "consent",
  rating: "rating",
  nps: "nps",
};

/** @returns the concept that the whole of a text names, in a language or in English */
export function conceptNamed(text: string, language: Language): Concept | undefined {
  const known = { prompt: new Prompt(text), lexicon: lexiconOf(language) };
  return (
    wholeConcept(known, known.prompt.all) ?? wholeConcept(known, known.prompt.trim(known.prompt.all, "?!.:,"))
  );
}

/** The label of a concept and its other names. */
export function aliasesOf(concept: Concept, language: Language): string[] {
  const lexicon = lexiconOf(language);
  return [lexicon.labels.fields[concept], ...lexicon.aliases(concept)];
}

/** Names of the only field of a type. */
export function typeNames(type: FormField["type"], language: Language): string[] {
  const concept = GENERAL[type];
  return concept ? aliasesOf(concept, language) : [];
}
