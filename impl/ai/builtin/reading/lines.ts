/** The lines of a prompt as a tree: what is indented or listed below a line belongs to it. */
import type { Range } from "./accounting.ts";
import { keyAt } from "./keys.ts";
import type { Prompt } from "./prompt.ts";

/** What stands at the beginning of a line of a list: `box` is "[ ]", `radio` "( )", `head` a heading, `row` a row of a table. */
export type Marker = "bullet" | "number" | "letter" | "box" | "radio" | "head" | "row";

/** A line without its marker and without the line end. */
export interface Line extends Range {
  readonly marker: Marker | undefined;
  /** Columns of white space before it; of a heading, its level. */
  readonly indent: number;
  /** Whether an empty line stands before it. */
  readonly isApart: boolean;
  readonly children: Line[];
}

const BULLETS = "-*•–—+·▪◦‣●■→>✓✔✅";
const BOXES = "☐☑☒□";
const RADIOS = "◯○";

/** @returns the lines of a part of a prompt, each with those that belong to it */
export function linesOf(prompt: Prompt, range: Range = prompt.all): Line[] {
  const roots: Line[] = [];
  const open: Line[] = [];
  for (const line of flatLines(prompt, range)) {
    while (open.length > 0 && !belongs(prompt, line, open[open.length - 1])) open.pop();
    (open.at(-1)?.children ?? roots).push(line);
    open.push(line);
  }
  return roots;
}

/** Whether a line belongs to another before it. */
function belongs(prompt: Prompt, line: Line, parent: Line | undefined): boolean {
  if (parent === undefined || parent.marker === "row" || line.marker === "row") return false;
  if (parent.marker === "head") return line.marker !== "head" || line.indent > parent.indent;
  if (line.marker === "head") return false;
  if (line.indent > parent.indent && !(line.marker === undefined && parent.marker === undefined)) return true;
  if (line.marker === undefined) return false;
  if (parent.marker === undefined) {
    const isAlike = (parent.children[0]?.marker ?? line.marker) === line.marker;
    return line.indent >= parent.indent && endsWithColon(prompt, parent) && isAlike;
  }
  // Bullets, letters or boxes that directly follow a number are its choices.
  return (
    parent.marker === "number" && line.marker !== "number" && line.indent >= parent.indent && !line.isApart
  );
}

export function endsWithColon(prompt: Prompt, { from, to }: Range): boolean {
  return prompt.isMark(prompt.trim({ from, to }, "").to - 1, ":：");
}

/** @returns the lines in their order, without those below them */
function* flatLines(prompt: Prompt, whole: Range): Generator<Line> {
  const { tokens, text } = prompt;
  const rows = rangesOfLines(prompt, whole);
  let isApart = false;
  for (const [index, range] of rows.entries()) {
    const { from, to } = range;
    if (from === to) isApart = true;
    else if (!isRule(prompt, range)) {
      const start = tokens[from]?.start ?? 0;
      const lineStart = text.lastIndexOf("\n", start - 1) + 1;
      const indent = text.slice(lineStart, start).replaceAll("\t", "    ").length;
      const hasCells = bars(prompt, range) > 1;
      const isRow =
        hasCells && [rows[index - 1], rows[index + 1]].some((row) => row && bars(prompt, row) > 1);
      if (isRow) yield { ...range, marker: "row", indent, isApart, children: [] };
      else yield* itemsOf(prompt, range, indent, isApart);
      isApart = false;
    }
  }
}

function rangesOfLines({ tokens }: Prompt, whole: Range): Range[] {
  const ranges: Range[] = [];
  let { from } = whole;
  for (let to = from; to <= whole.to; to++) {
    if (to < whole.to && tokens[to]?.kind !== "newline") continue;
    ranges.push({ from, to });
    from = to + 1;
  }
  return ranges;
}

/** How many bars a line has, as between the cells of a table. */
function bars(prompt: Prompt, { from, to }: Range): number {
  let count = 0;
  for (let index = from; index < to; index++) if (prompt.isMark(index, "|")) count += 1;
  return count;
}

/** A line of nothing but "-", "=" or "*". */
function isRule(prompt: Prompt, { from, to }: Range): boolean {
  for (let index = from; index < to; index++) if (!prompt.isMark(index, "-=*_–—|:+")) return false;
  return true;
}

/** One line, or the items that one line counts: "1. Name 2. Email", "☐ Name ☐ Email". */
function* itemsOf(prompt: Prompt, range: Range, indent: number, isApart: boolean): Generator<Line> {
  const starts = inlineStarts(prompt, range);
  if (starts.length < 2) {
    yield lineOf(prompt, range, indent, isApart);
    return;
  }
  const [first = range.from] = starts;
  const isIntroduced = first > range.from;
  if (isIntroduced) yield lineOf(prompt, { from: range.from, to: first }, indent, isApart);
  for (const [index, from] of starts.entries()) {
    const to = starts[index + 1] ?? range.to;
    yield lineOf(prompt, { from, to }, isIntroduced ? indent + 1 : indent, false);
  }
}

/** The places in a line where "1.", "2.", "3." or boxes begin its items. */
function inlineStarts(prompt: Prompt, { from, to }: Range): number[] {
  const boxes: number[] = [];
  const numbers: number[] = [];
  for (let index = from; index < to; index = prompt.isOpenBracket(index) ? prompt.after(index) : index + 1) {
    if (prompt.isMark(index, BOXES + RADIOS) || boxEnd(prompt, index) > index + 1) boxes.push(index);
    const isNext = prompt.tokens[index]?.isSpaced && Number(prompt.key(index)) === numbers.length + 1;
    if (isNext && prompt.isMark(index + 1, ".)") && prompt.isWord(index + 2)) numbers.push(index);
  }
  return boxes.length > 1 ? boxes : numbers;
}

function lineOf(prompt: Prompt, range: Range, indent: number, isApart: boolean): Line {
  const { from, to } = range;
  const line = (marker: Marker | undefined, start: number, depth = indent): Line => {
    prompt.accounting.read({ from, to: start });
    return { from: start, to, marker, indent: depth, isApart, children: [] };
  };
  const level = headingLevel(prompt, range);
  if (level > 0) return line("head", from + level, level);
  if (isBold(prompt, range) || isCapitals(prompt, range, isApart)) return line("head", from, 7);
  if (prompt.isMark(from, "|")) return line("row", from);
  const bullet = prompt.isMark(from, BULLETS) && !prompt.isLook(from) && from + 1 < to;
  const start = bullet && prompt.tokens[from + 1]?.isSpaced ? from + 1 : from;
  const box = boxEnd(prompt, start);
  if (box > start) return line(prompt.isMark(start, `(${RADIOS}`) ? "radio" : "box", box);
  const number = numberEnd(prompt, start);
  if (number > start) return line("number", number);
  if (/^[a-z]$/.test(prompt.key(start)) && prompt.isMark(start + 1, ").") && start + 2 < to)
    return line("letter", start + 2);
  return line(start > from ? "bullet" : undefined, start);
}

function headingLevel(prompt: Prompt, { from, to }: Range): number {
  let level = 0;
  while (prompt.isMark(from + level, "#")) level += 1;
  return from + level < to && prompt.tokens[from + level]?.isSpaced ? level : 0;
}

/** A whole line between double asterisks is a heading, as in "**About you**". */
function isBold(prompt: Prompt, { from, to }: Range): boolean {
  if (to - from < 5 || !prompt.isLook(from) || !prompt.isMark(from, "*")) return false;
  const end = prompt.isMark(to - 1, ":") ? to - 1 : to;
  if (!prompt.isLook(end - 1)) return false;
  for (let index = from + 2; index < end - 2; index++) if (prompt.isLook(index)) return false;
  return true;
}

/** "CONTACT DETAILS" on a line of its own, behind an empty line. */
function isCapitals(prompt: Prompt, { from, to }: Range, isApart: boolean): boolean {
  if (!isApart || to - from > 6) return false;
  const words = prompt.textOf({ from, to });
  return /^\p{Lu}[\p{Lu}\s&/]{4,}:?$/u.test(words);
}

/** Behind "[ ]", "[x]", "( )" or "☐". */
function boxEnd(prompt: Prompt, from: number): number {
  if (prompt.isMark(from, BOXES + RADIOS)) return from + 1;
  if (!prompt.isMark(from, "[(")) return from;
  const close = /^[x✓]$/.test(prompt.key(from + 1)) ? from + 2 : from + 1;
  return prompt.isMark(close, "])") && close + 1 < prompt.tokens.length ? close + 1 : from;
}

/** Behind "1.", "1)", "(1)", "Q1:", "Question 1:" or "#1". */
function numberEnd(prompt: Prompt, from: number): number {
  const named = keyAt(prompt, from, prompt.tokens.length, "label");
  const isNamed = named && /^\d{1,3}$/.test(prompt.key(named.to)) && prompt.isMark(named.to + 1, ".):-–");
  if (isNamed) return named.to + 2;
  const isCounted = /^q\d{1,3}$/.test(prompt.key(from));
  if (isCounted && prompt.isMark(from + 1, ".):-–")) return from + 2;
  const at = prompt.isMark(from, "(#") ? from + 1 : from;
  if (!/^\d{1,3}$/.test(prompt.key(at))) return from;
  const next = prompt.tokens[at + 2];
  const isMarker = prompt.isMark(at + 1, at > from ? ").:" : ").:") && next !== undefined;
  return isMarker && next.kind !== "newline" && !(next.kind === "number" && !next.isSpaced) ? at + 2 : from;
}
