/**
 * What has to be shown so that every value that fits some schemas ("left") also fits another one ("right"): one obligation for each
 * thing that the right schema asks for. Obligations about parts of a value lead to schemas of these parts.
 */

import { findRange, type JsonType, listTypes, propertyCount, toLength } from "../bounds.ts";
import { judge } from "../judge.ts";
import { findProperty, itemNodes, matchesOne, namedProperties, otherNodes } from "../members.ts";
import { conjuncts, joined, makeNode, type Node } from "../node.ts";
import { notNode, ofType, possible } from "../split.ts";

/** One step into a value: a property, an item, or any of those that have no name. */
export type Step =
  | { readonly property: string }
  | { readonly item: number }
  | { readonly other: "property" | "item" | "name" };

/** The questions that obligations ask about other schemas. */
export interface Questions {
  /** Whether every value that fits the left schemas fits the right one; `deeper` for a part of the value. */
  implies(left: readonly Node[], right: Node, deeper: boolean): boolean;
  /** Whether no value fits all of the schemas. */
  isEmpty(nodes: readonly Node[], deeper: boolean): boolean;
  isSame(one: Node, other: Node): boolean;
}

export interface Obligation {
  /** The keyword of the right schema that asks for it. */
  readonly keyword: string;
  readonly right: Node;
  /** For a part of the value: what has to be shown there. */
  readonly part?: { readonly step: Step; readonly left: readonly Node[]; readonly right: Node };
  /** The name that is required or refused. */
  readonly name?: string;
  holds(): boolean;
}

/** What the right schema asks for, with all that applies together with it. @param left conjuncts, see `conjuncts` */
export function* obligations(left: readonly Node[], right: Node, ask: Questions): Generator<Obligation> {
  for (const part of conjuncts([right])) yield* obligationsOf(left, part, ask);
}

function* obligationsOf(left: readonly Node[], right: Node, ask: Questions): Generator<Obligation> {
  const types = listTypes(left);
  const has = (...wanted: JsonType[]) => types.some((type) => wanted.includes(type));
  if (right.never) yield { keyword: "false", right, holds: () => ask.isEmpty(left, false) };
  if (right.types) yield typesHold(left, types, right, right.types);
  for (const _ of right.enums) yield { keyword: "enum", right, holds: () => false };
  if (has("number", "integer")) yield* numbersHold(left, right, !types.includes("number"));
  if (has("string")) yield* textHolds(left, right);
  if (has("array")) yield* itemsHold(restrict(left, "array"), right, ask);
  if (has("object")) yield* objectHolds(restrict(left, "object"), right, ask);
  yield* combinatorsHold(left, right, ask);
}

/** Keywords for other types do not count any more. */
function restrict(left: readonly Node[], type: JsonType): readonly Node[] {
  return listTypes(left).length === 1 ? left : [...left, ofType(type)];
}

function typesHold(
  left: readonly Node[],
  types: readonly JsonType[],
  right: Node,
  wanted: readonly string[],
): Obligation {
  const { low, high } = findRange(left, false);
  const isWhole =
    left.some(({ numbers }) => Number.isInteger(numbers.multipleOf)) ||
    (low.value === high.value && Number.isInteger(low.value));
  const fits = (type: JsonType) =>
    wanted.includes(type) ||
    (type === "integer" && wanted.includes("number")) ||
    (type === "number" && wanted.includes("integer") && isWhole);
  return { keyword: "type", right, holds: () => types.every(fits) };
}

function* numbersHold(left: readonly Node[], right: Node, whole: boolean): Generator<Obligation> {
  const { low, high } = findRange(left, whole);
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = right.numbers;
  const bound = (keyword: string, holds: boolean): Obligation => ({ keyword, right, holds: () => holds });
  if (minimum !== undefined) yield bound("minimum", low.value >= minimum);
  if (exclusiveMinimum !== undefined)
    yield bound(
      "exclusiveMinimum",
      low.value > exclusiveMinimum || (low.value === exclusiveMinimum && low.open),
    );
  if (maximum !== undefined) yield bound("maximum", high.value <= maximum);
  if (exclusiveMaximum !== undefined)
    yield bound(
      "exclusiveMaximum",
      high.value < exclusiveMaximum || (high.value === exclusiveMaximum && high.open),
    );
  if (multipleOf !== undefined) yield bound("multipleOf", isMultiple(left, whole, multipleOf));
}

/** Only exact arithmetic counts: validators divide floating-point numbers. */
function isMultiple(left: readonly Node[], whole: boolean, step: number): boolean {
  const steps = left.flatMap(({ numbers }) => (numbers.multipleOf === undefined ? [] : [numbers.multipleOf]));
  if (whole && (step === 1 || step === 0.5)) return true;
  return steps.some(
    (own) => own === step || (Number.isInteger(own) && Number.isInteger(step) && own % step === 0),
  );
}

function* textHolds(left: readonly Node[], right: Node): Generator<Obligation> {
  const { least, most } = toLength(left, "Length");
  const { minLength, maxLength } = right.numbers;
  if (minLength !== undefined) yield { keyword: "minLength", right, holds: () => least >= minLength };
  if (maxLength !== undefined) yield { keyword: "maxLength", right, holds: () => most <= maxLength };
  const { pattern, format } = right;
  if (pattern !== undefined)
    yield { keyword: "pattern", right, holds: () => left.some((node) => node.pattern === pattern) };
  if (format !== undefined)
    yield { keyword: "format", right, holds: () => left.some((node) => node.format === format) };
}

function* itemsHold(left: readonly Node[], right: Node, ask: Questions): Generator<Obligation> {
  const { least, most } = toLength(left, "Items");
  const { minItems, maxItems, minContains = 1, maxContains = Infinity } = right.numbers;
  if (minItems !== undefined) yield { keyword: "minItems", right, holds: () => least >= minItems };
  if (maxItems !== undefined) yield { keyword: "maxItems", right, holds: () => most <= maxItems };
  if (right.unique)
    yield { keyword: "uniqueItems", right, holds: () => most <= 1 || left.some(({ unique }) => unique) };
  const length = Math.max(right.prefix.length, ...left.map(({ prefix }) => prefix.length));
  for (let index = 0; index <= length; index++) {
    const child = right.prefix[index] ?? right.rest;
    if (child === undefined || index >= most) continue;
    const step: Step = index === length ? { other: "item" } : { item: index };
    const keyword = right.prefix[index] ? "prefixItems" : "items";
    yield part(keyword, right, itemNodes(left, index === length ? Infinity : index), child, step, ask);
  }
  const { contains } = right;
  if (contains) {
    const holds = () => {
      const same = left.filter((node) => node.contains && ask.isSame(node.contains, contains));
      const enough =
        minContains === 0 ||
        left.some(
          (node) =>
            node.contains &&
            (node.numbers.minContains ?? 1) >= minContains &&
            ask.implies(conjuncts([node.contains]), contains, true),
        ) ||
        (least >= minContains && length === 0 && ask.implies(itemNodes(left, Infinity), contains, true));
      return (
        enough &&
        (most <= maxContains || same.some(({ numbers }) => (numbers.maxContains ?? Infinity) <= maxContains))
      );
    };
    yield { keyword: "contains", right, holds };
  }
}

function* objectHolds(left: readonly Node[], right: Node, ask: Questions): Generator<Obligation> {
  const required = new Set(left.flatMap((node) => node.required));
  for (const name of right.required.toSorted())
    yield { keyword: "required", right, name, holds: () => required.has(name) };
  const names = namedProperties([...left, right]);
  for (const [name, child] of right.properties)
    yield part("properties", right, findProperty(left, name), child, { property: name }, ask);
  for (const [pattern, child] of right.patterns) {
    for (const name of names.filter((each) => matchesOne(each, [pattern])))
      yield part("patternProperties", right, findProperty(left, name), child, { property: name }, ask);
    for (const others of otherNodes(left, pattern))
      yield part("patternProperties", right, others, child, { other: "property" }, ask);
  }
  if (right.additional) {
    const unnamed = names.filter(
      (name) => !right.properties.has(name) && !matchesOne(name, right.patterns.keys()),
    );
    for (const name of unnamed)
      yield part(
        "additionalProperties",
        right,
        findProperty(left, name),
        right.additional,
        { property: name },
        ask,
      );
    for (const others of otherNodes(left, undefined, [...right.patterns.keys()]))
      yield part("additionalProperties", right, others, right.additional, { other: "property" }, ask);
  }
  yield* namesHold(left, right, names, ask);
  for (const [name, list] of right.dependentRequired)
    yield { keyword: "dependentRequired", right, name, holds: () => isDependent(left, name, list, ask) };
  for (const [name, child] of right.dependentSchemas)
    yield {
      keyword: "dependentSchemas",
      right,
      name,
      holds: () =>
        ask.isEmpty(findProperty(left, name), true) ||
        ask.implies(joined(left, [makeNode({ required: [name] })]), child, false),
    };
}

/** `propertyNames`, and how many properties there are. */
function* namesHold(
  left: readonly Node[],
  right: Node,
  names: readonly string[],
  ask: Questions,
): Generator<Obligation> {
  const possible = () => names.filter((name) => !ask.isEmpty(findProperty(left, name), true));
  const isClosed = () => otherNodes(left).every((others) => ask.isEmpty(others, true));
  const { minProperties, maxProperties } = right.numbers;
  if (minProperties !== undefined)
    yield {
      keyword: "minProperties",
      right,
      holds: () => propertyCount(left, undefined).least >= minProperties,
    };
  if (maxProperties !== undefined) {
    const holds = () =>
      propertyCount(left, undefined).most <= maxProperties ||
      (isClosed() && propertyCount(left, possible()).most <= maxProperties);
    yield { keyword: "maxProperties", right, holds };
  }
  const allowed = right.names;
  if (!allowed) return;
  const holds = () =>
    possible().every((name) => judge(allowed, name) === true) &&
    (isClosed() ||
      ask.implies(
        conjuncts([ofType("string"), ...left.flatMap((node) => (node.names ? [node.names] : []))]),
        allowed,
        true,
      ));
  yield { keyword: "propertyNames", right, holds };
}

function isDependent(left: readonly Node[], name: string, list: readonly string[], ask: Questions): boolean {
  const required = new Set(left.flatMap((node) => node.required));
  const implied = new Set(left.flatMap((node) => node.dependentRequired.get(name) ?? []));
  if (list.every((other) => required.has(other) || implied.has(other))) return true;
  return ask.isEmpty(findProperty(left, name), true);
}

function* combinatorsHold(left: readonly Node[], right: Node, ask: Questions): Generator<Obligation> {
  for (const branches of right.anyOf)
    yield {
      keyword: "anyOf",
      right,
      holds: () => possible(branches, left).some((branch) => ask.implies(left, branch, false)),
    };
  for (const branches of right.oneOf) {
    const holds = () => {
      const shared = possible(branches, left);
      return shared.some(
        (branch) =>
          ask.implies(left, branch, false) &&
          shared.every((other) => other === branch || ask.isEmpty(joined(left, [other]), false)),
      );
    };
    yield { keyword: "oneOf", right, holds };
  }
  for (const child of right.not)
    yield { keyword: "not", right, holds: () => ask.isEmpty(joined(left, [child]), false) };
  if (right.condition) {
    const { when, then, otherwise } = right.condition;
    const holds = () =>
      (!then || ask.implies(joined(left, [when]), then, false)) &&
      (!otherwise || ask.implies([...left, notNode(when)], otherwise, false));
    yield { keyword: "if", right, holds };
  }
  for (const keyword of right.opaque.keys()) yield { keyword, right, holds: () => false };
}

function part(
  keyword: string,
  right: Node,
  left: readonly Node[],
  child: Node,
  step: Step,
  ask: Questions,
): Obligation {
  return { keyword, right, part: { step, left, right: child }, holds: () => ask.implies(left, child, true) };
}
