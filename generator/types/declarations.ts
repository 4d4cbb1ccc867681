import type { Model, Tool } from "../model/model.ts";
import { pascalCase } from "../model/names.ts";
import type { SchemaRoot } from "../model/schema.ts";
import { defaultsFinder } from "../schema/defaults.ts";
import { pointerSteps } from "../schema/reference.ts";
import { resolver, type Target } from "../schema/roots.ts";
import { exactlyOneOf } from "./exactly-one.ts";
import { docOf, type LowerContext, typeOf } from "./lower.ts";
import type { Declaration, Lowered } from "./lowered.ts";

/**
 * Every type of a spec, each once: the shared types, then the arguments, input and output of each tool. A type as
 * handlers get it, with its defaults filled in, is a type of its own only where that makes a difference; its name then
 * ends in `WithDefaults`. What a reference means inside a file (`#/$defs/part`) is a type too, and stands behind the
 * first that uses it.
 */
export function declarationsOf(model: Model): Declaration[] {
  const resolve = resolver(model);
  const fills = defaultsFinder(resolve);
  const names = presetNames(model, fills);
  const taken = new Set(names.values());
  const declared = new Set<string>();
  const pending: (() => void)[] = [];
  const declarations: Declaration[] = [];

  function nameOf(target: Target, filled: boolean): string {
    const withDefaults = filled && fills(target);
    const key = keyOf(target, withDefaults);
    const name = names.get(key) ?? freeName(wantedName(target, withDefaults), taken);
    names.set(key, name);
    if (!declared.has(name)) {
      declared.add(name);
      pending.push(() => declare(name, target, withDefaults));
    }
    return name;
  }

  function wantedName({ root, pointer }: Target, withDefaults: boolean): string {
    const part = pascalCase(pointerSteps(pointer).at(-1)!);
    const whole = names.get(keyOf(wholeOf(root), false))!.replace(/(Arguments|Input)(Fields)?$/, "Input");
    return `${whole}${part}${withDefaults ? "WithDefaults" : ""}`;
  }

  function lowered({ schema, root }: Target, filled: boolean): Lowered {
    const context: LowerContext = { root, resolve, filled, nameOf };
    return typeOf(schema, context);
  }

  function declare(name: string, target: Target, filled: boolean): void {
    declarations.push({ name, schema: lowered(target, filled), doc: docOf(target.schema) });
  }

  function declareWhole(root: SchemaRoot): void {
    nameOf(wholeOf(root), false);
    for (let next = pending.shift(); next; next = pending.shift()) next();
  }

  function declareInput({ input, typeName, exactlyOne }: Tool): void {
    const target = wholeOf(input);
    const [args, name] = [`${typeName}Arguments`, `${typeName}Input`];
    const doc = docOf(input.schema);
    for (const known of [args, name]) declared.add(known);
    const wire = fills(target) ? exactlyOneOf(exactlyOne, lowered(target, false)) : { tsType: name };
    declarations.push({ name: args, schema: wire, doc });
    declarations.push({ name, schema: exactlyOneOf(exactlyOne, lowered(target, true)), doc });
    for (let next = pending.shift(); next; next = pending.shift()) next();
  }

  for (const { root } of model.types) declareWhole(root);
  for (const tool of model.tools) {
    declareInput(tool);
    if (tool.output) declareWhole(tool.output);
  }
  return declarations;
}

/** Names that are decided before any type is written: those of whole files, inputs and outputs. */
function presetNames(model: Model, fills: (target: Target) => boolean): Map<string, string> {
  const names = new Map<string, string>();
  for (const { root, typeName } of model.types) {
    names.set(keyOf(wholeOf(root), false), typeName);
    names.set(keyOf(wholeOf(root), true), `${typeName}WithDefaults`);
  }
  for (const { input, output, typeName, exactlyOne } of model.tools) {
    const wire = fills(wholeOf(input)) ? "Arguments" : "Input";
    // What refers to the input from inside it does not ask for exactly one: that is a rule of the call.
    const inside = exactlyOne.length > 0 ? "Fields" : "";
    names.set(keyOf(wholeOf(input), false), typeName + wire + inside);
    names.set(keyOf(wholeOf(input), true), `${typeName}Input${inside}`);
    if (output) names.set(keyOf(wholeOf(output), false), `${typeName}Output`);
  }
  return names;
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}

function wholeOf(root: SchemaRoot): Target {
  return { root, pointer: "", schema: root.schema };
}

function keyOf({ root, pointer }: Target, withDefaults: boolean): string {
  return `${root.uri}#${pointer}${withDefaults ? " with defaults" : ""}`;
}
