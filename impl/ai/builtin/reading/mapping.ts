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

/** @returns the first map or list of maps in a prompt; `undefined` also where it breaks the rules of YAML */
export function mappingIn(prompt: Prompt): Value | undefined {
  const [start, end] = blockIn(prompt.text) ?? bracketsIn(prompt) ?? [0, 0];
  const part = prompt.text.slice(start, end);
  if (end === 0 || isDeep(part)) return undefined;
  const document = parseDocument(part, { uniqueKeys: false });
  if (document.errors.length > 0 || !isNode(document.contents)) return undefined;
  const value = treeOf(document.contents, tokensFrom(prompt, start));
  const [first] = value.kind === "list" ? value.items : [value];
  return first?.kind === "map" && first.entries.length > 0 ? value : undefined;
}

/** The parser calls itself for each bracket inside another one. */
const MAX_DEPTH = 12;

function isDeep(text: string): boolean {
  let depth = 0;
  return [...text.matchAll(/[[\]{}]/g)].some(([mark]) => {
    depth += "[{".includes(mark) ? 1 : -1;
    return depth > MAX_DEPTH;
  });
}

/** `- label: Name`, `type: text` */
const KEYED = /^\s*(?:-\s+)?["']?\p{Ll}[\p{L}\p{N}_-]*["']?:(?:\s|$)/u;
const LISTED = /^\s*-\s+[^-\s]/;
/** Fewer lines with keys may be a list with remarks. */
const FEWEST_KEYS = 3;

/** Where the lines from the first one with a key begin and end, if all of them have keys or are items of a list. */
function blockIn(text: string): [start: number, end: number] | undefined {
  const lines = [...text.matchAll(/.*\S.*/g)];
  const first = lines.find(([line]) => KEYED.test(line));
  const block = lines.filter(({ index }) => first && index >= first.index);
  const keys = block.filter(([line]) => KEYED.test(line)).length;
  const isBlock = block.every(([line]) => KEYED.test(line) || LISTED.test(line));
  return first && isBlock && keys >= FEWEST_KEYS ? [first.index, text.length] : undefined;
}

/** The first `{...}` with a colon in it, or `[...]` of such, over several lines. */
function bracketsIn({ text, tokens }: Prompt): [start: number, end: number] | undefined {
  let [depth, start] = [0, 0];
  for (const token of tokens) {
    if ("[{".includes(token.text)) depth += 1;
    else if ("]}".includes(token.text)) depth -= 1;
    else continue;
    if (depth < 0) return undefined;
    if (depth === 1 && "[{".includes(token.text)) start = token.start;
    if (depth === 0 && /\{.*:/s.test(text.slice(start, token.end))) return [start, token.end];
  }
  return undefined;
}

/** @returns for each offset behind `start` the first token that begins there or behind it */
function tokensFrom({ text, tokens }: Prompt, start: number): number[] {
  let token = 0;
  return Array.from({ length: text.length - start + 1 }, (_, offset) => {
    while ((tokens[token]?.start ?? text.length) < start + offset) token += 1;
    return token;
  });
}

function treeOf(node: Node, tokenAt: readonly number[]): Value {
  const at = rangeOf(node, tokenAt);
  if (isSeq(node))
    return { kind: "list", at, items: node.items.filter(isNode).map((item) => treeOf(item, tokenAt)) };
  if (!isMap(node)) return { kind: "scalar", at };
  const entries = node.items.flatMap(({ key, value }): Entry[] => {
    if (!isNode(key)) return [];
    const range = rangeOf(key, tokenAt);
    const nothing: Value = { kind: "scalar", at: { from: range.to, to: range.to } };
    return [{ key: range, value: isNode(value) ? treeOf(value, tokenAt) : nothing }];
  });
  return { kind: "map", at, entries };
}

function rangeOf({ range }: Node, tokenAt: readonly number[]): Range {
  const [from = 0, to = from] = range ?? [];
  return { from: tokenAt[from] ?? 0, to: tokenAt[to] ?? 0 };
}
