/** Counts the answers to one question for a summary. */
import type { Choice, Language } from "../../../../generated/types.ts";
import type { StoredAnswer } from "../answer.ts";
import type { Course } from "./course.ts";

/** How the values of a summary are written. */
export interface SummaryWording {
  /** The language of labels. */
  readonly language: Language;
  readonly yes: string;
  readonly no: string;
  number(value: number): string;
  date(iso: string): string;
  datetime(iso: string): string;
}

/** The label of a choice, in the words of a summary. */
export function labelIn({ language }: SummaryWording): (choice: Pick<Choice, "id" | "label">) => string {
  return ({ id, label }) => label[language] ?? id;
}

/** Answers that are counted. */
export interface Counted {
  readonly label: string;
  readonly count: number;
}

/** The answers that a part of a chart counts: a choice, of a row where the question has rows, or numbers with both bounds. */
export type CountedPart =
  | { readonly choice: string; readonly row?: string }
  | { readonly from: number; readonly to: number };

/** A column of numbers. `part`: absent if its bound belongs to the next column. */
export type NumberColumn = Counted & { readonly part?: CountedPart };

export type Result =
  /** Shares of the given answers; with `isMultiple` they can sum to more than 100 per cent. `choice` is the id of a choice. */
  | {
      readonly kind: "choices";
      readonly bars: readonly (Counted & { readonly choice: string })[];
      readonly isMultiple: boolean;
      /** Texts in place of a choice: how many, and the latest. */
      readonly others: number;
      readonly latestOthers: readonly string[];
      /** Choices without a bar of their own, as there are too many. */
      readonly left: number;
    }
  | {
      readonly kind: "numbers";
      readonly columns: readonly NumberColumn[];
      readonly average: number;
      readonly median: number;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly kind: "nps";
      readonly columns: readonly NumberColumn[];
      /** From -100 to 100: the share of promoters minus the share of detractors. */
      readonly score: number;
      readonly detractors: number;
      readonly passives: number;
      readonly promoters: number;
    }
  /** `place`: the average place, 1 is the best. */
  | {
      readonly kind: "ranking";
      readonly places: readonly { readonly label: string; readonly place: number; readonly first: number }[];
      readonly choices: number;
    }
  | {
      readonly kind: "matrix";
      readonly columns: readonly string[];
      readonly rows: readonly { readonly label: string; readonly cells: readonly MatrixCell[] }[];
    }
  /** The most frequent values, and between which two all of them lie. `course`: dates by the time that they are in. */
  | {
      readonly kind: "values";
      readonly course: Course | undefined;
      readonly top: readonly Counted[];
      readonly distinct: number;
      readonly first: string;
      readonly last: string;
      readonly isOrdered: boolean;
    }
  | { readonly kind: "texts"; readonly latest: readonly string[] }
  | { readonly kind: "files"; readonly files: number; readonly bytes: number };

export interface MatrixCell {
  readonly count: number;
  readonly part: CountedPart;
}

/**
 * Takes the answers to one question, the latest first. Answers of another shape are left out: a form that was begun before its
 * fields changed may be sent afterwards.
 */
export interface Tally {
  add(answer: StoredAnswer): void;
  /** Returns the result; requires at least one answer. */
  result(): Result;
}
