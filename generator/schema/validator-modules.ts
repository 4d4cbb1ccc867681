/** Plans the validator modules of a spec: their exports and their imports. */
import { hasUnevaluated, type JsonSchema, type LocatedSchema, rootNode } from "@toolwright/json-schema";
import { inlineKeywords, prepare } from "@toolwright/json-schema/evaluation";
import type { DefaultsNode } from "@toolwright/runtime";
import { inlineRef } from "ajv/dist/compile/resolve.js";
import type { Model } from "../model/model.ts";
import type { Operation } from "../model/operation.ts";
import { listOperations } from "../model/operations.ts";
import { makeDefaultsGraph } from "./defaults-graph.ts";
import { resolver } from "./roots.ts";

/**
 * A validator module as data: equal data gives equal code. A type of more than a few keywords has a module of its own, which
 * others import.
 */
export interface ValidatorModule {
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
  /** The path of an earlier module that is the same but for names. This one exports its functions again. */
  readonly same?: string;
}

export interface ModuleImport {
  readonly path: string;
  readonly name: string;
}

/** The modules of a spec by path, in a fixed order: tools, then the types that they need. */
export function validatorModules(model: Model): ReadonlyMap<string, ValidatorModule> {
  const collector = new ModuleCollector(model);
  for (const operation of listOperations(model)) collector.add(operation);
  return withoutRepeats(collector.finish());
}

/** Replaces modules that are equal except for names, with equal imports, by the first of them. */
function withoutRepeats(modules: ReadonlyMap<string, ValidatorModule>): ReadonlyMap<string, ValidatorModule> {
  // At first all modules count as equal. Modules that turn out to differ then distinguish the modules that import them.
  let firsts: ReadonlyMap<string, string> = new Map();
  for (let count = -1; count !== new Set(firsts.values()).size; ) {
    count = new Set(firsts.values()).size;
    const byShape = Map.groupBy(modules.values(), (module) => withoutNames(module, firsts));
    firsts = new Map([...byShape.values()].flatMap((same) => same.map(({ path }) => [path, same[0]!.path])));
  }
  const first = (path: string) => firsts.get(path) ?? path;
  return new Map(
    [...modules].map(([path, module]) => {
      const imports = Object.entries(module.imports).map(([address, from]) => [
        address,
        { ...from, path: first(from.path) },
      ]);
      const same = first(path) === path ? {} : { same: first(path) };
      return [path, { ...module, imports: Object.fromEntries(imports), ...same }];
    }),
  );
}

/** Returns a module as text, with numbers for its addresses and the first of equal modules for its imports. */
function withoutNames(module: ValidatorModule, firsts: ReadonlyMap<string, string>): string {
  const { path: _path, imports, schemas, exports, ...rest } = module;
  const names = new Map([
    ...Object.keys(schemas).map((address, index) => [address, `${index}`] as const),
    ...Object.entries(imports).map(
      ([address, { path, name }]) => [address, `${firsts.get(path)} ${name}`] as const,
    ),
  ]);
  const replaceAddress = (address: unknown) =>
    (typeof address === "string" ? names.get(address) : undefined) ?? address;
  const exported = Object.entries(exports).map(([name, address]) => [name, replaceAddress(address)]);
  return JSON.stringify([exported, Object.values(schemas), rest], (key, value) =>
    key === "$ref" ? replaceAddress(value) : value,
  );
}

class ModuleCollector {
  readonly #resolve;
  /** The file that holds a schema, and its name there: made of identifiers, since Ajv normalises addresses. */
  readonly #files: ReadonlyMap<string, ModuleFile>;
  /** The functions that modules import, by path, then by name. */
  readonly #imported = new Map<string, Map<string, LocatedSchema>>();
  readonly #modules = new Map<string, ValidatorModule>();
  readonly #small = new Map<string, boolean>();

  constructor(model: Model) {
    this.#resolve = resolver(model);
    this.#files = new Map(moduleFiles(model));
  }

  add({ input, output, exactlyOne }: Operation): void {
    const { path } = this.#files.get(input.uri)!;
    const module = this.#buildModule(path, {
      input: rootNode(input),
      ...(output && { output: rootNode(output) }),
    });
    const defaults = makeDefaultsGraph(rootNode(input), this.#resolve);
    this.#modules.set(path, { ...withRule(module, exactlyOne), defaults });
  }

  /** Adds the modules that others import until none is missing. */
  finish(): ReadonlyMap<string, ValidatorModule> {
    for (let size = -1; size !== this.#size(); ) {
      size = this.#size();
      for (const [path, targets] of [...this.#imported])
        if (Object.keys(this.#modules.get(path)?.exports ?? {}).length !== targets.size)
          this.#modules.set(path, this.#buildModule(path, Object.fromEntries([...targets].sort(byName))));
    }
    const tools = [...this.#modules].filter(([path]) => !this.#imported.has(path));
    const types = [...this.#modules].filter(([path]) => this.#imported.has(path)).sort(byName);
    return new Map([...tools, ...types]);
  }

  #size(): number {
    return [...this.#imported.values()].reduce((sum, names) => sum + names.size, 0);
  }

  #buildModule(path: string, targets: Readonly<Record<string, LocatedSchema>>): ValidatorModule {
    const exports: Record<string, string> = {};
    const schemas: Record<string, JsonSchema> = {};
    const imports: Record<string, ModuleImport> = {};
    // An `unevaluated...` depends on the parts that schemas beside it have evaluated, so Ajv has to see these schemas.
    const tracksEvaluated = Object.values(targets).some(({ root }) => hasUnevaluated(root));
    const add = (target: LocatedSchema): string => {
      const { schema, root } = target;
      const address = this.#address(target, path);
      if (address in schemas) return address;
      schemas[address] = true;
      const outside = tracksEvaluated ? add : (other: LocatedSchema) => this.#outside(other, imports, add);
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
  #outside(target: LocatedSchema, imports: Record<string, ModuleImport>, add: Adds): string {
    if (this.#isSmall(target)) return add(target);
    const address = this.#address(target);
    imports[address] = this.#import(target);
    return address;
  }

  /** A schema without references, of a few keywords. */
  #isSmall(target: LocatedSchema): boolean {
    const address = this.#address(target);
    const known = this.#small.get(address) ?? this.#measure(target);
    this.#small.set(address, known);
    return known;
  }

  #measure({ schema, root }: LocatedSchema): boolean {
    if (hasUnevaluated(root)) return false;
    let refers = false;
    const refer = (): string => {
      refers = true;
      return "";
    };
    const prepared = prepare(schema, root, { resolve: this.#resolve, refer });
    return !refers && inlineRef(prepared, inlineKeywords);
  }

  /**
   * `spec:///types/FormId`; in the module of a tool, the tool's own schemas are `spec:///input` and `spec:///output`, so that
   * equal tools have equal modules. A part is behind `/at/`, since `#` would mean a place in another schema to Ajv.
   */
  #address({ root, pointer }: LocatedSchema, module?: string): string {
    const { path, address, side } = this.#files.get(root.uri)!;
    const base = `spec:///${(path === module && side) || address}`;
    return pointer === "" ? base : `${base}/at/${toIdentifier(pointer)}`;
  }

  #import(target: LocatedSchema): ModuleImport {
    const { path } = this.#files.get(target.root.uri)!;
    const name = `validate${toIdentifier(target.pointer)}`;
    const names = this.#imported.get(path) ?? new Map<string, LocatedSchema>();
    this.#imported.set(path, names.set(name, target));
    return { path, name };
  }
}

type Adds = (target: LocatedSchema) => string;

/** The rule applies to the arguments as a whole, not to schemas that refer to the input from inside. */
function withRule(module: ValidatorModule, exactlyOne: readonly string[]): ValidatorModule {
  if (exactlyOne.length === 0) return module;
  const { input } = module.exports;
  const call = `${input}/call`;
  return {
    ...module,
    exports: { ...module.exports, input: call },
    schemas: { ...module.schemas, [call]: { $ref: input, exactlyOne } },
  };
}

interface ModuleFile {
  readonly path: string;
  readonly address: string;
  /** Set for a tool's schema only. */
  readonly side?: "input" | "output";
}

function moduleFiles(model: Model): [string, ModuleFile][] {
  return [
    ...model.types.map(({ root, typeName }): [string, ModuleFile] => [
      root.uri,
      { path: `validators/types/${typeName}.ts`, address: `types/${toIdentifier(typeName)}` },
    ]),
    ...listOperations(model).flatMap((operation) =>
      [operation.input, ...(operation.output ? [operation.output] : [])].map((root): [string, ModuleFile] => {
        const side = root === operation.input ? "input" : "output";
        const address = `tools/${toIdentifier(operation.module)}/${side}`;
        return [root.uri, { path: `validators/${operation.module}.ts`, address, side }];
      }),
    ),
  ];
}

/** Encodes a text as part of an ASCII identifier, without collisions: `/$defs/part` -> `_$24defs_part`. */
export function toIdentifier(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (character) =>
    character === "/" ? "_" : `$${character.charCodeAt(0).toString(16)}`,
  );
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
