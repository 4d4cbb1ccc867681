import type { Plural } from "../texts.ts";

/** A dictionary in another language: a text for each of the keys, with plural forms where the original has them. */
export type DictionaryLike<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : Plural;
};
