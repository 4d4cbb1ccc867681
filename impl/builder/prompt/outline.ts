/** The outline of a prompt: its purpose, sections, items and remarks. */
import type { Kind } from "../lexicon/words.ts";
import type { QuizRemark } from "./answer-keys.ts";
import type { Denial } from "./denials.ts";
import type { TotalRequest } from "./prices.ts";
import type { Remark } from "./remarks.ts";

/** One field to ask for, in the words of the prompt. */
export interface Item {
  readonly text: string;
  /** Choices listed under it, line by line. */
  readonly choices?: readonly string[];
  /** Whether those choices had boxes (several may be chosen) or circles (one). */
  readonly ticks?: "several" | "one";
  readonly kind?: Kind;
  /** The rows and columns of a matrix. */
  readonly rows?: readonly string[];
  readonly columns?: readonly string[];
  /** How many responses may take each of the choices. */
  readonly capacity?: number;
  /** The item asks for an opinion: `rated` as in "rate the food", `about` as in "feedback on the food". */
  readonly opinion?: "rated" | "about";
  /** Modifiers that apply to all items of its list, such as `1-5`. */
  readonly shared?: string;
}

export interface Section {
  readonly title?: string;
  readonly items: Item[];
}

/** What one piece costs, in the words of the prompt. */
export interface UnitPrice {
  /** What is counted; empty: "each". */
  readonly noun: string;
  readonly price: string;
  /** The sentence, for the warning if nothing counts such pieces. */
  readonly sentence: string;
}

/** What a prompt says, before its items are read as fields. */
export interface Outline {
  /** Texts that say what the form is for, in their order. */
  readonly purposeTexts: string[];
  readonly sections: Section[];
  readonly remarks: Remark[];
  /** Sentences about fields that are listed elsewhere, carried out once these are there. */
  readonly instructions: string[];
  /** Totals to show. */
  readonly totals: TotalRequest[];
  /** "One mug is 18 EUR" */
  readonly unitPrices: UnitPrice[];
  /** "Max 4 per slot": what each choice takes, in its own words too. */
  readonly capacities: { readonly capacity: number; readonly text: string }[];
  /** What the form must not ask for. */
  readonly denials: Denial[];
  /** What it says about the points of a quiz. */
  quiz?: QuizRemark;
  /** "Guests should tell us": what stands before the fields of a sentence and asks for nothing itself. */
  readonly leads: string[];
  /** Sentences that contribute nothing to the form. */
  readonly unused: string[];
  /** Whether the prompt lists the fields one by one, so that none is missing. */
  listsFields: boolean;
}

export function emptyOutline(): Outline {
  return {
    purposeTexts: [],
    sections: [{ items: [] }],
    remarks: [],
    instructions: [],
    totals: [],
    unitPrices: [],
    capacities: [],
    denials: [],
    leads: [],
    unused: [],
    listsFields: false,
  };
}

/** Adds items to the last section. */
export function addItems(outline: Outline, items: readonly Item[]): void {
  outline.sections.at(-1)!.items.push(...items);
}
