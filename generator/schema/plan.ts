import type { DefaultsNode } from "@toolwright/runtime";
import { inlineRef } from "ajv/dist/compile/resolve.js";
import type { Model, Tool } from "../model/model.ts";
import type { JsonSchema, SchemaRoot } from "../model/schema.ts";
import { defaultsGraphOf } from "./defaults-graph.ts";
import { prepare } from "./prepare.ts";
import { resolver, type Target } from "./roots.ts";
import { hasUnevaluated } from "./unevaluated.ts";

/**
 * What a validator module is made of, as data alone: modules with equal plans have equal code. A type that is more than
 * a few keywords has a module of its own, which others import.
 */
export interface ModulePlan {
  /** `validators/getForm.ts`, `validators/types/FormStructure.ts`. */
  readonly path: string;
  /** Exported name -> address of the schema that it validates. */
  readonly exports: Readonly<Record<string, string>>;
  /** Address -> schema, for all that is compiled into this module. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Address -> the function of another module that validates it. */
  readonly imports: Readonly<Record<string, ModuleImport>>;
  /** The defaults of arguments (`withDefaults`). Empty for types. */
  readonly defaults: readonly DefaultsNode[];
  /** Whether Ajv records which properties and items have been evaluated. Such a module imports no other one. */
  readonly tracksEvaluated: boolean;
}

export interface ModuleImport {
  readonly path: string;
  readonly name: string;
}

/** Schemas of at most so many keywords are copied to where they are used. */
export const inlineKeywords = 8;

/** The modules of a spec by path, in a fixed order: tools, then the types that these need. */
export function planModules(model: Model): ReadonlyMap<string, ModulePlan> {
  const planner = new Planner(model);
  for (const tool of model.tools) planner.addTool(tool);
  return planner.finish();
}

class Planner {
  readonly #resolve;
  /** The file that holds a schema, and its name there: made of identifiers, since Ajv normalises addresses. */
  readonly #homes: ReadonlyMap<string, Home>;
  /** The functions that modules import, by path, then by name. */
  readonly #wanted = new Map<string, Map<string, Target>>();
  readonly #plans = new Map<string, ModulePlan>();
  readonly #small = new Map<string, boolean>();

  constructor(model: Model) {
    this.#resolve = resolver(model);
    this.#homes = new Map(homes(model));
  }

  addTool({ input, output, exactlyOne }: Tool): void {
    const { path } = this.#homes.get(input.uri)!;
    const plan = this.#plan(path, {
      input: rootTarget(input),
      ...(output && { output: rootTarget(output) }),
    });
    const defaults = defaultsGraphOf(input.schema, input, this.#resolve);
    this.#plans.set(path, { ...withRule(plan, exactlyOne), defaults });
  }

  /** Plans the modules that others import until none is missing. */
  finish(): ReadonlyMap<string, ModulePlan> {
    for (let planned = -1; planned !== this.#size(); ) {
      planned = this.#size();
      for (const [path, targets] of [...this.#wanted])
        if (Object.keys(this.#plans.get(path)?.exports ?? {}).length !== targets.size)
          this.#plans.set(path, this.#plan(path, Object.fromEntries([...targets].sort(byName))));
    }
    const tools = [...this.#plans].filter(([path]) => !this.#wanted.has(path));
    const types = [...this.#plans].filter(([path]) => this.#wanted.has(path)).sort(byName);
    return new Map([...tools, ...types]);
  }

  #size(): number {
    return [...this.#wanted.values()].reduce((sum, names) => sum + names.size, 0);
  }

  #plan(path: string, targets: Readonly<Record<string, Target>>): ModulePlan {
    const exports: Record<string, string> = {};
    const schemas: Record<string, JsonSchema> = {};
    const imports: Record<string, ModuleImport> = {};
    // An `unevaluated...` needs to know what the schemas beside it have evaluated, so Ajv has to see them.
    const tracksEvaluated = Object.values(targets).some(({ root }) => hasUnevaluated(root));
    const add = (target: Target): string => {
      const { schema, root } = target;
      const address = this.#address(target);
      if (address in schemas) return address;
      schemas[address] = true;
      const outside = tracksEvaluated ? add : (other: Target) => this.#outside(other, imports, add);
      schemas[address] = prepare(schema, root, {
        resolve: this.#resolve,
        triesAllBranches: tracksEvaluated,
        refer: (other) => (other.root === root ? add(other) : outside(other)),
      });
      return address;
    };
    for (const [name, target] of Object.entries(targets)) exports[name] = add(target);
    return { path, exports, schemas, imports, defaults: [], tracksEvaluated };
  }

  /** A reference to another file leads to that file's module, unless the schema is so small that it is copied. */
  #outside(target: Target, imports: Record<string, ModuleImport>, add: Adds): string {
    if (this.#isSmall(target)) return add(target);
    const address = this.#address(target);
    imports[address] = this.#import(target);
    return address;
  }

  /** A schema without references, of a few keywords. */
  #isSmall(target: Target): boolean {
    const address = this.#address(target);
    const known = this.#small.get(address) ?? this.#measure(target);
    this.#small.set(address, known);
    return known;
  }

  #measure({ schema, root }: Target): boolean {
    if (hasUnevaluated(root)) return false;
    let refers = false;
    const refer = (): string => {
      refers = true;
      return "";
    };
    const prepared = prepare(schema, root, { resolve: this.#resolve, refer });
    return !refers && inlineRef(prepared, inlineKeywords);
  }

  /** `spec:///types/FormId`. A part is behind `/at/`, since `#` would mean a place in another schema to Ajv. */
  #address({ root, pointer }: Target): string {
    const base = `spec:///${this.#homes.get(root.uri)!.address}`;
    return pointer === "" ? base : `${base}/at/${identifierOf(pointer)}`;
  }

  #import(target: Target): ModuleImport {
    const { path } = this.#homes.get(target.root.uri)!;
    const name = `validate${identifierOf(target.pointer)}`;
    const names = this.#wanted.get(path) ?? new Map<string, Target>();
    this.#wanted.set(path, names.set(name, target));
    return { path, name };
  }
}

type Adds = (target: Target) => string;

/** The rule holds for the arguments as a whole, not for what refers to their schema from inside. */
function withRule(plan: ModulePlan, exactlyOne: readonly string[]): ModulePlan {
  if (exactlyOne.length === 0) return plan;
  const { input } = plan.exports;
  const call = `${input}/call`;
  return {
    ...plan,
    exports: { ...plan.exports, input: call },
    schemas: { ...plan.schemas, [call]: { $ref: input, exactlyOne } },
  };
}

function rootTarget(root: SchemaRoot): Target {
  return { root, pointer: "", schema: root.schema };
}

interface Home {
  readonly path: string;
  readonly address: string;
}

function homes({ types, tools }: Model): [string, Home][] {
  return [
    ...types.map(({ root, typeName }): [string, Home] => [
      root.uri,
      { path: `validators/types/${typeName}.ts`, address: `types/${identifierOf(typeName)}` },
    ]),
    ...tools.flatMap(({ method, input, output }) =>
      [input, ...(output ? [output] : [])].map((root): [string, Home] => [
        root.uri,
        {
          path: `validators/${method}.ts`,
          address: `tools/${identifierOf(method)}/${root === input ? "input" : "output"}`,
        },
      ]),
    ),
  ];
}

/** Different texts make different parts of an identifier, all ASCII: `/$defs/part` -> `_$24defs_part`. */
export function identifierOf(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (character) =>
    character === "/" ? "_" : `$${character.charCodeAt(0).toString(16)}`,
  );
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
