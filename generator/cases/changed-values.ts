/**
 * Validates a valid value with edits. In an object of many properties, only the changed properties are validated. In a union of many
 * branches, the problems are those of the branch that the value fits without the edits.
 */

import {
  applyEdits,
  type Edit,
  isObject,
  type Json,
  type JsonObject,
  steps,
} from "@toolwright/conformance/cases";
import { isOfType, isSchemaObject, keywords, memoize } from "@toolwright/json-schema";
import {
  brokenKeyword,
  type Evaluator,
  isWide,
  missingProperty,
  type Problem,
} from "@toolwright/json-schema/evaluation";
import type { Node } from "@toolwright/json-schema/graph";
import { unionBranches } from "@toolwright/json-schema/sampling";
import { pointerStep } from "@toolwright/runtime/json";

/** For an object of at most this many properties, one validator of the whole costs less than one for each property. */
const mostTogether = 64;

/** A value that fits its schema, and edits that may make it invalid. */
export interface Change {
  readonly target: Node;
  readonly value: Json;
  readonly edits: readonly Edit[];
}

/** Whether the value fits with the edits. */
export function changeFits(change: Change, evaluator: Evaluator): boolean {
  return listParts(change).every((part) => "value" in part && evaluator.fits(part.value, part.target));
}

/** The problems of the value with the edits. Each names the schema that it comes from. */
export function changeProblems(change: Change, evaluator: Evaluator): readonly Problem[] {
  return listParts(change).flatMap((part) => {
    const problems = partProblems(part, evaluator);
    if (part.pointer === "") return problems;
    return problems.map((problem) => ({ ...problem, instancePath: part.pointer + problem.instancePath }));
  });
}

function partProblems(part: Part, evaluator: Evaluator): readonly Problem[] {
  if (!("value" in part)) return [missingProperty(part.target, part.missing)];
  const { target, value, before } = part;
  const branch = isObject(before) ? branchOf(evaluator)(target)(before) : undefined;
  if (branch === undefined) return evaluator.ownProblems(value, target);
  if (evaluator.fits(value, target)) return [];
  const isOtherType = target.types?.some((type) => isOfType(value, type)) === false;
  const broken = [findWideUnion(target)!, ...(isOtherType ? ["type"] : [])];
  return [
    ...evaluator.ownProblems(value, branch),
    ...broken.map((keyword) => brokenKeyword(target, keyword)),
  ];
}

/** The branch of a union that a value fits. Many edits start from one value. */
const branchOf = memoize((evaluator: Evaluator) =>
  memoize((union: Node) =>
    memoize((value: object) => unionBranches(union).find((branch) => evaluator.fits(value, branch))),
  ),
);

/** A changed part of a value with the schema that alone decides about it, or an object that lost a required property. */
type Part = { readonly pointer: string; readonly target: Node } & (
  | {
      readonly value: Json;
      /** Set if the target is a union of many branches: the value without the edits. */
      readonly before?: Json;
    }
  | { readonly missing: string }
);

function listParts(change: Change): readonly Part[] {
  return split(change, "") ?? [whole(change, "")];
}

function whole({ target, value, edits }: Change, pointer: string): Part {
  return { pointer, target, value: applyEdits(value, edits) };
}

/** Lists the changed parts; undefined if the value must be validated as a whole, or is small. */
function split({ target, value, edits }: Change, pointer: string): Part[] | undefined {
  const node = followReference(target);
  if (findWideUnion(node)) return [{ pointer, target: node, value: applyEdits(value, edits), before: value }];
  if (!isObject(value) || !hasIndependentProperties(node)) return undefined;
  const byName = Map.groupBy(edits, (edit) => steps(pointerOf(edit))[0]);
  if (![...byName.keys()].every((name) => isIndependent(name, node))) return undefined;
  const parts = [...byName].map(([name, ofName]) =>
    splitProperty({ name: name!, edits: ofName }, node, value as JsonObject, pointer),
  );
  const isWorthwhile = node.properties.size > mostTogether || parts.some(({ isSplit }) => isSplit);
  return isWorthwhile ? parts.flatMap(({ list }) => list) : undefined;
}

/** The edits of one property, with pointers from the object. */
interface PropertyChange {
  readonly name: string;
  readonly edits: readonly Edit[];
}

function splitProperty(
  { name, edits }: PropertyChange,
  node: Node,
  value: JsonObject,
  pointer: string,
): { readonly list: Part[]; readonly isSplit: boolean } {
  const target = node.properties.get(name)!;
  const at = `${pointer}/${pointerStep(name)}`;
  const before = Object.hasOwn(value, name) ? value[name] : undefined;
  if (before !== undefined && edits.every((edit) => steps(pointerOf(edit)).length > 1)) {
    const list = split({ target, value: before, edits: edits.map((edit) => below(edit, name)) }, at);
    if (list !== undefined) return { list, isSplit: true };
  }
  const after = (applyEdits(before === undefined ? {} : { [name]: before }, edits) as JsonObject)[name];
  if (after !== undefined) {
    const union = followReference(target);
    if (before === undefined || !findWideUnion(union))
      return { list: [{ pointer: at, target, value: after }], isSplit: false };
    return { list: [{ pointer: at, target: union, value: after, before }], isSplit: true };
  }
  const list = node.required.includes(name) ? [{ pointer, target: node, missing: name }] : [];
  return { list, isSplit: false };
}

/** Keywords that judge each property by itself. */
const independent: ReadonlySet<string> = new Set(["type", "properties", "required", "additionalProperties"]);

function hasIndependentProperties({ schema, root }: Node): boolean {
  return root.dialect === "2020-12" && listAssertions(schema).every((keyword) => independent.has(keyword));
}

/** The keyword of a schema that is a union of many branches and asserts nothing else, except for a type. */
function findWideUnion({ schema, root, exactlyOne }: Node): "oneOf" | "anyOf" | undefined {
  if (!isSchemaObject(schema) || root.dialect !== "2020-12" || exactlyOne.length > 0) return undefined;
  const [keyword, ...others] = listAssertions(schema).filter((each) => each !== "type");
  if (others.length > 0 || (keyword !== "oneOf" && keyword !== "anyOf")) return undefined;
  return isWide(schema[keyword]) ? keyword : undefined;
}

/** Whether the value of a property decides nothing about others. The rule `exactlyOne` counts properties. */
function isIndependent(name: string | undefined, { properties, exactlyOne }: Node): boolean {
  if (name === undefined || name === "__proto__" || exactlyOne.includes(name)) return false;
  return isSchemaObject(properties.get(name)?.schema);
}

/** The schema that a reference leads to, if nothing else applies beside it. */
function followReference(target: Node): Node {
  const [only, ...others] = target.allOf;
  const isReference = listAssertions(target.schema).every((keyword) => keyword === "$ref");
  return only !== undefined && others.length === 0 && isReference ? only : target;
}

function listAssertions(schema: unknown): string[] {
  return Object.keys(isSchemaObject(schema) ? schema : {}).filter(
    (keyword) =>
      keyword !== "$defs" && Object.hasOwn(keywords, keyword) && keywords[keyword]!.annotation !== true,
  );
}

function pointerOf(edit: Edit): string {
  return "remove" in edit ? edit.remove : edit.set;
}

/** The same edit, with its pointer from the property instead of the object. */
function below(edit: Edit, name: string): Edit {
  const pointer = pointerOf(edit).slice(1 + pointerStep(name).length);
  return "remove" in edit ? { remove: pointer } : { ...edit, set: pointer };
}
