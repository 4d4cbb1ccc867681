/** The usual shapes of answers: of each concept, of questions by their first words, and of nouns. */
import { readFileSync } from "node:fs";
import type { FileExtension } from "../../../../generated/types.ts";
import type { Choice, Concept, Kind, TextKey } from "../reading/lexicon.ts";

/** A choice of the lexicon, or one in the words of the prompt. */
export type ChoiceSource = Choice | { readonly text: string };

/** How something is answered: the type of its field, with the usual bounds and choices. */
export interface Shape {
  readonly type: Exclude<Kind, "image">;
  /** The field is optional unless the prompt says otherwise. */
  readonly optional?: true;
  /** Respondents may choose several answers. */
  readonly several?: true;
  /** Numbers; of dates `today`. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly integer?: true;
  readonly unit?: string;
  readonly choices?: readonly ChoiceSource[];
  readonly other?: true;
  readonly rows?: readonly ChoiceSource[];
  readonly columns?: readonly ChoiceSource[];
  readonly ends?: readonly [Choice, Choice];
  readonly accept?: readonly FileExtension[];
  readonly statement?: TextKey;
  /** Labels with the same words are answered in other ways, too. */
  readonly isWeak?: true;
}

export const SHAPES: Readonly<Record<Concept, Shape>> = read("shapes.json");

/** By the lists of words that questions begin with, and of head nouns. */
export const QUESTIONS: Readonly<Record<string, Shape>> = read("questions.json");
export const NOUNS: Readonly<Record<string, Shape>> = read("nouns.json");

function read<Shapes>(file: string): Shapes {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}
