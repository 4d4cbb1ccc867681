import {
  type LocatedSchema,
  memoize,
  pointerSteps,
  rootNode,
  type SchemaRoot,
} from "@toolwright/json-schema";
import { graphFor, type Node } from "@toolwright/json-schema/graph";
import type { Model } from "../model/model.ts";
import { pascalCase } from "../model/names.ts";
import type { Operation } from "../model/operation.ts";
import { listOperations } from "../model/operations.ts";
import { makeDefaultsGraph } from "../schema/defaults-graph.ts";
import { resolver } from "../schema/roots.ts";
import { type LowerContext, readDoc, toType } from "./lower.ts";
import { type Declaration, type Lowered, lowerExactlyOne } from "./lowered-types.ts";

/**
 * Declares every type of a spec once: the shared types, then the arguments, input and output of each tool. Handlers get values
 * with defaults applied; if that changes a type, there is a second type whose name ends in `WithDefaults`. The target of a
 * reference inside a file (`#/$defs/part`) is also a type, and follows the first type that uses it.
 */
export function declareTypes(model: Model): Declaration[] {
  const resolve = resolver(model);
  const graph = graphFor(resolve);
  const fillsBelow = memoize((node: Node) => makeDefaultsGraph(node, resolve).length > 0);
  const hasDefaults = (target: LocatedSchema) => fillsBelow(graph(target));
  const names = presetNames(model, hasDefaults);
  const usedNames = new Set(names.values());
  const declared = new Set<string>();
  const pending: (() => void)[] = [];
  const declarations: Declaration[] = [];

  function findName(target: LocatedSchema, withDefaults: boolean): string {
    const isSeparate = withDefaults && hasDefaults(target);
    const key = makeKey(target, isSeparate);
    const name = names.get(key) ?? uniqueName(preferredName(target, isSeparate), usedNames);
    names.set(key, name);
    if (!declared.has(name)) {
      declared.add(name);
      pending.push(() => declare(name, target, isSeparate));
    }
    return name;
  }

  function preferredName({ root, pointer }: LocatedSchema, withDefaults: boolean): string {
    const part = pascalCase(pointerSteps(pointer).at(-1)!);
    const whole = names.get(makeKey(rootNode(root), false))!.replace(/(Arguments|Input)(Fields)?$/, "Input");
    return `${whole}${part}${withDefaults ? "WithDefaults" : ""}`;
  }

  function lowerSchema({ schema, root }: LocatedSchema, withDefaults: boolean): Lowered {
    const context: LowerContext = { root, resolve, withDefaults, findName };
    return toType(schema, context);
  }

  function declare(name: string, target: LocatedSchema, withDefaults: boolean): void {
    declarations.push({ name, schema: lowerSchema(target, withDefaults), doc: readDoc(target.schema) });
  }

  function declareWhole(root: SchemaRoot): void {
    findName(rootNode(root), false);
    for (let next = pending.shift(); next; next = pending.shift()) next();
  }

  function declareInput({ input, typeName, exactlyOne }: Operation): void {
    const target = rootNode(input);
    const [args, name] = [`${typeName}Arguments`, `${typeName}Input`];
    const doc = readDoc(input.schema);
    declared.add(args).add(name);
    const wire = hasDefaults(target)
      ? lowerExactlyOne(exactlyOne, lowerSchema(target, false))
      : { tsType: name };
    declarations.push({ name: args, schema: wire, doc });
    declarations.push({ name, schema: lowerExactlyOne(exactlyOne, lowerSchema(target, true)), doc });
    for (let next = pending.shift(); next; next = pending.shift()) next();
  }

  for (const { root } of model.types) declareWhole(root);
  for (const operation of listOperations(model)) {
    declareInput(operation);
    if (operation.output) declareWhole(operation.output);
  }
  return declarations;
}

/** Returns the names that are fixed before any type is declared: names of whole files, inputs and outputs. */
function presetNames(model: Model, hasDefaults: (target: LocatedSchema) => boolean): Map<string, string> {
  const names = new Map<string, string>();
  for (const { root, typeName } of model.types) {
    names.set(makeKey(rootNode(root), false), typeName);
    names.set(makeKey(rootNode(root), true), `${typeName}WithDefaults`);
  }
  for (const { input, output, typeName, exactlyOne } of listOperations(model)) {
    const wire = hasDefaults(rootNode(input)) ? "Arguments" : "Input";
    // A reference inside the input does not require exactly one of the properties: that is a rule of the call.
    const inside = exactlyOne.length > 0 ? "Fields" : "";
    names.set(makeKey(rootNode(input), false), typeName + wire + inside);
    names.set(makeKey(rootNode(input), true), `${typeName}Input${inside}`);
    if (output) names.set(makeKey(rootNode(output), false), `${typeName}Output`);
  }
  return names;
}

function uniqueName(preferred: string, usedNames: Set<string>): string {
  let name = preferred;
  for (let number = 2; usedNames.has(name); number++) name = `${preferred}${number}`;
  usedNames.add(name);
  return name;
}

function makeKey({ root, pointer }: LocatedSchema, withDefaults: boolean): string {
  return `${root.uri}#${pointer}${withDefaults ? " with defaults" : ""}`;
}
