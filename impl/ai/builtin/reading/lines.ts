/** The lines of a prompt as a tree: what is indented or listed below a line belongs to it. */
import type { Range } from "./accounting.ts";
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

/** What may stand at the beginning of a line, by what it makes of the line. The first one that fits counts. */
const MARKERS: readonly (readonly [Marker, RegExp])[] = [
  ["head", /^#+(?=\s)/],
  ["row", /^(?=\|)/],
  ["box", /^(?:[-*•]\s+)?(?:\[ ?[x✓]? ?\]|[☐☑☒□])(?=\s*\S)/iu],
  ["radio", /^(?:[-*•]\s+)?(?:\( ?[x✓]? ?\)|[◯○])(?=\s*\S)/iu],
  [
    "number",
    /^(?:[-*•]\s+)?(?:[(#]?\d{1,3}[).:](?!\d)|q\d{1,3}[).:–-]|\d{1,2}\.\d{1,2}(?=\s+\p{L}))(?=\s*\S)/iu,
  ],
  ["letter", /^(?:[-*•]\s+)?(?:[a-z]|[ivx]{2,4})[).](?=\s*\S)/iu],
  ["bullet", /^(?!\*\s*[=:])[-*•–—+·▪◦‣●■→>✓✔✅](?=\s)/u],
];
const BOX = /\[ ?[x✓]? ?\]|\( ?[x✓]? ?\)|[☐☑☒□◯○]/giu;

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
    else if (!RULE.test(sourceOf(prompt, range))) {
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
function bars(prompt: Prompt, range: Range): number {
  return sourceOf(prompt, range).split("|").length - 1;
}

/** A line of nothing but such marks. */
const RULE = /^[-=*_–—|:+\s]*$/;

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
function inlineStarts(prompt: Prompt, range: Range): number[] {
  const offset = prompt.tokens[range.from]?.start ?? 0;
  const boxes = [...sourceOf(prompt, range).matchAll(BOX)].map(({ index }) =>
    tokenAt(prompt, range, offset + index),
  );
  if (boxes.length > 1) return boxes;
  const numbers: number[] = [];
  const { from, to } = range;
  for (let index = from; index < to; index = prompt.isOpenBracket(index) ? prompt.after(index) : index + 1) {
    const isNext = prompt.tokens[index]?.isSpaced && Number(prompt.key(index)) === numbers.length + 1;
    if (isNext && prompt.isMark(index + 1, ".)") && prompt.isWord(index + 2)) numbers.push(index);
  }
  return numbers;
}

function sourceOf({ text, tokens }: Prompt, { from, to }: Range): string {
  return text.slice(tokens[from]?.start, tokens[to - 1]?.end);
}

/** The first token of a range that begins at an offset or behind it. */
function tokenAt({ tokens }: Prompt, { from, to }: Range, offset: number): number {
  let at = from;
  while (at < to && (tokens[at]?.start ?? 0) < offset) at += 1;
  return at;
}

function lineOf(prompt: Prompt, range: Range, indent: number, isApart: boolean): Line {
  const { from, to } = range;
  const source = sourceOf(prompt, range);
  const line = (marker: Marker | undefined, start: number, depth = indent): Line => {
    prompt.accounting.read({ from, to: start });
    return { from: start, to, marker, indent: depth, isApart, children: [] };
  };
  // "**About you**" and, behind an empty line, "CONTACT DETAILS"
  if (/^\*\*[^*]+\*\*:?$/.test(source) || (isApart && to - from <= 6 && CAPITALS.test(source)))
    return line("head", from, 7);
  // "Question 1:"
  const named = prompt.keyAt(from, to, "label");
  const isNumbered = named && /^\d{1,3}$/.test(prompt.key(named.to)) && prompt.isMark(named.to + 1, ".):-–");
  if (isNumbered) return line("number", named.to + 2);
  for (const [marker, pattern] of MARKERS) {
    const [found] = pattern.exec(source) ?? [];
    if (found === undefined || (found !== "" && prompt.isLook(from))) continue;
    const start = tokenAt(prompt, range, (prompt.tokens[from]?.start ?? 0) + found.length);
    // "1.1 Name" belongs to "1. Contact".
    const depth = indent + Number(/\d\.\d/.test(found));
    return line(marker, start, marker === "head" ? found.length : depth);
  }
  return line(undefined, from);
}

const CAPITALS = /^\p{Lu}[\p{Lu}\s&/]{4,}:?$/u;
