/** The positions of values in the text of a document, in a compact form. */
import { isAlias, isMap, isPair, isSeq, type Document as Yaml } from "yaml";
import type { Path } from "../diagnostics/diagnostic.ts";
import type { ResolveAlias } from "./aliases.ts";
import { keyText } from "./json-data.ts";
import { nodeRange } from "./syntax.ts";

/**
 * The position of each value in the text of a document. Plain numbers take a small part of the memory of a syntax tree.
 * Each entry has five numbers: start and end of the key, start and end of the value, and the index of the first entry below
 * the value. The entries of one map or list stand side by side, in the order in which JavaScript keeps keys. The first entry is
 * the whole document.
 */
export type SourcePositions = Int32Array<ArrayBuffer>;

/** Offsets in the text; `end` is exclusive. */
export type Range = readonly [start: number, end: number];

/** The length of an entry. Equal start and end mean that there is no key or value. */
const numbersPerEntry = 5;

/** The positions of a document that JSON can represent. Empty values have none; an alias shares the entries of its target. */
export function sourcePositions(yaml: Yaml, resolveAlias: ResolveAlias, value: unknown): SourcePositions {
  const positions: number[] = [];
  const firstEntryOf = new Map<unknown, number>();

  function record(at: number, key: unknown, node: unknown, data: unknown): void {
    [positions[at], positions[at + 1]] = nodeRange(key) ?? [0, 0];
    [positions[at + 2], positions[at + 3]] = nodeRange(node) ?? [0, 0];
    positions[at + 4] = recordEntries(isAlias(node) ? resolveAlias(node) : node, data);
  }

  function recordEntries(node: unknown, data: unknown): number {
    if (!isMap(node) && !isSeq(node)) return 0;
    const recorded = firstEntryOf.get(node);
    if (recorded !== undefined) return recorded;
    const nodesOf = isMap(node) ? pairNodes(node.items) : itemNodes(node.items);
    const entries = Object.entries(data as object);
    const from = positions.length;
    firstEntryOf.set(node, from);
    for (let index = 0; index < numbersPerEntry * entries.length; index++) positions.push(0);
    for (const [index, [name, entry]] of entries.entries()) {
      const [key, value] = nodesOf(name, index);
      record(from + numbersPerEntry * index, key, value, entry);
    }
    return from;
  }

  for (let index = 0; index < numbersPerEntry; index++) positions.push(0);
  record(0, undefined, yaml.contents, value);
  return Int32Array.from(positions);
}

/** The nodes of an entry's key and value. */
type EntryNodes = (name: string, index: number) => readonly [key: unknown, value: unknown];

/** Pairs by the name that their key has in the data. Of two keys with one name, the data has the last. */
function pairNodes(items: readonly unknown[]): EntryNodes {
  const pairs = new Map(items.filter((item) => isPair(item)).map((pair) => [keyText(pair.key), pair]));
  return (name) => [pairs.get(name)?.key, pairs.get(name)?.value];
}

function itemNodes(items: readonly unknown[]): EntryNodes {
  return (_, index) => [items[index], items[index]];
}

/**
 * The range of a value (or its key) in the text. A missing value gets the range of its nearest ancestor, an empty value the
 * range of its key.
 *
 * @param value the data of the document that the positions belong to.
 */
export function rangeAt(positions: SourcePositions, value: unknown, path: Path, key: boolean): Range {
  let at = 0;
  let range = filledRange(positions, 2) ?? ([0, 1] as const);
  let current = value;
  for (const [index, step] of path.entries()) {
    const entry = indexOfEntry(current, step);
    if (entry < 0) return range;
    at = positions[at + 4]! + numbersPerEntry * entry;
    const ofKey = filledRange(positions, at);
    const own = key && index === path.length - 1 ? ofKey : filledRange(positions, at + 2);
    if (!own) return ofKey ?? range;
    range = own;
    current = (current as Record<string | number, unknown>)[step];
  }
  return range;
}

function filledRange(positions: SourcePositions, at: number): Range | undefined {
  const [start, end] = [positions[at]!, positions[at + 1]!];
  return start === end ? undefined : [start, end];
}

/** The index of an entry in a map or list; -1 where there is none. */
function indexOfEntry(value: unknown, step: string | number): number {
  if (typeof value !== "object" || value === null) return -1;
  if (!Array.isArray(value)) return Object.keys(value).indexOf(String(step));
  return Number(step) in value ? Number(step) : -1;
}
