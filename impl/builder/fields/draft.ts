import type { FileExtension } from "../../../generated/types.ts";
import type { Labels } from "../lexicon/concepts.ts";
import type { Kind } from "../lexicon/words.ts";
import type { FieldMeaning } from "./meaning.ts";

/** Bounds that a prompt sets: `from 1 to 5`, `at least 18`. */
export interface Bounds {
  min?: number;
  max?: number;
}

/** One item with its modifiers taken apart; what remains is the label. */
export interface Draft {
  label: string;
  /** The label in every language, where it comes from the lexicon without being a concept. */
  wording?: (labels: Labels) => string;
  /** What the label is about; absent: nothing that the lexicon knows. */
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
  allowOther?: boolean;
  /** What the ends of a scale mean. */
  ends?: readonly [string, string];
  rows?: string[];
  columns?: string[];
  description?: string;
  placeholder?: string;
  /** Asked as a matter of opinion: with marks, or about something. */
  opinion?: "rated" | "about";
  /** Only asked when the yes/no question before was answered so. */
  onlyIf?: boolean;
  domains?: string[];
  /** Days `YYYY-MM-DD` or `today`. */
  dates?: { readonly min?: string | undefined; readonly max?: string | undefined };
}

/** The drafts that one page is made of. */
export interface DraftSection {
  title?: string;
  drafts: Draft[];
}
