/** A problem of a structure. */
import {
  type Sentence,
  type SentenceKey,
  type SentenceValues,
  sentenceText,
} from "../../texts/sentences/sentence.ts";

export interface StructureProblem {
  /** JSON Pointer into the structure. */
  readonly path: string;
  /** The problem and the remedy, in English and without the subject. */
  readonly problem: string;
  /** The same for pages, in any of their languages; undefined where it only exists in English. */
  readonly sentence: Sentence | undefined;
}

export function problemAt(path: string, key: SentenceKey, values: SentenceValues = {}): StructureProblem {
  const sentence = { key, values };
  return { path, problem: sentenceText(sentence, "en"), sentence };
}
