/** The instructions of one language: how people ask for a change of a form or for a property of it. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../generated/types.ts";
import { fold } from "./fold.ts";
import shared from "./instructions/shared.json" with { type: "json" };
import { wordsIn } from "./lexicon.ts";
import { type PhraseSet, phraseSet } from "./phrases.ts";
import { parseTemplate, type Template, type Vocabulary } from "./templates.ts";

/** What instructions do; `instructions/shared.json` has the templates that all languages share. */
export type InstructionName = keyof typeof shared;

export interface Instructions {
  readonly templates: Readonly<Record<InstructionName, readonly Template[]>>;
  readonly vocabulary: Vocabulary;
  /** Words that instructions begin with, such as "remove". */
  readonly verbs: PhraseSet;
}

/** One file of `instructions/`: the phrases of a language by name, and templates for its own order of words. */
interface InstructionFile {
  readonly vocabulary: Readonly<Record<string, string>>;
  readonly templates?: Partial<Record<InstructionName, readonly string[]>>;
}

const cache = new Map<Language, Instructions>();

/** The instructions of a language, read and compiled at their first use. */
export function instructionsIn(language: Language): Instructions {
  let made = cache.get(language);
  if (made === undefined) {
    made = compile(language);
    cache.set(language, made);
  }
  return made;
}

function compile(language: Language): Instructions {
  const path = new URL(`instructions/${language}.json`, import.meta.url);
  const file = JSON.parse(readFileSync(path, "utf8")) as InstructionFile;
  const { form, and, or, required, optional, all, except } = wordsIn(language);
  const forms = `${form}, ${file.vocabulary.formForms ?? ""}`;
  const lists = { and, or, required, optional, all, except, ...file.vocabulary, form: forms };
  const vocabulary = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, phrases(list)]));
  const skipped = new Set(vocabulary.skip);
  const names = Object.keys(shared) as InstructionName[];
  const templates = Object.fromEntries(
    names.map((name) => [
      name,
      [...(file.templates?.[name] ?? []), ...shared[name]].flatMap(
        (text) => parseTemplate(text, vocabulary, skipped) ?? [],
      ),
    ]),
  ) as Record<InstructionName, Template[]>;
  const verbs = VERBS.flatMap((name) => vocabulary[name] ?? []);
  return { templates, vocabulary, verbs: phraseSet([...new Set(verbs)].map(wordsAlone)) };
}

/** The lists of words that begin instructions. */
const VERBS = [
  "add",
  "remove",
  "rename",
  "change",
  "move",
  "swap",
  "close",
  "translate",
  "offer",
  "show",
  "hide",
  "split",
  "limit",
  "allow",
  "shuffle",
  "redirect",
  "call",
  "replace",
  "merge",
  "always",
] as const;

/** A phrase as the matcher of phrases wants it: folded, with one blank between words. */
function wordsAlone(phrase: string): string {
  return (fold(phrase).match(/[\p{L}\p{N}]+|&/gu) ?? []).join(" ");
}

function phrases(list: string): string[] {
  return list
    .split(",")
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");
}

/** A number in digits or in words; undefined if a text is none. */
export function numberIn(text: string, { vocabulary }: Instructions): number | undefined {
  const plain = text.trim().toLowerCase();
  if (/^\d{1,7}(?:[.,]\d{1,2})?$/.test(plain)) return Number(plain.replace(",", "."));
  const word = (vocabulary.numbers ?? []).findIndex((one) => one.split("/").includes(plain));
  return word < 0 ? undefined : word + 1;
}
