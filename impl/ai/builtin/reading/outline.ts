/** Reads lines like YAML into the same tree as JSON: `- label: Name`, below it `type: text`. */
import type { Range } from "./accounting.ts";
import { flatLines, type Line } from "./lines.ts";
import { type Entry, type Value, valueAt } from "./mapping.ts";
import type { Prompt } from "./prompt.ts";

/** @returns the lines from the first one like `- label: Name` or `fields:` up to the end, if all of them are of this kind */
export function outlineIn(prompt: Prompt): Value | undefined {
  const lines = [...flatLines(prompt, prompt.all)];
  const first = lines.findIndex((line) => keyEnd(prompt, line) !== undefined);
  const block = lines.slice(Math.max(first, 0));
  const keyed = block.filter((line) => keyEnd(prompt, line) !== undefined);
  const isAll = block.every((line) => line.marker === "bullet" || keyEnd(prompt, line) !== undefined);
  const [start] = block;
  if (first < 0 || !start || keyed.length < 3 || !isAll) return undefined;
  const { value, next } = blockAt(prompt, block, 0);
  return next === block.length ? value : undefined;
}

/** The place of the colon behind one lower-case word with which a line begins. */
function keyEnd(prompt: Prompt, { from, to }: Range): number | undefined {
  const start = prompt.isOpenQuote(from) ? from + 1 : from;
  let at = start;
  while (
    at < to &&
    (prompt.isWord(at) || prompt.isMark(at, "_-")) &&
    (at === start || !prompt.tokens[at]?.isSpaced)
  )
    at += 1;
  const colon = start > from ? at + 1 : at;
  const isKey = /^\p{Ll}/u.test(prompt.tokens[start]?.text ?? "") && at > start && prompt.isMark(colon, ":");
  return isKey && (colon + 1 >= to || prompt.tokens[colon + 1]?.isSpaced) ? colon : undefined;
}

interface Block {
  readonly value: Value;
  /** The index of the first line that does not belong to it. */
  readonly next: number;
}

/** Lines with the same indent: the items of a list, or the entries of a map. */
function blockAt(prompt: Prompt, lines: readonly Line[], start: number): Block {
  const { indent = 0, marker, from = 0 } = lines[start] ?? {};
  const items: Value[] = [];
  const entries: Entry[] = [];
  let next = start;
  for (let line = lines[next]; line && line.indent === indent && line.marker === marker; line = lines[next]) {
    const own = entriesOf(prompt, line);
    const below = belowOf(prompt, lines, next);
    next = below?.next ?? next + 1;
    if (marker === undefined) entries.push(...withBelow(own, below?.value));
    else items.push(itemOf(line, own, below?.value));
  }
  const to = lines[next - 1]?.to ?? from;
  const at = { from, to };
  return { value: marker === undefined ? { kind: "map", at, entries } : { kind: "list", at, items }, next };
}

function belowOf(prompt: Prompt, lines: readonly Line[], index: number): Block | undefined {
  const [line, next] = [lines[index], lines[index + 1]];
  if (!line || !next) return undefined;
  // The items of a list may stand directly below its key.
  const isList = line.marker === undefined && next.marker !== undefined && next.indent === line.indent;
  return next.indent > line.indent || isList ? blockAt(prompt, lines, index + 1) : undefined;
}

/** What stands below a key without a value is its value. */
function withBelow(own: readonly Entry[], below: Value | undefined): Entry[] {
  const last = own.at(-1);
  if (!last || !below) return [...own];
  return [...own.slice(0, -1), { ...last, value: below }];
}

function itemOf(line: Line, own: readonly Entry[], below: Value | undefined): Value {
  if (own.length === 0) return { kind: "scalar", at: { from: line.from, to: line.to } };
  const more = below?.kind === "map" ? below.entries : [];
  const entries = below && more.length === 0 ? withBelow(own, below) : [...own, ...more];
  return { kind: "map", at: { from: line.from, to: below?.at.to ?? line.to }, entries };
}

/** "label: Name, type: text": the entries of one line. */
function entriesOf(prompt: Prompt, { from, to }: Range): Entry[] {
  const entries: Entry[] = [];
  for (let at = from; at < to; ) {
    const colon = keyEnd(prompt, { from: at, to });
    if (colon === undefined) break;
    let end = colon + 1;
    while (end < to && !(prompt.isMark(end, ",") && keyEnd(prompt, { from: end + 1, to }) !== undefined))
      end = Math.max(prompt.after(end), end + 1);
    const isFlow = prompt.isMark(colon + 1, "[{");
    const value: Value = isFlow
      ? valueAt(prompt, colon + 1)
      : { kind: "scalar", at: { from: colon + 1, to: Math.min(end, to) } };
    entries.push({ key: { from: at, to: colon }, value });
    at = end + 1;
  }
  return entries;
}
