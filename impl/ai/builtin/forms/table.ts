/** Reads a Markdown table: its first row names the columns, each other row is a field. */

import { readKey } from "../items/details.ts";
import { type Said, together } from "../items/draft.ts";
import { readItem } from "../items/item.ts";
import type { Range } from "../reading/accounting.ts";
import { type Key, keyAt } from "../reading/keys.ts";
import type { Line } from "../reading/lines.ts";
import { marks, split } from "../reading/split.ts";
import type { Outline } from "./outline.ts";

const COLUMNS = [
  "label",
  "type",
  "required",
  "optional",
  "options",
  "help",
  "placeholder",
  "rules",
  "condition",
  "rows",
  "columns",
] as const;

export function readTable(outline: Outline, rows: readonly Line[]): void {
  const { prompt } = outline.text;
  const [head, ...rest] = rows;
  if (!head) return;
  const columns = cells(outline, head).map((cell) => columnOf(outline, cell));
  const isHead = columns.includes("label") || columns.filter((column) => column !== undefined).length > 1;
  if (isHead)
    for (const [index, cell] of cells(outline, head).entries())
      if (columns[index]) prompt.accounting.read(cell);
  const keys = isHead ? columns : cells(outline, head).map((_, index) => (index === 0 ? "label" : "rules"));
  for (const row of isHead ? rest : rows) readRow(outline, row, labelFirst(keys));
}

/** The column of labels: that with a name for it, else the first one that is no number. */
function labelFirst(keys: readonly (Key | undefined)[]): readonly (Key | undefined)[] {
  return keys.includes("label") ? keys : keys.map((key, index) => (index === 0 ? "label" : key));
}

function columnOf({ text: { prompt } }: Outline, cell: Range): Key | undefined {
  const { from, to } = prompt.trim(cell, " ?*:");
  const key = keyAt(prompt, from, to, ...COLUMNS);
  return key && key.to >= to
    ? key.value
    : keyAt(prompt, from, to, "options", "help", "rules", "label")?.value;
}

function cells({ text: { prompt } }: Outline, { from, to }: Range): Range[] {
  const parts: Range[] = [];
  let start = prompt.isMark(from, "|") ? from + 1 : from;
  for (let index = start; index < to; index++) {
    if (!prompt.isMark(index, "|") || prompt.isMark(index - 1, "\\")) continue;
    parts.push({ from: start, to: index });
    start = index + 1;
  }
  if (start < to) parts.push({ from: start, to });
  return parts;
}

function readRow(outline: Outline, row: Line, keys: readonly (Key | undefined)[]): void {
  const { text } = outline;
  const { prompt } = text;
  const all = cells(outline, row);
  const label = all.find((_, index) => keys[index] === "label");
  if (!label) return;
  const below = all.map((cell, index) => detailsOf(outline, cell, keys[index])).reduce(together, {});
  const place = { isLine: true, below };
  const item = readItem(text, label, place);
  if (!item) return;
  outline.add(item, { range: row, place });
  prompt.accounting.read(row);
  const unknown = all.filter(
    (cell, index) => keys[index] === undefined && !/^\d*$/.test(prompt.textOf(cell)),
  );
  for (const part of [...item.unread, ...unknown]) prompt.accounting.unread(part);
}

function detailsOf(outline: Outline, cell: Range, key: Key | undefined): Said {
  if (key === undefined || key === "label") return {};
  return key !== "required" && isNothing(outline, cell) ? {} : readKey(outline.text, key, cell);
}

/** "n/a", "none" and the like in a cell. */
function isNothing({ text }: Outline, cell: Range): boolean {
  const words = text.prompt.textOf(text.prompt.trim(cell)).toLowerCase();
  return (
    words === "n/a" ||
    words === "none" ||
    words === text.lexicon.labels.choices.none.toLowerCase() ||
    split(text.prompt, cell, marks(text.prompt, "-–—")).length === 0
  );
}
