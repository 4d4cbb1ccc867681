import type { MatrixAnswer, MatrixField } from "../../../generated/types.ts";
import { type Checked, problem } from "../problem.ts";

export function checkMatrix(field: MatrixField, given: unknown): Checked<MatrixAnswer> {
  const rows = readRows(given);
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

function readRows(given: unknown): [string, unknown][] | undefined {
  if (typeof given !== "object" || given === null || !("rows" in given)) return undefined;
  return typeof given.rows === "object" && given.rows !== null ? Object.entries(given.rows) : undefined;
}

function has(choices: MatrixField["rows"], id: unknown): boolean {
  return choices.some((choice) => choice.id === id);
}
