/** The words that a topic says something about. */

import type { Language } from "../../../../generated/types.ts";
import { getCached } from "../../../platform/cache.ts";
import { listLabels } from "../../drawing/diagram.ts";
import type { Topic } from "../../library/topic.ts";
import { findVocabulary, termIn } from "../../library/vocabulary.ts";
import { splitWords, type WordList, wordIndex } from "./words.ts";

const indexes = new Map<string, WordList>();

/** Whether a topic's texts have a form of the word, in English or as a term of another language. */
export function coversWord(topic: Topic, word: string, languages: readonly Language[]): boolean {
  return isKeyWord(topic, word, languages) || (languages.includes("en") && runningText(topic).has(word));
}

/** Whether the topic's names, terms, labels or headings have a form of the word. */
export function isKeyWord(topic: Topic, word: string, languages: readonly Language[]): boolean {
  return languages.some((language) => keyWords(topic, language).has(word));
}

/** Whether the topic's English names have a form of the word. */
export function isNameWord({ id, title, names }: Topic, word: string): boolean {
  return getCached(indexes, `${id}/names`, () => wordIndex(splitWords([title, ...names].join("\n")))).has(
    word,
  );
}

function runningText({ id, about, sections, terms }: Topic): WordList {
  return getCached(indexes, id, () => {
    const paragraphs = sections.flatMap(({ younger, older }) => [...younger, ...older]);
    return wordIndex(splitWords([about, ...Object.values(terms), ...paragraphs].join("\n")));
  });
}

function keyWords(topic: Topic, language: Language): WordList {
  return getCached(indexes, `${topic.id}/${language}`, () => {
    const terms = [...Object.keys(topic.terms), ...topic.diagrams.flatMap(listLabels)];
    const headings = topic.sections.map(({ heading }) => heading);
    const { titles, names } = findVocabulary(language);
    const texts =
      language === "en"
        ? [topic.title, ...topic.names, ...headings, ...terms]
        : [titles[topic.id], names[topic.id], ...terms.map((term) => termIn(language, term))];
    return wordIndex(splitWords(texts.join("\n")));
  });
}
