/** The parts of speech of the words of an English sentence. */
import { createRequire } from "node:module";
import type nlp from "compromise/two";

type Tagger = typeof nlp;

let tagger: Tagger | undefined;

/** Reading its dictionary takes 0.14 s, so it is read for the first prompt in English prose. */
function loaded(): Tagger {
  tagger ??= createRequire(import.meta.url)("compromise/two") as Tagger;
  return tagger;
}

interface Term {
  readonly text: string;
  readonly tags: readonly string[];
  readonly offset: { readonly start: number };
}

/** The tags of each word, by the place at which it begins. The later half of a contraction has no place of its own. */
export function tagsOf(text: string): ReadonlyMap<number, ReadonlySet<string>> {
  const found = loaded()(text).json({ offset: true }) as { terms: readonly Term[] }[];
  const words = found.flatMap(({ terms }) => terms).filter((term) => term.text !== "");
  return new Map(words.map(({ offset, tags }) => [offset.start, new Set(tags)]));
}
