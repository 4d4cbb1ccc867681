/** Reads the lexicon: what each of the 24 languages understands in prompts, and what it shows in forms. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../generated/types.ts";
import type { Labels } from "./concepts.ts";
import type { Words } from "./words.ts";

/** One file of `languages/`. */
export interface Vocabulary {
  readonly labels: Labels;
  readonly words: Words;
}

const vocabularies = new Map<Language, Vocabulary>();

/** A language is read when it is first needed, which takes about 1 ms. The tests check what the files hold. */
function vocabulary(language: Language): Vocabulary {
  let read = vocabularies.get(language);
  if (read === undefined) {
    const file = new URL(`languages/${language}.json`, import.meta.url);
    read = JSON.parse(readFileSync(file, "utf8")) as Vocabulary;
    vocabularies.set(language, read);
  }
  return read;
}

/** What forms show in a language. */
export function labelsIn(language: Language): Labels {
  return vocabulary(language).labels;
}

/** What is understood in a language. */
export function wordsIn(language: Language): Words {
  return vocabulary(language).words;
}
