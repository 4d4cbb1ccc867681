import type { MatrixAnswer, MatrixField } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { type Checked, type PlainProblem, problem } from "../answers/problem.ts";
import { matrixTally } from "../answers/tallies/choices.ts";
import { labelIn } from "../answers/tallies/tally.ts";
import type { EnteredValues, QuestionKind } from "./kind.ts";
import { matrixFilter } from "./parts/filters.ts";
import { focusId, inputs } from "./parts/inputs.ts";
import { idsIf } from "./parts/one-input.ts";
import type { FieldView } from "./parts/view.ts";
import { drawWording } from "./parts/wordings.ts";

/** A choice in each row of a table. */
export const matrix: QuestionKind<MatrixField> = {
  own: { required: true, rows: true, columns: true, multiple: true, validation: true },
  missing: ({ validation }) => (validation?.require_all_rows ? "matrix_rows" : "required_choice"),
  check: checkMatrix,
  sample: ({ rows, columns }) => ({ rows: Object.fromEntries(rows.map(({ id }) => [id, columns[0]?.id])) }),
  tally: (field, wording) => matrixTally(field, labelIn(wording)),
  filter: matrixFilter,
  isGroup: () => true,
  rules: (field, say) =>
    field.validation?.require_all_rows
      ? [["rows", field.rows.length, say({ code: incompleteRows(field) })]]
      : [],
  input,
  read: (field, values) => ({
    rows: Object.fromEntries(field.rows.map(({ id }) => [id, readRow(field, values, id)])),
  }),
  accepts({ id, rows, columns }, name) {
    const start = inputs.cell(id, "");
    const isKnown = name.startsWith(start) && has(rows, name.slice(start.length));
    return idsIf(isKnown, columns.length + 1);
  },
};

function readRow({ id, multiple }: MatrixField, values: EnteredValues, row: string): readonly string[] {
  const columns = values.all(inputs.cell(id, row));
  return multiple ? columns : columns.slice(0, 1);
}

function checkMatrix(field: MatrixField, input: unknown): Checked<MatrixAnswer> {
  const rows = readRows(input);
  if (rows === undefined) return problem("choice");
  const answer: MatrixAnswer["rows"] = {};
  for (const [row, chosen] of Object.entries(rows)) {
    const columns = [...new Set([chosen].flat())];
    if (columns.length === 0) continue;
    const isKnown = has(field.rows, row) && columns.every((column) => has(field.columns, column));
    if (!isKnown || (!field.multiple && columns.length > 1)) return problem("choice");
    answer[row] = field.multiple ? (columns as string[]) : (columns[0] as string);
  }
  const answered = Object.keys(answer).length;
  if (answered === 0) return undefined;
  if (field.validation?.require_all_rows && answered < field.rows.length)
    return problem(incompleteRows(field));
  return { answer: { rows: answer } };
}

function incompleteRows({ required }: MatrixField): PlainProblem {
  return required ? "matrix_rows" : "matrix_rows_or_none";
}

function readRows(raw: unknown): Readonly<Record<string, unknown>> | undefined {
  const rows = typeof raw === "object" && raw !== null && "rows" in raw ? raw.rows : undefined;
  return typeof rows === "object" && rows !== null ? { ...rows } : undefined;
}

function has(choices: MatrixField["rows"], id: unknown): boolean {
  return choices.some((choice) => choice.id === id);
}

function input({ field, t, rawAnswer }: FieldView<MatrixField>): Html {
  const chosen = readRows(rawAnswer) ?? {};
  const rows = field.rows.map((row, rowAt) => {
    const rowLabel = t.of(row.label);
    const cells = field.columns.map((column, columnAt) => {
      const columnLabel = t.of(column.label);
      const values = attributes({
        type: field.multiple ? "checkbox" : "radio",
        id: rowAt + columnAt === 0 ? focusId(field) : undefined,
        name: inputs.cell(field.id, row.id),
        value: column.id,
        checked: [chosen[row.id]].flat().includes(column.id),
        "aria-label": `${rowLabel}: ${columnLabel}`,
      });
      return html`<td><label><input${values}><span>${drawWording(t, column.label)}</span></label></td>`;
    });
    return html`<tr><th scope="row">${drawWording(t, row.label)}</th>${cells}</tr>`;
  });
  const heads = field.columns.map(({ label }) => html`<th scope="col">${drawWording(t, label)}</th>`);
  const words = field.columns.map(({ label }) => t.of(label));
  return html`
    <div class="${fitsSideBySide(words) ? "matrix grid" : "matrix"}">
      <table><thead><tr><td></td>${heads}</tr></thead><tbody>${rows}</tbody></table>
    </div>
  `;
}

/** The width of all columns together in the widest window, and of a letter of their headings; in rem. */
const COLUMNS_WIDTH = 25;
const LETTER_WIDTH = 0.46;
const PADDING = 0.6;
/** A column is at least as wide as a finger. */
const NARROWEST = 2.75;

/** Whether all columns are wide enough for their longest words. If not, a list for each row is easier to read than a table. */
function fitsSideBySide(heads: readonly string[]): boolean {
  const longest = Math.max(...heads.flatMap((head) => head.split(/[\s-]+/)).map((word) => [...word].length));
  const needed = Math.max(NARROWEST, longest * LETTER_WIDTH + PADDING);
  return needed * heads.length <= COLUMNS_WIDTH;
}
