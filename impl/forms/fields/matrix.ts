import type { MatrixAnswer, MatrixField } from "../../../generated/types.ts";
import { type Checked, problem } from "../../answers/problem.ts";
import { matrixTally } from "../../answers/tallies/choices.ts";
import { labelIn } from "../../answers/tallies/tally.ts";
import { inputs } from "./inputs.ts";
import type { EnteredValues, QuestionKind } from "./kind.ts";
import { idsIf } from "./parts/one-input.ts";

/** A choice in each row of a table. */
export const matrix: QuestionKind<MatrixField> = {
  own: { required: true, rows: true, columns: true, multiple: true, validation: true },
  missing: ({ validation }) => (validation?.require_all_rows ? "matrix_rows" : "required_choice"),
  check: checkMatrix,
  sample: ({ rows, columns }) => ({ rows: Object.fromEntries(rows.map(({ id }) => [id, columns[0]?.id])) }),
  tally: (field, wording) => matrixTally(field, labelIn(wording)),
  read: (field, values) => ({
    rows: Object.fromEntries(field.rows.map(({ id }) => [id, readRow(field, values, id)])),
  }),
  accepts: ({ id, rows, columns }, name) =>
    idsIf(
      rows.some((row) => name === inputs.cell(id, row.id)),
      columns.length + 1,
    ),
};

function readRow({ id, multiple }: MatrixField, values: EnteredValues, row: string): readonly string[] {
  const columns = values.all(inputs.cell(id, row));
  return multiple ? columns : columns.slice(0, 1);
}

function checkMatrix(field: MatrixField, input: unknown): Checked<MatrixAnswer> {
  const rows = readRows(input);
  if (rows === undefined) return problem("choice");
  const answer: MatrixAnswer["rows"] = {};
  for (const [row, chosen] of rows) {
    const columns = [...new Set([chosen].flat())];
    if (columns.length === 0) continue;
    const isKnown = has(field.rows, row) && columns.every((column) => has(field.columns, column));
    if (!isKnown || (!field.multiple && columns.length > 1)) return problem("choice");
    answer[row] = field.multiple ? (columns as string[]) : (columns[0] as string);
  }
  const answered = Object.keys(answer).length;
  if (answered === 0) return undefined;
  if (field.validation?.require_all_rows && answered < field.rows.length) return problem("matrix_rows");
  return { answer: { rows: answer } };
}

function readRows(input: unknown): [string, unknown][] | undefined {
  if (typeof input !== "object" || input === null || !("rows" in input)) return undefined;
  return typeof input.rows === "object" && input.rows !== null ? Object.entries(input.rows) : undefined;
}

function has(choices: MatrixField["rows"], id: unknown): boolean {
  return choices.some((choice) => choice.id === id);
}
