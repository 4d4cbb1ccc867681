/**
 * Lists the proof obligations for "every value that fits the left schemas also fits the right one": one for each demand of the
 * right schema. Obligations about parts of a value lead to the schemas of these parts.
 */

import { findRange, type JsonType, listTypes, propertyCount, toLength } from "../bounds.ts";
import { judge } from "../judge.ts";
import { findProperty, itemNodes, matchesOne, namedProperties, otherNodes } from "../members.ts";
import { conjuncts, joinConjuncts, makeNode, type Node } from "../node.ts";
import { notNode, ofType, possible } from "../split.ts";

/** One step into a value: a property, an item, or any unnamed property, item or name. */
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
  /** The keyword of the right schema that makes the demand. */
  readonly keyword: string;
  readonly right: Node;
  /** The proof obligation for a part of the value. */
  readonly part?: { readonly step: Step; readonly left: readonly Node[]; readonly right: Node };
  /** The name that is required or refused. */
  readonly name?: string;
  holds(): boolean;
}

/** Yields the demands of the right schema and of all schemas that apply together with it. @param left conjuncts, see `conjuncts` */
export function* obligations(left: readonly Node[], right: Node, ask: Questions): Generator<Obligation> {
  for (const part of conjuncts([right]))
    for (const demand of demands(left, part, ask)) yield { ...demand, right: part };
}

/** An obligation of one right schema. */
type Demand = Omit<Obligation, "right">;

function* demands(left: readonly Node[], right: Node, ask: Questions): Generator<Demand> {
  const types = listTypes(left);
  const has = (...wanted: JsonType[]) => types.some((type) => wanted.includes(type));
  if (right.never) yield { keyword: "false", holds: () => ask.isEmpty(left, false) };
  if (right.types) yield typesHold(left, types, right.types);
  for (const _ of right.enums) yield { keyword: "enum", holds: () => false };
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

function typesHold(left: readonly Node[], types: readonly JsonType[], wanted: readonly string[]): Demand {
  const { low, high } = findRange(left, false);
  const isWhole =
    left.some(({ numbers }) => Number.isInteger(numbers.multipleOf)) ||
    (low.value === high.value && Number.isInteger(low.value));
  const fits = (type: JsonType) =>
    wanted.includes(type) ||
    (type === "integer" && wanted.includes("number")) ||
    (type === "number" && wanted.includes("integer") && isWhole);
  return { keyword: "type", holds: () => types.every(fits) };
}

function* numbersHold(left: readonly Node[], { numbers }: Node, whole: boolean): Generator<Demand> {
  const { low, high } = findRange(left, whole);
  const tests: Readonly<Record<string, (bound: number) => boolean>> = {
    minimum: (bound) => low.value >= bound,
    exclusiveMinimum: (bound) => low.value > bound || (low.value === bound && low.open),
    maximum: (bound) => high.value <= bound,
    exclusiveMaximum: (bound) => high.value < bound || (high.value === bound && high.open),
    multipleOf: (step) => isMultiple(left, whole, step),
  };
  for (const [keyword, holds] of Object.entries(tests)) {
    const bound = numbers[keyword];
    if (bound !== undefined) yield { keyword, holds: () => holds(bound) };
  }
}

/** Uses exact arithmetic only, because validators divide floating-point numbers. */
function isMultiple(left: readonly Node[], whole: boolean, step: number): boolean {
  const steps = left.flatMap(({ numbers }) => (numbers.multipleOf === undefined ? [] : [numbers.multipleOf]));
  if (whole && (step === 1 || step === 0.5)) return true;
  return steps.some(
    (own) => own === step || (Number.isInteger(own) && Number.isInteger(step) && own % step === 0),
  );
}

function* textHolds(left: readonly Node[], right: Node): Generator<Demand> {
  const { least, most } = toLength(left, "Length");
  const { minLength, maxLength } = right.numbers;
  if (minLength !== undefined) yield { keyword: "minLength", holds: () => least >= minLength };
  if (maxLength !== undefined) yield { keyword: "maxLength", holds: () => most <= maxLength };
  for (const keyword of ["pattern", "format"] as const)
    if (right[keyword] !== undefined)
      yield { keyword, holds: () => left.some((node) => node[keyword] === right[keyword]) };
}

function* itemsHold(left: readonly Node[], right: Node, ask: Questions): Generator<Demand> {
  const { least, most } = toLength(left, "Items");
  const { minItems, maxItems, minContains = 1, maxContains = Infinity } = right.numbers;
  if (minItems !== undefined) yield { keyword: "minItems", holds: () => least >= minItems };
  if (maxItems !== undefined) yield { keyword: "maxItems", holds: () => most <= maxItems };
  if (right.unique)
    yield { keyword: "uniqueItems", holds: () => most <= 1 || left.some(({ unique }) => unique) };
  const length = Math.max(right.prefix.length, ...left.map(({ prefix }) => prefix.length));
  for (let index = 0; index <= length; index++) {
    const child = right.prefix[index] ?? right.rest;
    if (child === undefined || index >= most) continue;
    const step: Step = index === length ? { other: "item" } : { item: index };
    const keyword = right.prefix[index] ? "prefixItems" : "items";
    yield part(keyword, itemNodes(left, index === length ? Infinity : index), child, step, ask);
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
    yield { keyword: "contains", holds };
  }
}

function* objectHolds(left: readonly Node[], right: Node, ask: Questions): Generator<Demand> {
  const required = new Set(left.flatMap((node) => node.required));
  const property = (keyword: string, name: string, child: Node): Demand =>
    part(keyword, findProperty(left, name), child, { property: name }, ask);
  const other = (keyword: string, others: readonly Node[], child: Node): Demand =>
    part(keyword, others, child, { other: "property" }, ask);
  for (const name of right.required.toSorted())
    yield { keyword: "required", name, holds: () => required.has(name) };
  const names = namedProperties([...left, right]);
  for (const [name, child] of right.properties) yield property("properties", name, child);
  for (const [pattern, child] of right.patterns) {
    for (const name of names.filter((each) => matchesOne(each, [pattern])))
      yield property("patternProperties", name, child);
    for (const others of otherNodes(left, pattern)) yield other("patternProperties", others, child);
  }
  if (right.additional) {
    const unnamed = names.filter(
      (name) => !right.properties.has(name) && !matchesOne(name, right.patterns.keys()),
    );
    for (const name of unnamed) yield property("additionalProperties", name, right.additional);
    for (const others of otherNodes(left, undefined, [...right.patterns.keys()]))
      yield other("additionalProperties", others, right.additional);
  }
  yield* namesHold(left, right, names, ask);
  for (const [name, list] of right.dependentRequired)
    yield { keyword: "dependentRequired", name, holds: () => isDependent(left, name, list, ask) };
  for (const [name, child] of right.dependentSchemas) {
    const holds = () =>
      ask.isEmpty(findProperty(left, name), true) ||
      ask.implies(joinConjuncts(left, [makeNode({ required: [name] })]), child, false);
    yield { keyword: "dependentSchemas", name, holds };
  }
}

/** `propertyNames`, and how many properties there are. */
function* namesHold(
  left: readonly Node[],
  right: Node,
  names: readonly string[],
  ask: Questions,
): Generator<Demand> {
  const possible = () => names.filter((name) => !ask.isEmpty(findProperty(left, name), true));
  const isClosed = () => otherNodes(left).every((others) => ask.isEmpty(others, true));
  const { minProperties, maxProperties } = right.numbers;
  if (minProperties !== undefined)
    yield { keyword: "minProperties", holds: () => propertyCount(left, undefined).least >= minProperties };
  if (maxProperties !== undefined) {
    const holds = () =>
      propertyCount(left, undefined).most <= maxProperties ||
      (isClosed() && propertyCount(left, possible()).most <= maxProperties);
    yield { keyword: "maxProperties", holds };
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
  yield { keyword: "propertyNames", holds };
}

function isDependent(left: readonly Node[], name: string, list: readonly string[], ask: Questions): boolean {
  const required = new Set(left.flatMap((node) => node.required));
  const implied = new Set(left.flatMap((node) => node.dependentRequired.get(name) ?? []));
  if (list.every((other) => required.has(other) || implied.has(other))) return true;
  return ask.isEmpty(findProperty(left, name), true);
}

function* combinatorsHold(left: readonly Node[], right: Node, ask: Questions): Generator<Demand> {
  for (const branches of right.anyOf) {
    const holds = () => possible(branches, left).some((branch) => ask.implies(left, branch, false));
    yield { keyword: "anyOf", holds };
  }
  for (const branches of right.oneOf) {
    const holds = () => {
      const shared = possible(branches, left);
      return shared.some(
        (branch) =>
          ask.implies(left, branch, false) &&
          shared.every((other) => other === branch || ask.isEmpty(joinConjuncts(left, [other]), false)),
      );
    };
    yield { keyword: "oneOf", holds };
  }
  for (const child of right.not)
    yield { keyword: "not", holds: () => ask.isEmpty(joinConjuncts(left, [child]), false) };
  if (right.condition) {
    const { when, then, otherwise } = right.condition;
    const holds = () =>
      (!then || ask.implies(joinConjuncts(left, [when]), then, false)) &&
      (!otherwise || ask.implies([...left, notNode(when)], otherwise, false));
    yield { keyword: "if", holds };
  }
  for (const keyword of right.opaque.keys()) yield { keyword, holds: () => false };
}

function part(keyword: string, left: readonly Node[], right: Node, step: Step, ask: Questions): Demand {
  return { keyword, part: { step, left, right }, holds: () => ask.implies(left, right, true) };
}
