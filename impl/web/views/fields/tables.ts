/** Inputs of rankings and matrices. */
import type { MatrixField, RankingField } from "../../../../generated/types.ts";
import { focusId, inputs } from "../../../forms/fields/inputs.ts";
import { attributes, type Html, html } from "../../../markup/html.ts";
import { worded } from "../worded.ts";
import { shuffled } from "./choices.ts";
import { type FieldView, rawText } from "./field-view.ts";

/** An input for the place of each choice. The script turns them into a list that is sorted with buttons. */
export function ranking({ field, t, rawAnswer, seed }: FieldView<RankingField>): Html {
  const choices = field.shuffle ? shuffled(field.choices, seed + field.id) : field.choices;
  const places = placesOf(rawAnswer);
  const items = choices.map(({ id, label }, at) => {
    const name = t.of(label);
    const values = attributes({
      type: "text",
      inputmode: "numeric",
      class: "input place",
      id: at === 0 ? focusId(field) : `${focusId(field)}-${at}`,
      name: inputs.place(field.id, id),
      "aria-label": t.say("ranking_place", { name }),
      autocomplete: "off",
      value: places.get(id) ?? "",
    });
    return html`<li${attributes({ "data-up": t.say("move_up", { name }), "data-down": t.say("move_down", { name }) })}><input${values}><span>${worded(t, label)}</span></li>`;
  });
  return html`<ol class="ranking" data-ranking>${items}</ol>`;
}

function placesOf(rawAnswer: unknown): ReadonlyMap<string, string> {
  if (Array.isArray(rawAnswer)) return new Map(rawAnswer.map((id, at) => [String(id), String(at + 1)]));
  if (typeof rawAnswer !== "object" || rawAnswer === null) return new Map();
  return new Map(Object.entries(rawAnswer).map(([id, place]) => [id, rawText(place)]));
}

export function matrix({ field, t, rawAnswer }: FieldView<MatrixField>): Html {
  const chosen = rowsOf(rawAnswer);
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
      return html`<td><label><input${values}><span>${worded(t, column.label)}</span></label></td>`;
    });
    return html`<tr><th scope="row">${worded(t, row.label)}</th>${cells}</tr>`;
  });
  const heads = field.columns.map(({ label }) => html`<th scope="col">${worded(t, label)}</th>`);
  const words = field.columns.map(({ label }) => t.of(label));
  return html`<div class="${fitsSideBySide(words) ? "matrix grid" : "matrix"}"><table><thead><tr><td></td>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
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

function rowsOf(rawAnswer: unknown): Readonly<Record<string, unknown>> {
  const rows =
    typeof rawAnswer === "object" && rawAnswer !== null && "rows" in rawAnswer ? rawAnswer.rows : undefined;
  return typeof rows === "object" && rows !== null ? (rows as Record<string, unknown>) : {};
}
