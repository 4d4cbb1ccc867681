/** Reads a text in small Markdown. Signs that are not clearly Markdown stay as they were written (impl/docs/markdown.md has the rules). */
import { readLine } from "./inline.ts";
import type { Block, Line, List } from "./tree.ts";

/** Deeper lists are lines of the list that they stand in. */
const MAX_DEPTH = 4;

export function parseMarkdown(text: string): readonly Block[] {
  return readBlocks(text.split(/\r?\n/), 0);
}

/** @param depth how many lists the lines stand in */
function readBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let paragraph: Line[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", lines: paragraph });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const run = findList(lines, at, depth);
    if (run !== undefined) {
      endParagraph();
      blocks.push(listOf(run, depth));
      at = run.end - 1;
    } else if (line.trim() === "") endParagraph();
    else paragraph.push(readLine(line));
  }
  endParagraph();
  return blocks;
}

/** A single line with a mark may be a note, such as "* required". Within a list it is a list, too. */
function findList(lines: readonly string[], from: number, depth: number): Run | undefined {
  const run = depth < MAX_DEPTH ? findItems(lines, from) : undefined;
  return run !== undefined && (depth > 0 || run.marks > 1) ? run : undefined;
}

/** Lines that may be a list. */
interface Run {
  readonly isOrdered: boolean;
  readonly items: readonly Item[];
  /** How many lines have a mark, also those of lists within. */
  readonly marks: number;
  /** The index of the line after them. */
  readonly end: number;
}

interface Item {
  readonly text: string;
  /** The lines below it that are indented. */
  readonly below: string[];
}

function listOf({ isOrdered, items }: Run, depth: number): List {
  return { kind: "list", isOrdered, items: items.map((item) => itemBlocks(item, depth)) };
}

function itemBlocks({ text, below }: Item, depth: number): readonly Block[] {
  const line = readLine(text);
  const [first, ...more] = readBlocks(below, depth + 1);
  if (first?.kind === "paragraph" && below[0]?.trim() !== "")
    return [{ kind: "paragraph", lines: [line, ...first.lines] }, ...more];
  return [{ kind: "paragraph", lines: [line] }, ...(first === undefined ? [] : [first, ...more])];
}

interface ItemStart {
  readonly indent: number;
  /** `-`, `*`, `.` or `)`. */
  readonly mark: string;
  /** The number of an ordered item. */
  readonly number: number | undefined;
  readonly text: string;
}

function readItem(line: string): ItemStart | undefined {
  const found = /^([ \t]*)(?:([-*])|(\d{1,3})([.)]))[ \t]+(\S.*)$/.exec(line);
  if (found === null) return undefined;
  const [, indent = "", bullet, number, sign = "", text = ""] = found;
  const value = number === undefined ? undefined : Number(number);
  return { indent: indent.length, mark: bullet ?? sign, number: value, text };
}

/** Finds the items from a line on that belong together: of one mark, or with numbers from 1 on, so that no number changes. */
function findItems(lines: readonly string[], from: number): Run | undefined {
  const first = readItem(lines[from] ?? "");
  if (first === undefined || (first.number ?? 1) !== 1) return undefined;
  const items: Item[] = [{ text: first.text, below: [] }];
  let [end, marks] = [from + 1, 1];
  let blank: string[] = [];
  for (let at = end; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      blank.push(line);
      continue;
    }
    const item = readItem(line);
    if (indentOf(line) >= first.indent + 2) items.at(-1)?.below.push(...blank, line.slice(first.indent + 2));
    else if (item !== undefined && isNext(item, first, items.length))
      items.push({ text: item.text, below: [] });
    else break;
    if (item !== undefined) marks += 1;
    blank = [];
    end = at + 1;
  }
  return { isOrdered: first.number !== undefined, items, marks, end };
}

function isNext(item: ItemStart, first: ItemStart, count: number): boolean {
  return item.mark === first.mark && (item.number === undefined || item.number === count + 1);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
