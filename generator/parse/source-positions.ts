import { isAlias, isMap, isPair, isSeq, type Pair, type Document as Yaml } from "yaml";
import type { Path } from "../diagnostics/diagnostic.ts";
import { keyText } from "./json-data.ts";
import { nodeRange } from "./syntax.ts";

/**
 * Where each value of a document stands in its text, as numbers alone: a small part of the memory of
 * the tree that YAML is read into. A mark says where a key stands, where its value does, and where the marks of what is in
 * that value begin: side by side, in the order in which JavaScript keeps keys. The first mark is that of the whole document.
 */
export type Marks = Int32Array<ArrayBuffer>;

/** From an offset in the text to the one behind it. */
export type Range = readonly [start: number, end: number];

/** Start and end of the key, start and end of the value, and where the marks below it begin. Equal ends mean: none. */
const numbers = 5;

/** Of a document that JSON can hold. What is left empty has no place, and an alias leads to the marks of what it means. */
export function marksOf(yaml: Yaml, value: unknown): Marks {
  const marks: number[] = [];
  const begins = new Map<unknown, number>();

  function mark(at: number, key: unknown, node: unknown, means: unknown): void {
    [marks[at], marks[at + 1]] = nodeRange(key) ?? [0, 0];
    [marks[at + 2], marks[at + 3]] = nodeRange(node) ?? [0, 0];
    marks[at + 4] = markBelow(isAlias(node) ? node.resolve(yaml) : node, means);
  }

  function markBelow(node: unknown, means: unknown): number {
    if (!isMap(node) && !isSeq(node)) return 0;
    const known = begins.get(node);
    if (known !== undefined) return known;
    const pairs = isMap(node) ? pairsOf(node.items) : undefined;
    const entries = Object.entries(means as object);
    const from = marks.length;
    begins.set(node, from);
    for (let index = 0; index < numbers * entries.length; index++) marks.push(0);
    for (const [index, [name, entry]] of entries.entries()) {
      const pair = pairs?.get(name);
      const item = isSeq(node) ? node.items[index] : undefined;
      mark(from + numbers * index, pair ? pair.key : item, pair ? pair.value : item, entry);
    }
    return from;
  }

  for (let index = 0; index < numbers; index++) marks.push(0);
  mark(0, undefined, yaml.contents, value);
  return Int32Array.from(marks);
}

/** By the name that a key has in the data; of two keys with one name the data has the last. */
function pairsOf(items: readonly unknown[]): Map<string | undefined, Pair> {
  return new Map(items.filter((item) => isPair(item)).map((pair) => [keyText(pair.key), pair]));
}

/**
 * Where a value (or its key) stands. What is not there is where the nearest thing around it is, and what is left empty
 * where its key is.
 *
 * @param value what the document means, whose marks these are.
 */
export function rangeAt(marks: Marks, value: unknown, path: Path, key: boolean): Range {
  let at = 0;
  let range = filledRange(marks, 2) ?? ([0, 1] as const);
  let current = value;
  for (const [index, step] of path.entries()) {
    const position = positionOf(current, step);
    if (position < 0) return range;
    at = marks[at + 4]! + numbers * position;
    const ofKey = filledRange(marks, at);
    const own = key && index === path.length - 1 ? ofKey : filledRange(marks, at + 2);
    if (!own) return ofKey ?? range;
    range = own;
    current = (current as Record<string | number, unknown>)[step];
  }
  return range;
}

function filledRange(marks: Marks, at: number): Range | undefined {
  const [start, end] = [marks[at]!, marks[at + 1]!];
  return start === end ? undefined : [start, end];
}

/** Which of the entries of a map or list this is; less than 0: none. */
function positionOf(value: unknown, step: string | number): number {
  if (typeof value !== "object" || value === null) return -1;
  if (!Array.isArray(value)) return Object.keys(value).indexOf(String(step));
  return Number(step) in value ? Number(step) : -1;
}
