/** Drafts: what a prompt says about one field. */
import type { FileExtension } from "../../../../generated/types.ts";
import { definedOnly } from "../../forms/build-field.ts";
import type { Range } from "../reading/accounting.ts";
import type { Concept, Kind } from "../reading/lexicon.ts";

/** The lowest and the highest of something. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export interface DraftChoice {
  readonly text: string;
  /** How many responses may take it. */
  readonly capacity?: number;
  /** The prompt marks it as the right answer, of which no calculation is made. */
  readonly right?: string;
}

/** When a field is shown: the words that say it, or only yes or no to the question before. */
export type DraftCondition =
  | {
      readonly kind: "words";
      readonly at: Range;
      /** Where the words begin that lead to it, such as "only if". */
      readonly leadFrom: number;
      readonly isNegated: boolean;
    }
  | { readonly kind: "answer"; readonly isYes: boolean; readonly at: Range };

/** What modifiers say: everything beside the label. */
export interface Said {
  readonly kind?: Kind;
  readonly required?: boolean;
  readonly bounds?: Bounds;
  readonly unit?: string;
  readonly integer?: boolean;
  /** "over 18", which is read as 18 or more. */
  readonly isInclusive?: boolean;
  readonly length?: Bounds;
  readonly selections?: Bounds;
  readonly maxFiles?: number;
  readonly maxFileSizeMb?: number;
  readonly accept?: readonly FileExtension[];
  readonly choices?: readonly DraftChoice[];
  readonly allowOther?: boolean;
  /** Only "or" says that these are choices. */
  readonly isByOr?: boolean;
  readonly shuffle?: boolean;
  /** Several choices may be taken. */
  readonly several?: boolean;
  /** The labels of the ends of a scale. */
  readonly ends?: readonly [string, string];
  readonly rows?: readonly string[];
  readonly columns?: readonly string[];
  readonly description?: string;
  /** Parts that say nothing known: remarks, of which one may be help for respondents. */
  readonly loose?: readonly Range[];
  /** The description is a bracket of the prompt, which respondents may not be meant to see. */
  readonly isRemark?: boolean;
  readonly placeholder?: string;
  readonly condition?: DraftCondition;
  /** How many responses may take each choice. */
  readonly capacity?: number;
  /** Of one piece, which no field can have. */
  readonly price?: number;
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
  /** Days `YYYY-MM-DD` or `today`. */
  readonly days?: { readonly min?: string; readonly max?: string };
}

/** The concept that a label names. */
export interface DraftConcept {
  readonly concept: Concept;
  /** Whether the whole label is a name of the concept. Else only its head noun is one, which lends its type. */
  readonly isWhole: boolean;
}

export interface Draft extends Said {
  readonly label: string;
  /** The tokens of the item, for warnings. */
  readonly at: Range;
  readonly concept?: DraftConcept;
}

/** Puts together what several modifiers say; of two that say the same, the later one wins. */
export function together(first: Said, second: Said): Said {
  const list = <T>(one: readonly T[] | undefined, two: readonly T[] | undefined) =>
    one && two ? [...one, ...two] : (two ?? one);
  const both = <T extends object>(one: T | undefined, two: T | undefined) =>
    one && two ? { ...one, ...two } : (two ?? one);
  return {
    ...first,
    ...second,
    ...definedOnly({
      bounds: both(first.bounds, second.bounds),
      length: both(first.length, second.length),
      selections: both(first.selections, second.selections),
      days: both(first.days, second.days),
      choices: list(first.choices, second.choices),
      accept: list(first.accept, second.accept),
      loose: list(first.loose, second.loose),
    }),
  };
}
