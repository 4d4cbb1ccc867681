/** Reads a grid: "Rate our service. Rows: speed, price. Columns: bad, fair, good", in brackets, sentences or behind semicolons. */
import type { Range } from "../reading/accounting.ts";
import { keyAt } from "../reading/keys.ts";
import { find, isColon, marks, split } from "../reading/split.ts";
import { alternatives, choicesSaid } from "./choices.ts";
import { kindOrModifiers } from "./details.ts";
import type { Text } from "./readers/reader.ts";

/** The words before the rows and columns, and the texts of both. */
export interface Grid {
  readonly label: Range;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Where the first of both begins, and the last one ends. */
  readonly from: number;
  readonly to: number;
}

/** @returns undefined unless a range names both rows and columns, behind a colon or a sign */
export function gridIn(text: Text, range: Range): Grid | undefined {
  const { prompt } = text;
  const keys = [];
  for (let index = range.from; index < range.to; index++) {
    const key = keyAt(prompt, index, range.to, "rows", "columns");
    if (key && (isColon(prompt, key.to) || prompt.isMark(key.to, "="))) keys.push(key);
  }
  const [first, second] = keys;
  if (!first || !second || keys.length > 2 || first.value === second.value) return undefined;
  const end = endOf(text, second.to + 1, range.to);
  const lists = [
    { key: first.value, texts: textsIn(text, { from: first.to + 1, to: second.from }) },
    { key: second.value, texts: textsIn(text, { from: second.to + 1, to: end }) },
  ];
  const rows = lists.find(({ key }) => key === "rows")?.texts ?? [];
  const columns = lists.find(({ key }) => key === "columns")?.texts ?? [];
  if (rows.length === 0 || columns.length < 2) return undefined;
  return {
    label: labelBefore(text, { from: range.from, to: first.from }),
    rows,
    columns,
    from: first.from,
    to: end,
  };
}

/** A list ends with its sentence, its bracket or a semicolon. */
function endOf({ prompt }: Text, from: number, to: number): number {
  return find(prompt, { from, to }, (index) => prompt.isMark(index, ".;)]")) ?? to;
}

function textsIn(text: Text, range: Range): string[] {
  const list = text.prompt.trim(range, ",;:.!-–—*|/([ ");
  return (choicesSaid(text, alternatives(text, list)).choices ?? []).map((choice) => choice.text);
}

/** Without the bracket that holds the rows, and without "Grid:" before the question. */
function labelBefore(text: Text, { from, to }: Range): Range {
  const { prompt } = text;
  const bracket = find(
    prompt,
    { from, to },
    (index) => prompt.isOpenBracket(index) && prompt.after(index) > to,
  );
  const label = prompt.trim({ from, to: bracket ?? to }, ",;:.!-–—*|([ ");
  const [head, behind] = split(prompt, label, marks(prompt, ":"));
  return head && behind && kindOrModifiers(text, prompt.trim(head))
    ? prompt.trim({ from: behind.from, to: label.to })
    : label;
}
