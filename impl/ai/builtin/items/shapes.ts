/** The shape of the answer to each concept: type, choices and bounds. */
import { readFileSync } from "node:fs";
import type { FileExtension } from "../../../../generated/types.ts";
import type { Choice, Concept, TextKey } from "../reading/lexicon.ts";

/** A choice of the lexicon, or one in the words of the prompt. */
export type ChoiceSource = Choice | { readonly text: string };

/** How a concept is answered: the type of its field, with the usual bounds and choices. */
export type Shape = {
  /** The field is optional unless the prompt says otherwise. */
  readonly optional?: true;
  /** Respondents may choose several answers. */
  readonly several?: true;
} & (
  | {
      readonly type:
        | "short_text"
        | "long_text"
        | "email"
        | "phone"
        | "url"
        | "time"
        | "datetime"
        | "yes_no"
        | "nps"
        | "signature";
    }
  | { readonly type: "date"; readonly min?: "today"; readonly max?: "today" }
  | {
      readonly type: "number";
      readonly min?: number;
      readonly max?: number;
      readonly integer?: true;
      readonly unit?: string;
    }
  | { readonly type: "rating"; readonly max: number }
  | { readonly type: "scale"; readonly ends?: readonly [Choice, Choice] }
  | { readonly type: "ranking"; readonly choices: readonly ChoiceSource[] }
  | {
      readonly type: "matrix";
      readonly rows: readonly ChoiceSource[];
      readonly columns: readonly ChoiceSource[];
    }
  | {
      readonly type: "single_choice" | "multiple_choice" | "dropdown";
      readonly choices: readonly ChoiceSource[];
      readonly other?: true;
    }
  | { readonly type: "consent"; readonly statement?: TextKey }
  | { readonly type: "file_upload"; readonly accept?: readonly FileExtension[] }
);

/** The shapes of all concepts. A test checks that the file has this form. */
export const SHAPES: Readonly<Record<Concept, Shape>> = readShapes();

function readShapes(): Record<Concept, Shape> {
  return JSON.parse(readFileSync(new URL("shapes.json", import.meta.url), "utf8"));
}
