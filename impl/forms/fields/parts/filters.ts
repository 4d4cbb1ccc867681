/** How owners filter responses by the answers to a question. */
import type { Choice, MatrixField } from "../../../../generated/types.ts";
import type { StoredAnswer } from "../../answers/answer.ts";
import { labelIn, type SummaryWording } from "../../answers/tallies/tally.ts";
import { OTHER } from "./inputs.ts";

/** How the values of a filter are written. */
export interface FilterWording extends Pick<SummaryWording, "language" | "yes" | "no" | "number"> {
  /** The option for texts in place of a choice. */
  readonly other: string;
}

/** A value that a filter can ask for. */
export interface FilterOption {
  readonly id: string;
  readonly label: string;
  /** Whether new respondents no longer meet it. */
  readonly isRetired: boolean;
}

/** Values without an order: one of them, or none of them. */
export interface ChoicesFilter {
  readonly kind: "choices";
  readonly options: readonly FilterOption[];
  /** Whether only the choice that was put first counts. */
  readonly isFirstPlace?: boolean;
  /** Returns the ids of the options that an answer has. */
  chosen(answer: StoredAnswer): readonly string[];
}

/** Values with an order: from one to another. Days and times are in ISO 8601. */
export interface RangeFilter {
  readonly kind: "range";
  readonly unit: "number" | "date" | "time";
  /** Returns the value of an answer; undefined for an answer of another shape. */
  value(answer: StoredAnswer): number | string | undefined;
}

/** Texts that contain another. */
export interface TextFilter {
  readonly kind: "text";
  texts(answer: StoredAnswer): readonly string[];
}

/** Answers that are there or not, and nothing else can be asked of them. */
export interface PresenceFilter {
  readonly kind: "presence";
}

export type AnswerFilter = ChoicesFilter | RangeFilter | TextFilter | PresenceFilter;

/** A filter for each row of a table. */
export interface RowFilters {
  readonly kind: "rows";
  readonly rows: readonly (FilterOption & { readonly filter: AnswerFilter })[];
}

export type QuestionFilter = AnswerFilter | RowFilters;

/** Texts of one or several lines. Numbers are texts, too: a question may have asked for a number before. */
export const textFilter: TextFilter = {
  kind: "text",
  texts: (answer) => (typeof answer === "string" || typeof answer === "number" ? [String(answer)] : []),
};

export const presenceFilter: PresenceFilter = { kind: "presence" };

export const numberFilter: RangeFilter = {
  kind: "range",
  unit: "number",
  value: (answer) => (typeof answer === "number" ? answer : undefined),
};

/** Days, also those of times on a day. */
export const dayFilter: RangeFilter = {
  kind: "range",
  unit: "date",
  value: (answer) => (typeof answer === "string" ? answer.slice(0, "2026-01-01".length) : undefined),
};

export const timeFilter: RangeFilter = {
  kind: "range",
  unit: "time",
  value: (answer) => (typeof answer === "string" ? answer : undefined),
};

/** Some of several choices, and texts in place of one. */
export function choiceFilter(
  field: { readonly choices: readonly Choice[]; readonly allow_other?: boolean },
  wording: FilterWording,
): ChoicesFilter {
  const other = { id: OTHER, label: wording.other, isRetired: false };
  return {
    kind: "choices",
    options: [...listOptions(field.choices, wording), ...(field.allow_other ? [other] : [])],
    chosen: listChosen,
  };
}

/** The choice that was put first. */
export function firstPlaceFilter(choices: readonly Choice[], wording: FilterWording): ChoicesFilter {
  return {
    kind: "choices",
    options: listOptions(choices, wording),
    isFirstPlace: true,
    chosen: (answer) => listChosen(answer).slice(0, 1),
  };
}

export function matrixFilter({ rows, columns }: MatrixField, wording: FilterWording): RowFilters {
  const options = listOptions(columns, wording);
  const chosenIn = (row: string) => (answer: StoredAnswer) => {
    const answers = typeof answer === "object" && "rows" in answer ? answer.rows : {};
    return Object.hasOwn(answers, row) ? [answers[row] ?? []].flat() : [];
  };
  return {
    kind: "rows",
    rows: listOptions(rows, wording).map((row) => ({
      ...row,
      filter: { kind: "choices", options, chosen: chosenIn(row.id) },
    })),
  };
}

export function booleanFilter({ yes, no }: FilterWording): ChoicesFilter {
  return {
    kind: "choices",
    options: [
      { id: "yes", label: yes, isRetired: false },
      { id: "no", label: no, isRetired: false },
    ],
    chosen: (answer) => (typeof answer === "boolean" ? [answer ? "yes" : "no"] : []),
  };
}

/** The number of points that can be ticked one by one. */
const MAX_POINTS = 21;

/** Points of a rating or a scale: one by one, or from one to another if there are many. */
export function pointFilter(points: readonly number[], { number }: FilterWording): AnswerFilter {
  if (points.length > MAX_POINTS) return numberFilter;
  return {
    kind: "choices",
    options: points.map((point) => ({ id: String(point), label: number(point), isRetired: false })),
    chosen: (answer) => (typeof answer === "number" ? [String(answer)] : []),
  };
}

function listOptions(choices: readonly Choice[], wording: FilterWording): readonly FilterOption[] {
  const labelOf = labelIn({ ...wording, date: String, datetime: String });
  return choices.map((choice) => ({
    id: choice.id,
    label: labelOf(choice),
    isRetired: choice.retired === true,
  }));
}

/** One choice and several have the same form here: a question may have become one with several answers. */
function listChosen(answer: StoredAnswer): readonly string[] {
  return ([answer].flat() as readonly unknown[]).flatMap((one) => {
    if (typeof one === "string") return [one];
    return typeof one === "object" && one !== null && "other" in one ? [OTHER] : [];
  });
}
