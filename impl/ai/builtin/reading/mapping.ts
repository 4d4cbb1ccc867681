/** Reads text that is YAML or JSON into a tree of ranges: maps of keys and values, lists, and scalars. */
import { isMap, isNode, isSeq, type Node, parseDocument } from "yaml";
import type { Range } from "./accounting.ts";
import type { Prompt } from "./prompt.ts";

export interface Entry {
  readonly key: Range;
  readonly value: Value;
}

/** `at` has its brackets or quotes. */
export type Value = { readonly at: Range } & (
  | { readonly kind: "map"; readonly entries: readonly Entry[] }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | { readonly kind: "scalar" }
);

/** Part of a prompt, in UTF-16 code units. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** @returns the first map or list of maps in a prompt; `undefined` also where it breaks the rules of YAML */
export function mappingIn(prompt: Prompt): Value | undefined {
  const part = blockIn(prompt.text) ?? bracketsIn(prompt);
  if (!part) return undefined;
  const document = parseDocument(prompt.text.slice(part.start, part.end), { uniqueKeys: false });
  if (document.errors.length > 0 || !isNode(document.contents)) return undefined;
  const value = treeOf(prompt, document.contents, part.start);
  const [first] = value.kind === "list" ? value.items : [value];
  return first?.kind === "map" && first.entries.length > 0 ? value : undefined;
}

/** `- label: Name`, `type: text` */
const KEYED = /^\s*(?:-\s+)?["']?\p{Ll}[\p{L}\p{N}_-]*["']?:(?:\s|$)/u;
const LISTED = /^\s*-\s+[^-\s]/;
/** The parser calls itself for each bracket inside another one. */
const MAX_BRACKETS = 500;
/** Fewer lines with keys may be a list with remarks. */
const FEWEST_KEYS = 3;

/** The lines from the first one with a key up to the end, if all of them have keys or are items of a list. */
function blockIn(text: string): Part | undefined {
  const lines = [...text.matchAll(/.*\S.*/g)];
  const first = lines.findIndex(([line]) => KEYED.test(line));
  const block = lines.slice(Math.max(first, 0));
  const start = block[0]?.index;
  const isBlock = block.every(([line]) => KEYED.test(line) || LISTED.test(line));
  if (first < 0 || start === undefined || !isBlock) return undefined;
  const keys = block.filter(([line]) => KEYED.test(line)).length;
  const deepest = text.match(/[[{]/g)?.length ?? 0;
  return keys < FEWEST_KEYS || deepest > MAX_BRACKETS ? undefined : { start, end: text.length };
}

/** The parser calls itself for each level. */
const MAX_DEPTH = 12;

/** The first `{...}` with a colon in it, or `[...]` of such, over several lines. */
function bracketsIn({ text, tokens }: Prompt): Part | undefined {
  let [depth, start] = [0, 0];
  for (const token of tokens) {
    if ("[{".includes(token.text)) depth += 1;
    else if ("]}".includes(token.text)) depth -= 1;
    else continue;
    if (depth > MAX_DEPTH || depth < 0) return undefined;
    if (depth === 1 && "[{".includes(token.text)) start = token.start;
    if (depth === 0 && /\{.*:/s.test(text.slice(start, token.end))) return { start, end: token.end };
  }
  return undefined;
}

function treeOf(prompt: Prompt, node: Node, start: number): Value {
  const at = rangeOf(prompt, node, start);
  if (isSeq(node))
    return { kind: "list", at, items: node.items.filter(isNode).map((item) => treeOf(prompt, item, start)) };
  if (!isMap(node)) return { kind: "scalar", at };
  const entries = node.items.flatMap(({ key, value }): Entry[] => {
    if (!isNode(key)) return [];
    const range = rangeOf(prompt, key, start);
    const nothing: Value = { kind: "scalar", at: { from: range.to, to: range.to } };
    return [{ key: range, value: isNode(value) ? treeOf(prompt, value, start) : nothing }];
  });
  return { kind: "map", at, entries };
}

function rangeOf({ tokens }: Prompt, { range }: Node, start: number): Range {
  const [from = 0, to = from] = range ?? [];
  return { from: indexAt(tokens, start + from), to: indexAt(tokens, start + to) };
}

/** The first token that begins at an offset or behind it. */
function indexAt(tokens: Prompt["tokens"], offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
