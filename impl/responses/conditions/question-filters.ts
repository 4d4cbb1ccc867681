/** The questions of a form that responses can be filtered by. */
import type { FormStructure } from "../../../generated/types.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { questionKind } from "../../forms/fields/kinds.ts";
import {
  type AnswerFilter,
  type FilterWording,
  numberFilter,
  textFilter,
} from "../../forms/fields/parts/filters.ts";
import { rowLabel } from "../../forms/fields/parts/row-label.ts";
import { isRetired } from "../../forms/structure/retirement.ts";

/** A question, or a row of one, with its filter. */
export interface FilteredQuestion {
  /** As in conditions. */
  readonly key: string;
  /** The id of the field, hidden field or calculation. */
  readonly field: string;
  readonly label: string;
  /** Whether new respondents no longer meet it. */
  readonly isRetired: boolean;
  readonly filter: AnswerFilter;
  /** The answer of respondents who left the field untouched, which counts as none. */
  readonly untouched: unknown;
}

/** Questions by their keys, in the order of the form. */
export type QuestionFilters = ReadonlyMap<string, FilteredQuestion>;

/**
 * Lists the questions of a structure, also those that are no longer asked.
 * @param structure the current one: answers to older versions still fit, since edits that break them are refused
 */
export function questionFilters(structure: FormStructure, wording: FilterWording): QuestionFilters {
  const { pages, hidden_fields = [], calculations = [] } = structure;
  const fields = pages.flatMap((page) => page.fields).filter(takesAnswer);
  const plain = (id: string, label: string | undefined, filter: AnswerFilter): FilteredQuestion => ({
    key: id,
    field: id,
    label: label ?? id,
    isRetired: false,
    filter,
    untouched: undefined,
  });
  const questions = [
    ...fields.flatMap((field) => filtersOfField(field, wording)),
    ...hidden_fields.map(({ id, label }) => plain(id, label?.[wording.language], textFilter)),
    ...calculations.map(({ id, label }) => plain(id, label?.[wording.language], numberFilter)),
  ];
  return new Map(questions.map((question) => [question.key, question]));
}

function filtersOfField(
  field: Parameters<typeof questionKind>[0],
  wording: FilterWording,
): readonly FilteredQuestion[] {
  const { untouched, filter: makeFilter } = questionKind(field);
  const filter = makeFilter(field, wording);
  const label = field.label[wording.language] ?? field.id;
  const common = { field: field.id, isRetired: isRetired(field), untouched };
  if (filter.kind !== "rows") return [{ ...common, key: field.id, label, filter }];
  return filter.rows.map((row) => ({
    ...common,
    key: `${field.id}.${row.id}`,
    label: rowLabel(label, row.label),
    isRetired: common.isRetired || row.isRetired,
    filter: row.filter,
  }));
}
