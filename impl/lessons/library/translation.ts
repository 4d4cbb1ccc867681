/** Translations of whole topics: one JSON file for each language and topic, in the shape of the topic. */
import { existsSync, readFileSync } from "node:fs";
import type { Language } from "../../../generated/types.ts";
import type { Topic, TopicTask } from "./topic.ts";

/** The texts of a topic, in the order of the English ones. */
export interface Translation {
  readonly about: string;
  /** Maps an English term to its meaning. The term itself is in the language's vocabulary. */
  readonly terms: Readonly<Record<string, string>>;
  readonly sections: readonly {
    readonly heading: string;
    readonly younger: readonly string[];
    readonly older: readonly string[];
  }[];
  readonly tasks: readonly TranslatedTask[];
  /** The contents of each diagram. */
  readonly diagrams: readonly string[];
}

/** A translated task. Lists have the order of the English ones; accepted words are words of the language. */
export interface TranslatedTask {
  readonly question: string;
  readonly explanation: string;
  readonly right?: readonly string[];
  readonly wrong?: readonly string[];
  readonly items?: readonly string[];
  readonly accepted?: readonly string[];
  readonly points?: readonly string[];
}

const translations = new Map<string, Translation | undefined>();

/** Undefined where the library has the topic in English only. Files are read when they are first needed. */
export function findTranslation({ id }: Topic, language: Language): Translation | undefined {
  const name = `${language}/${id}.json`;
  if (!translations.has(name)) {
    const file = new URL(`translations/${name}`, import.meta.url);
    translations.set(
      name,
      existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Translation) : undefined,
    );
  }
  return translations.get(name);
}

/** Whether the library has all texts of a topic in a language. */
export function isWhollyIn(topic: Topic, language: Language): boolean {
  return language === "en" || findTranslation(topic, language) !== undefined;
}

/** The task of a topic in a language. */
export function taskIn(topic: Topic, task: TopicTask, language: Language): TranslatedTask | undefined {
  return findTranslation(topic, language)?.tasks[topic.tasks.indexOf(task)];
}
