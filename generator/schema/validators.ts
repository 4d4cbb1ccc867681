import standaloneModule from "ajv/dist/standalone/index.js";
import type { Model, Tool } from "../model.ts";
import { ajvOf, type ImportedFunction, type Validator } from "./ajv.ts";
import { identifierOf, type ModuleImport, type ModulePlan, planModules, toolPath } from "./plan.ts";

// The CommonJS default export arrives as a namespace.
const standalone = standaloneModule as unknown as typeof standaloneModule.default;

/** The validators of a spec, compiled when they are asked for. */
export interface Validators {
  of(tool: Tool): ToolValidators;
}

export interface ToolValidators {
  readonly input: Validator;
  readonly output?: Validator;
}

const known = new WeakMap<Model, Validators>();

/** The same for the same model. */
export function validatorsOf(model: Model): Validators {
  const validators = known.get(model) ?? create(planModules(model));
  known.set(model, validators);
  return validators;
}

/** Ajv's standalone code of a module, which calls functions of others. */
export function codeOf(plan: ModulePlan): string {
  const call = (): never => {
    throw new Error("Code that is only written was called.");
  };
  const ajv = ajvOf(plan, (from) => ({ local: localName(from), call }));
  return standalone(ajv, plan.exports);
}

/** Name of an imported function: of a kind that Ajv gives to nothing. `FormStructure_validate`. */
export function localName({ path, name }: ModuleImport): string {
  return `${identifierOf(path.slice(path.lastIndexOf("/") + 1, -".ts".length))}_${name}`;
}

type Functions = Readonly<Record<string, Validator>>;

function create(plans: ReadonlyMap<string, ModulePlan>): Validators {
  const ofTypes = new Map<string, Functions>();
  const compile = (plan: ModulePlan): Functions => {
    const ajv = ajvOf(plan, imported);
    return mapValues(plan.exports, (address) => ajv.getSchema(address) as Validator);
  };
  const imported = (from: ModuleImport): ImportedFunction => ({
    local: localName(from),
    call: later(() => {
      const functions = ofTypes.get(from.path) ?? compile(plans.get(from.path)!);
      ofTypes.set(from.path, functions);
      return functions[from.name]!;
    }),
  });
  return {
    of({ method }) {
      const { input, output } = compile(plans.get(toolPath(method))!);
      return { input: input!, ...(output && { output }) };
    },
  };
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** A function that is compiled when it is first called: types may refer to each other in a circle. */
function later(find: () => Validator): Validator {
  const call: Validator = function (value, context) {
    const validate = find();
    const valid = validate.call(this, value, context);
    call.errors = validate.errors ?? null;
    return valid;
  };
  return call;
}
