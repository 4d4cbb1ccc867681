/** Reads a Markdown table: its first row names the columns, each other row is a field. */
import { DETAIL_KEYS, readKey } from "../items/details.ts";
import { type Said, together } from "../items/draft.ts";
import type { Range } from "../reading/accounting.ts";
import type { Key } from "../reading/keys.ts";
import type { Line } from "../reading/lines.ts";
import type { Prompt } from "../reading/prompt.ts";
import type { Outline } from "./outline.ts";

export function readTable(outline: Outline, rows: readonly Line[]): void {
  const { prompt } = outline.text;
  const [head = [], ...rest] = rows.map((row) => cells(prompt, row));
  const named = head.map((cell) => columnOf(prompt, cell));
  const isHead = named.includes("label") || named.filter((column) => column !== undefined).length > 1;
  const columns = isHead ? named : head.map((): Key => "rules");
  // The column of labels is that with a name for it, else the first one.
  const labels = Math.max(columns.indexOf("label"), 0);
  if (isHead) for (const [index, cell] of head.entries()) if (named[index]) prompt.accounting.read(cell);
  for (const row of isHead ? rest : [head, ...rest]) readRow(outline, row, columns.with(labels, "label"));
}

function columnOf(prompt: Prompt, cell: Range): Key | undefined {
  const { from, to } = prompt.trim(cell, " ?*:");
  const key = prompt.keyAt(from, to, "label", ...DETAIL_KEYS);
  return key && key.to >= to ? key.value : prompt.keyAt(from, to, "options", "help", "rules", "label")?.value;
}

function cells(prompt: Prompt, { from, to }: Range): Range[] {
  const parts: Range[] = [];
  let start = prompt.isMark(from, "|") ? from + 1 : from;
  for (let index = start; index < to; index++) {
    if (!prompt.isMark(index, "|") || prompt.isMark(index - 1, "\\")) continue;
    parts.push({ from: start, to: index });
    start = index + 1;
  }
  return start < to ? [...parts, { from: start, to }] : parts;
}

function readRow(outline: Outline, row: readonly Range[], columns: readonly (Key | undefined)[]): void {
  const { prompt } = outline.text;
  const label = row.find((_, index) => columns[index] === "label");
  const below = row.map((cell, index) => detailsOf(outline, cell, columns[index])).reduce(together, {});
  const whole = { from: row[0]?.from ?? 0, to: row.at(-1)?.to ?? 0 };
  if (!label || !outline.addItem(label, { isLine: true, below }, whole)) return;
  for (const [index, cell] of row.entries())
    if (columns[index] === undefined && !/^\d*$/.test(prompt.textOf(cell))) prompt.accounting.unread(cell);
}

function detailsOf({ text }: Outline, cell: Range, key: Key | undefined): Said {
  const { prompt, lexicon } = text;
  if (key === undefined || key === "label") return {};
  const words = prompt.textOf(prompt.trim(cell)).toLowerCase();
  const isNothing = ["", "n/a", "none", lexicon.labels.choices.none.toLowerCase()].includes(words);
  return isNothing && key !== "required" ? {} : readKey(text, key, cell);
}
