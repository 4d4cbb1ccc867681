/** Checks answers to a matrix of rows and columns. */
import type { MatrixAnswer, MatrixField } from "../../../generated/types.ts";
import { type Checked, problem } from "../problem.ts";

export function checkMatrix(field: MatrixField, input: unknown): Checked<MatrixAnswer> {
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
