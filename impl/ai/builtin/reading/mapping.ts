/** Reads text like JSON into a tree of ranges: maps of keys and values, lists, and scalars. Quotes and commas may be missing. */
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

/** @returns the first map, or list of maps, in a prompt */
export function mappingIn(prompt: Prompt): Value | undefined {
  for (let from = 0; from < prompt.tokens.length; from++) {
    if (!prompt.isMark(from, "{[")) continue;
    const value = valueAt(prompt, from);
    const [first] = value.kind === "list" ? value.items : [value];
    if (first?.kind === "map" && first.entries.length > 0) return value;
    from = Math.max(from, value.at.to - 1);
  }
  return undefined;
}

/** Deeper nesting is read as one scalar. */
const MAX_DEPTH = 12;

/** @returns the value that begins at a token: a map, a list or a scalar up to the end of the line */
export function valueAt(prompt: Prompt, from: number, depth = 0): Value {
  if (depth > MAX_DEPTH) return scalarAt(prompt, from, "");
  if (prompt.isMark(from, "{")) {
    const entries: Entry[] = [];
    const to = membersOf(prompt, from, "}", (at) => {
      const key = scalarAt(prompt, at, ":").at;
      if (!prompt.isMark(key.to, ":")) return key.to;
      const value = valueAt(prompt, skipped(prompt, key.to + 1, ""), depth + 1);
      entries.push({ key, value });
      return value.at.to;
    });
    return { kind: "map", at: { from, to }, entries };
  }
  if (!prompt.isMark(from, "[")) return scalarAt(prompt, from, "");
  const items: Value[] = [];
  const to = membersOf(prompt, from, "]", (at) => {
    const value = valueAt(prompt, at, depth + 1);
    items.push(value);
    return value.at.to;
  });
  return { kind: "list", at: { from, to }, items };
}

/** Reads the members of a map or a list. @returns the place behind its end */
function membersOf(prompt: Prompt, from: number, end: string, read: (at: number) => number): number {
  let at = skipped(prompt, from + 1, ",");
  while (at < prompt.tokens.length && !prompt.isMark(at, end))
    at = skipped(prompt, Math.max(read(at), at + 1), ",");
  return Math.min(at + 1, prompt.tokens.length);
}

function scalarAt(prompt: Prompt, from: number, ends: string): Value {
  let to = from;
  if (prompt.isOpenQuote(from)) to = prompt.after(from);
  else
    while (
      to < prompt.tokens.length &&
      prompt.tokens[to]?.kind !== "newline" &&
      !prompt.isMark(to, `,]}${ends}`)
    )
      to += 1;
  return { kind: "scalar", at: { from, to } };
}

function skipped(prompt: Prompt, from: number, marks: string): number {
  let at = from;
  while (prompt.tokens[at]?.kind === "newline" || (marks !== "" && prompt.isMark(at, marks))) at += 1;
  return at;
}
