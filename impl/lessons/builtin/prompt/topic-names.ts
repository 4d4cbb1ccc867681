/** The names of topics in the languages of a prompt. */
import type { Language } from "../../../../generated/types.ts";
import { allTopics, type Topic } from "../../library/topic.ts";
import { findVocabulary } from "../../library/vocabulary.ts";
import { isFunctionWord, splitWords, stem } from "./words.ts";

export interface TopicName {
  readonly topic: Topic;
  readonly language: Language;
  readonly words: readonly string[];
  readonly isWeak: boolean;
}

const cache = new Map<Language, ReadonlyMap<string, readonly TopicName[]>>();

/** The names that may begin with a folded word. */
export function namesLike(word: string, languages: readonly Language[]): readonly TopicName[] {
  return languages.flatMap((language) => {
    let names = cache.get(language);
    if (!names) {
      const all = allTopics().flatMap((topic) =>
        topicNames(topic, language).map((name) => ({ topic, language, ...name })),
      );
      names = Map.groupBy(all, ({ words }) => stem(words[0] ?? ""));
      cache.set(language, names);
    }
    return names.get(stem(word)) ?? [];
  });
}

type Name = Pick<TopicName, "words" | "isWeak">;

function topicNames(topic: Topic, language: Language): Name[] {
  return language === "en" ? englishNames(topic) : namesIn(language, topic);
}

function englishNames({ title, names, weak = [] }: Topic): Name[] {
  return namesWithout("en", [title, ...names], weak);
}

/** Returns the names of a topic. In other languages, a weak name begins with `~`. */
function namesIn(language: Language, { id, title }: Topic): Name[] {
  const { titles, names } = findVocabulary(language);
  const all = names[id]?.split(/,\s*/) ?? [];
  const weak = all.filter((name) => name.startsWith("~")).map((name) => name.slice(1));
  const strong = all.filter((name) => !name.startsWith("~"));
  return namesWithout(language, [titles[id] ?? title, ...strong], weak);
}

/** A name that is weak too is weak: "Sound" is a title, and names much else. */
function namesWithout(language: Language, names: readonly string[], weak: readonly string[]): Name[] {
  const keys = new Set(weak.map((name) => withoutArticle(language, name).join(" ")));
  return [...names, ...weak]
    .map((name) => withoutArticle(language, name))
    .map((words) => ({ words, isWeak: keys.has(words.join(" ")) }));
}

/** "The water cycle" is found in "our water cycle". */
function withoutArticle(language: Language, name: string): string[] {
  const words = splitWords(name);
  return words.length > 1 && words[0]!.length <= 3 && isFunctionWord(language, words[0]!)
    ? words.slice(1)
    : words;
}
