/** The words that a topic says something about. */

import type { Language } from "../../../../generated/types.ts";
import { cached } from "../../../platform/cached.ts";
import { listLabels } from "../../drawing/diagram.ts";
import type { Topic } from "../../library/topic.ts";
import { findVocabulary, termIn } from "../../library/vocabulary.ts";
import { splitWords, type WordList, wordIndex } from "./words.ts";

const indexes = new Map<string, WordList>();

/** Whether a topic's texts have a form of the word, in English or as a term of another language. */
export function coversWord(topic: Topic, word: string, languages: readonly Language[]): boolean {
  return languages.some((language) => wordsOfTopic(topic, language).has(word));
}

function wordsOfTopic(topic: Topic, language: Language): WordList {
  return cached(indexes, `${topic.id}/${language}`, () =>
    wordIndex(splitWords(language === "en" ? englishText(topic) : termsText(topic, language))),
  );
}

function englishText(topic: Topic): string {
  const sections = topic.sections.flatMap(({ heading, younger, older }) => [heading, ...younger, ...older]);
  const terms = Object.entries(topic.terms).flat();
  const labels = topic.diagrams.flatMap(listLabels);
  return [topic.title, topic.about, ...topic.names, ...terms, ...labels, ...sections].join("\n");
}

function termsText(topic: Topic, language: Language): string {
  const terms = [...Object.keys(topic.terms), ...topic.diagrams.flatMap(listLabels)];
  const { titles, names } = findVocabulary(language);
  return [titles[topic.id], names[topic.id], ...terms.map((term) => termIn(language, term))].join("\n");
}
