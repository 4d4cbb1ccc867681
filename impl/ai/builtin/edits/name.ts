/** The names by which an edit may mention a field or one of its choices. */
import type { FormField } from "../../../../generated/types.ts";
import { cached } from "../reading/cache.ts";
import { type Token, tokenize } from "../reading/tokens.ts";
import { aliasesOf, conceptNamed } from "./concepts.ts";
import type { EditWords } from "./words.ts";

/** A better name hides a worse one: a label its parts. */
export const RANK = { part: 1, alias: 2, label: 3 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

export interface Name {
  readonly field: string;
  readonly type: FormField["type"];
  readonly choice?: string;
  readonly text: string;
  /** The forms of each word. */
  readonly words: readonly (readonly string[])[];
  readonly rank: Rank;
  /** Whether a part of it may stand for it. */
  readonly hasParts: boolean;
}

/** Parts are looked for in short labels only, so that the index stays small. */
const LONGEST_LABEL = 16;
/** Words for people say nothing in an instruction, but in a label: "Number of guests". */
const PEOPLE = ["they", "everyone", "places", "responses"] as const;
/** In labels, shorter words for people say nothing. */
const SHORTEST_NOUN = 4;

/** Names of fields, which stay the same through most instructions of an edit. */
export class NameCache {
  readonly #words: EditWords;
  readonly #names = new Map<string, readonly Name[]>();

  constructor(words: EditWords) {
    this.#words = words;
  }

  namesOf(field: FormField): readonly Name[] {
    const { id, type, label } = field;
    return cached(this.#names, JSON.stringify([id, type, label, "choices" in field && field.choices]), () =>
      this.#read(field),
    );
  }

  #read(field: FormField): Name[] {
    const { language } = this.#words;
    const labels = [...textsOf(field.label), field.id.replaceAll("_", " ")];
    const concept = labels.map((label) => conceptNamed(label, language)).find(Boolean);
    const choices = "choices" in field ? field.choices : [];
    return [
      ...labels.flatMap((label) => this.#ofLabel(field, label)),
      ...(concept ? aliasesOf(concept, language) : []).map((one) => this.#whole(field, one, RANK.alias)),
      ...choices.flatMap(({ id, label }) =>
        textsOf(label).map((text) => ({ ...this.#whole(field, text, RANK.label), choice: id })),
      ),
    ];
  }

  /** The words of a label that tell it from others, and all of it. */
  #ofLabel(field: FormField, label: string): Name[] {
    const all = this.#whole(field, label, RANK.label);
    const telling = wordsOf(label).filter((_, at, words) => this.#isTelling(words, at));
    if (telling.length === 0) return [{ ...all, hasParts: true }];
    const words = telling.map((token) => this.#words.formsOf(token));
    const parts = { ...all, words, hasParts: telling.length <= LONGEST_LABEL };
    return telling.length < all.words.length ? [parts, all] : [parts];
  }

  #isTelling(words: readonly Token[], at: number): boolean {
    const cues = this.#words.cues.every(words, at).map(({ value }) => value);
    const isOfPeople =
      (words[at]?.key.length ?? 0) >= SHORTEST_NOUN && PEOPLE.some((cue) => cues.includes(cue));
    return isOfPeople || !cues.includes("filler");
  }

  #whole({ id, type }: FormField, text: string, rank: Rank): Name {
    const words = wordsOf(text).map((token) => this.#words.formsOf(token));
    return { field: id, type, text, words, rank, hasParts: false };
  }
}

export function textsOf(label: FormField["label"]): string[] {
  return Object.values(label).filter((text) => text !== undefined);
}

function wordsOf(text: string): Token[] {
  return tokenize(text).filter(({ kind }) => kind !== "mark" && kind !== "newline");
}
