/** Drafts: what a prompt says about a field. */
import type { FileExtension } from "../../../generated/types.ts";
import type { Labels } from "../lexicon/concepts.ts";
import type { Kind } from "../lexicon/words.ts";
import type { FieldMeaning } from "./meaning.ts";

/** Bounds that a prompt sets: `from 1 to 5`, `at least 18`. */
export interface Bounds {
  min?: number;
  max?: number;
}

/** What a prompt says of one choice: that it is right, its points, or how many responses may take it. */
export interface ChoiceMark {
  readonly correct?: true;
  readonly points?: number;
  readonly capacity?: number;
}

/** One item, split into its label and its modifiers. */
export interface Draft {
  label: string;
  /** The label in every language, if it is a text of the lexicon but not a concept. */
  wording?: (labels: Labels) => string;
  /** The concept that the label is about; absent: the lexicon knows none. */
  meaning?: FieldMeaning;
  kind?: Kind;
  required?: boolean;
  bounds?: Bounds;
  /** Characters. */
  length?: Bounds;
  selections?: Bounds;
  maxFiles?: number;
  maxFileSizeMb?: number;
  accept?: FileExtension[];
  choices: string[];
  /** What the prompt says of each of the choices, such as "(correct)"; the same length as `choices`, or absent. */
  marks?: (ChoiceMark | undefined)[];
  /** How many responses may take each choice that says nothing else. */
  capacity?: number;
  /** The right answer, in the words of the prompt. */
  answer?: string;
  /** Only "or" says that these are choices. */
  isChoiceByOr?: boolean;
  /** "kg", where the label says so. */
  unit?: string;
  /** "over 18", which is read as 18 or more. */
  inclusive?: string;
  allowOther?: boolean;
  /** The labels of the ends of a scale. */
  ends?: readonly [string, string];
  rows?: string[];
  columns?: string[];
  description?: string;
  placeholder?: string;
  /** The field asks for an opinion: `rated` with a rating, `about` in words. */
  opinion?: "rated" | "about";
  /** The field is shown only for this answer to the yes/no question before it. */
  onlyIf?: boolean;
  /** The field is shown only if this holds, in the words of the prompt: "accommodation is yes". */
  showIf?: string;
  /** What one of it costs, and how the prompt says so: "8 euro each". */
  price?: { readonly amount: number; readonly text: string };
  domains?: string[];
  /** Days `YYYY-MM-DD` or `today`. */
  dates?: { readonly min?: string | undefined; readonly max?: string | undefined };
}

/** The drafts of one page. */
export interface DraftSection {
  title?: string;
  drafts: Draft[];
}
