/** Reads a Markdown table below a question: the columns are its choices, and the first cell of each row is a row label. */

import { logicalLine } from "../marks/lines.ts";
import { type Span, trimSpan } from "../marks/span.ts";
import { splitAt } from "../marks/split.ts";
import { type ChoiceText, readText } from "./choices.ts";
import type { Notation } from "./details.ts";

export interface TableText {
  readonly columns: readonly ChoiceText[];
  readonly rows: readonly ChoiceText[];
  /** Behind its last line. */
  readonly to: number;
}

/** Undefined where it has no rows, or more than empty cells in them. */
export function readTable(notation: Notation, from: number): TableText | undefined {
  const { coverage } = notation;
  const lines = tableLines(coverage.source, from);
  const [head, rule, ...rows] = lines.map((line) => splitCells(coverage.source, line));
  const isRule = rule?.every((cell) => /^:?-+:?$/.test(coverage.slice(cell)));
  const body = isRule ? rows : [...(rule ? [rule] : []), ...rows];
  if (!head || head.length < 3 || body.length === 0) return undefined;
  if (!body.every(([, ...cells]) => cells.every((cell) => BOXES.has(coverage.slice(cell))))) return undefined;
  for (const line of lines) coverage.addMark(line);
  const read = (cell: Span): ChoiceText => {
    const span = readText(notation, cell);
    return { text: coverage.slice(span), span, capacity: undefined };
  };
  const [, ...columns] = head;
  return {
    columns: columns.map(read),
    rows: body.flatMap(([cell]) => (cell && cell.to > cell.from ? read(cell) : [])),
    to: lines.at(-1)?.to ?? from,
  };
}

/** Behind the last line of a table. */
export function endOfTable(source: string, from: number): number {
  return tableLines(source, from).at(-1)?.to ?? from;
}

/** Contents of cells to be ticked. */
const BOXES: ReadonlySet<string> = new Set(["", "[ ]", "[]", "( )", "()", "☐", "□", "○", "o", "O"]);

function tableLines(source: string, from: number): Span[] {
  const lines: Span[] = [];
  for (let at = from; at < source.length; ) {
    const line = logicalLine(source, at);
    if (source.charAt(trimSpan(source, line).from) !== "|") break;
    lines.push(line);
    at = line.to;
  }
  return lines;
}

/** The cells between the bars, trimmed. */
function splitCells(source: string, line: Span): Span[] {
  const { from, to } = trimSpan(source, line);
  const end = source.charAt(to - 1) === "|" ? to - 1 : to;
  return splitAt(source, { from: from + 1, to: end }, "|").map((cell) => trimSpan(source, cell));
}
