/** The usual shapes of answers: of each concept, and of labels by their words. */
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

/** By the lists of words that labels begin or end with. */
export const ANSWERS: Readonly<Record<"questions" | "endings" | "heads", Readonly<Record<string, Shape>>>> =
  read("answers.json");

function read<Shapes>(file: string): Shapes {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}
