/** Makes values that fit schemas, small ones first, and some at the bounds of another schema. */

import { define } from "../define.ts";
import { listTypes, listValues, toLength } from "./bounds.ts";
import { judge } from "./judge.ts";
import { findProperty, itemNodes, namedProperties, otherNodes } from "./members.ts";
import type { Node } from "./node.ts";
import { candidateNumbers, numbersAround } from "./numbers.ts";
import { toUnion } from "./split.ts";
import { matching } from "./texts/matching.ts";
import { misformatted, shortText, textConstraints, textOfLength } from "./texts/texts.ts";

/** The depth limit; only endless recursion goes deeper. */
const maxDepth = 10;

/** The parts of one value that are sampled. Unions that contain each other would need millions. */
const maxParts = 1_000;

/**
 * The position of the sampling: the depth in the value, whether it is in a list, and how many parts may still be sampled at all
 * depths together.
 */
interface Progress {
  readonly depth: number;
  readonly isInList: boolean;
  readonly parts: { left: number };
}

const deeper = (progress: Progress): Progress => ({ ...progress, depth: progress.depth + 1 });

const inList = (progress: Progress): Progress => ({ ...deeper(progress), isInList: true });

/**
 * Returns at most `count` different values that fit all nodes, as far as known. The bounds of the schemas in `near` are tried
 * too.
 */
export function samples(nodes: readonly Node[], count: number, near: readonly Node[] = []): unknown[] {
  return samplesAt(nodes, count, near, { depth: 0, isInList: false, parts: { left: maxParts } });
}

function samplesAt(
  nodes: readonly Node[],
  count: number,
  near: readonly Node[],
  progress: Progress,
): unknown[] {
  if (progress.parts.left-- <= 0) return [];
  const found = new Map<string, unknown>();
  let tries = 0;
  for (const value of candidates(nodes, near, progress)) {
    if (found.size >= count || ++tries > count * 20) break;
    if (value === undefined || nodes.some((node) => judge(node, value) === false)) continue;
    found.set(JSON.stringify(value), value);
  }
  return [...found.values()];
}

function* candidates(nodes: readonly Node[], near: readonly Node[], progress: Progress): Generator<unknown> {
  if (progress.depth > maxDepth || nodes.some(({ never }) => never)) return;
  const values = listValues(nodes);
  if (values) return yield* putRejectedFirst(values, near);
  for (const { examples } of [...nodes, ...near]) yield* examples;
  const branches = toUnion(nodes);
  if (branches) yield* interleave(branches.map((branch) => candidates(branch, near, progress)));
  else yield* interleave(listTypes(nodes).map((type) => samplesOfType(type, nodes, near, progress)));
}

/** Puts values that the `near` schemas reject first, because only the beginning of a long list is tried. */
function putRejectedFirst(values: readonly unknown[], near: readonly Node[]): unknown[] {
  const refused = values.filter((value) => near.some((node) => judge(node, value) === false));
  return [...new Set([...refused, ...values])];
}

/** One value of each in turn. */
function* interleave(generators: readonly Generator<unknown>[]): Generator<unknown> {
  let open = [...generators];
  while (open.length > 0) {
    const next: Generator<unknown>[] = [];
    for (const generator of open) {
      const { value, done } = generator.next();
      if (done) continue;
      yield value;
      next.push(generator);
    }
    open = next;
  }
}

function* samplesOfType(
  type: string,
  nodes: readonly Node[],
  near: readonly Node[],
  progress: Progress,
): Generator<unknown> {
  switch (type) {
    case "null":
      return yield null;
    case "boolean":
      return yield* [true, false];
    case "number":
    case "integer":
      return yield* numbers(nodes, near);
    case "string":
      return yield* texts(nodes, near);
    case "array":
      return yield* arrays(nodes, near, progress);
    default:
      return yield* objects(nodes, near, progress);
  }
}

function* numbers(nodes: readonly Node[], near: readonly Node[]): Generator<unknown> {
  const all = [...nodes, ...near];
  const first = candidateNumbers(all);
  yield* first;
  for (const number of first) yield* numbersAround(number, 1, all);
  yield* [0.25, 1_000_000, -1_000_000, 1.5];
}

function* texts(nodes: readonly Node[], near: readonly Node[]): Generator<unknown> {
  const own = textConstraints(nodes);
  yield shortText(own);
  for (const { format } of near) if (format !== undefined) yield* misformatted(format);
  for (const { pattern } of [...nodes, ...near]) if (pattern !== undefined) yield* matching(pattern);
  const lengths = [...near, ...nodes].flatMap(({ numbers: { minLength, maxLength } }) =>
    [minLength, maxLength].flatMap((bound) => (bound === undefined ? [] : [bound, bound + 1, bound - 1])),
  );
  for (const length of [...lengths, 1, 0, 2, 12]) if (length >= 0) yield textOfLength(own, length);
  yield* [
    "",
    " ",
    "a",
    "A",
    "0",
    "-",
    "é",
    "a b",
    "text",
    "TEXT",
    "a1",
    "1a",
    "a/b",
    "a.b",
    "a@b.org",
    "2026-03-14",
  ];
  for (const { pattern } of nodes) {
    if (pattern === undefined) continue;
    for (let length = 1; length <= 12; length++) yield* matching(pattern, length);
  }
}

function* arrays(nodes: readonly Node[], near: readonly Node[], progress: Progress): Generator<unknown> {
  const { least, most } = toLength(nodes, "Items");
  const bounds = [...nodes, ...near].flatMap(({ numbers: { minItems, maxItems } }) =>
    [minItems, maxItems].flatMap((bound) => (bound === undefined ? [] : [bound, bound - 1, bound + 1])),
  );
  const contained = nodes.flatMap(({ contains }) => (contains ? [contains] : []));
  const wanted = contained.length === 0 ? least : Math.max(1, least);
  // Lists within lists stay short. At their bounds, a value could have as many items as the product of the bounds.
  for (const length of new Set([wanted, ...(progress.isInList ? [] : bounds), 1, 2, 0])) {
    if (length < least || length > most || length > 200 || length < 0) continue;
    const items = sampleItems(length, nodes, contained, progress);
    if (items) yield items;
  }
  if (progress.depth > 3) return;
  for (const item of samplesAt(
    itemNodes(nodes, least),
    6,
    near.flatMap((node) => itemNodes([node], least)),
    inList(progress),
  )) {
    yield [item];
    yield [item, item];
  }
}

/** Samples a list of this length that fits. It begins with the items that the array has to contain. */
function sampleItems(
  length: number,
  nodes: readonly Node[],
  contained: readonly Node[],
  progress: Progress,
): unknown[] | undefined {
  const unique = nodes.some((node) => node.unique);
  const items: unknown[] = [];
  let targets: readonly Node[] = [];
  let options: readonly unknown[] = [];
  for (let index = 0; index < length; index++) {
    const next = [...itemNodes(nodes, index), ...contained.slice(index, index + 1)];
    // Items of one schema share their samples: lists of lists would cost the product of their lengths.
    if (index === 0 || !isSameList(targets, next))
      options = samplesAt(next, unique ? length : 1, [], inList(progress));
    targets = next;
    const item = unique
      ? options.find((option) => !items.some((other) => isSame(option, other)))
      : options[0];
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function isSameList(one: readonly Node[], other: readonly Node[]): boolean {
  return one.length === other.length && one.every((node, index) => node === other[index]);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function* objects(nodes: readonly Node[], near: readonly Node[], progress: Progress): Generator<unknown> {
  const required = new Set(nodes.flatMap((node) => node.required));
  const base: Record<string, unknown> = {};
  for (const name of required) {
    const [value] = samplesAt(findProperty(nodes, name), 1, [], deeper(progress));
    if (value === undefined) return;
    define(base, name, value);
  }
  yield base;
  if (progress.depth > 5) return;
  const least = Math.max(0, ...nodes.map(({ numbers }) => numbers.minProperties ?? 0));
  const optional = namedProperties([...nodes, ...near]).filter((name) => !required.has(name));
  const extra = [...optional, ...inventedNames([...nodes, ...near])];
  const filled = fillUp(base, extra, least, nodes, progress);
  if (least > required.size) yield filled;
  const full = { ...filled };
  for (const name of extra) {
    for (const value of samplesAt(
      findProperty(nodes, name),
      progress.depth > 1 ? 1 : 3,
      findParts(near, name),
      deeper(progress),
    )) {
      yield { ...filled, [name]: value };
      define(full, name, value);
    }
  }
  yield full;
  if (progress.depth > 1) return;
  for (const name of required)
    for (const value of samplesAt(findProperty(nodes, name), 6, findParts(near, name), deeper(progress)))
      yield { ...filled, [name]: value };
}

/** The object with more properties, until it has as many as it needs. */
function fillUp(
  base: Readonly<Record<string, unknown>>,
  names: readonly string[],
  least: number,
  nodes: readonly Node[],
  progress: Progress,
): Record<string, unknown> {
  const object = { ...base };
  for (const name of names) {
    if (Object.keys(object).length >= least) break;
    const [value] = samplesAt(findProperty(nodes, name), 1, [], deeper(progress));
    if (value !== undefined) define(object, name, value);
  }
  return object;
}

function findParts(near: readonly Node[], name: string): Node[] {
  return near.flatMap((node) => findProperty([node], name));
}

/** Names that no schema lists: for its patterns, and a plain one. */
export function inventedNames(nodes: readonly Node[]): string[] {
  const patterns = nodes.flatMap((node) => [
    ...node.patterns.keys(),
    ...(node.names?.pattern === undefined ? [] : [node.names.pattern]),
  ]);
  return [
    ...new Set([...patterns.flatMap((pattern) => matching(pattern).slice(0, 2)), "other", "x", "more"]),
  ].filter((name) => otherNodes(nodes).length > 0 || patterns.length > 0 || name !== "");
}
