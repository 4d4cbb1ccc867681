/** Finds what outputs declare and no call of a run returned: optional fields, and values of enums. Each is named once, wherever a type is used. */
import type { Json } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import type { UnseenOutput } from "../results/report.ts";

/** A schema as an object of keywords. */
type Schema = { readonly [keyword: string]: Json };

/** A schema of the case file, and its place: the address with a pointer. */
interface Placed {
  readonly at: string;
  readonly schema: Schema;
}

/** Keywords whose schemas are about the same value. */
const branches = ["allOf", "anyOf", "oneOf"] as const;

export class SeenOutputs {
  readonly #cases: CaseFile;
  readonly #succeeded = new Set<string>();
  /** Places of properties, and of values of enums, that a result had. */
  readonly #seen = new Set<string>();

  constructor(cases: CaseFile) {
    this.#cases = cases;
  }

  /** Called with every result of a tool. */
  record(tool: string, result: Json): void {
    const output = this.#cases.tools[tool]?.output;
    if (output === undefined) return;
    this.#succeeded.add(tool);
    this.#look(this.#find(output), result);
  }

  /** Lists what the outputs of the tools declare that succeeded, and none of them returned. */
  listUnseen(): UnseenOutput[] {
    const visited = new Set<string>();
    const all = [...this.#succeeded].flatMap((tool) => {
      const output = this.#cases.tools[tool]?.output;
      return output === undefined ? [] : this.#declare(this.#find(output), visited);
    });
    return all.filter(({ at }) => !this.#seen.has(at)).map(({ at, what }) => ({ at: shorten(at), what }));
  }

  #look(placed: Placed, value: Json): void {
    const { at, schema } = this.#resolve(placed);
    if (Array.isArray(schema.enum) && !isObject(value)) this.#seen.add(placeOfValue(at, value));
    for (const branch of listBranches({ at, schema })) this.#look(branch, value);
    if (Array.isArray(value)) {
      for (const item of listItems({ at, schema })) for (const each of value) this.#look(item, each);
      return;
    }
    if (!isObject(value)) return;
    for (const [name, property] of listProperties({ at, schema })) {
      const own = value[name];
      if (own === undefined) continue;
      this.#seen.add(property.at);
      this.#look(property, own);
    }
  }

  #declare(placed: Placed, visited: Set<string>): UnseenOutput[] {
    const { at, schema } = this.#resolve(placed);
    if (visited.has(at)) return [];
    visited.add(at);
    const required = Array.isArray(schema.required) ? schema.required : [];
    const properties = listProperties({ at, schema });
    const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
    return [
      ...values.map((value) => ({ at: placeOfValue(at, value), what: `the value ${JSON.stringify(value)}` })),
      ...properties
        .filter(([name]) => !required.includes(name))
        .map(([name, property]) => ({ at: property.at, what: `the field ${name}` })),
      ...[
        ...properties.map(([, property]) => property),
        ...listItems({ at, schema }),
        ...listBranches({ at, schema }),
      ].flatMap((each) => this.#declare(each, visited)),
    ];
  }

  #resolve(placed: Placed): Placed {
    const { $ref } = placed.schema;
    return typeof $ref === "string" ? this.#resolve(this.#find($ref.replace(/#$/, ""))) : placed;
  }

  #find(address: string): Placed {
    return toPlaced(address, this.#cases.schemas[address] ?? {});
  }
}

function toPlaced(at: string, schema: Json): Placed {
  return { at, schema: isObject(schema) ? schema : {} };
}

function listProperties({ at, schema }: Placed): (readonly [name: string, property: Placed])[] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, each]) => [name, toPlaced(`${at}/properties/${name}`, each)]);
}

function listItems({ at, schema }: Placed): Placed[] {
  return isObject(schema.items) ? [toPlaced(`${at}/items`, schema.items)] : [];
}

function listBranches({ at, schema }: Placed): Placed[] {
  return branches.flatMap((keyword) => {
    const all = schema[keyword];
    return Array.isArray(all) ? all.map((each, index) => toPlaced(`${at}/${keyword}/${index}`, each)) : [];
  });
}

function placeOfValue(at: string, value: Json): string {
  return `${at}/enum ${JSON.stringify(value)}`;
}

/** `spec:///types/hire.yaml/properties/status` -> `types/hire.yaml/properties/status`. */
function shorten(at: string): string {
  return at.replace(/^spec:\/\/\//, "").replace(/\/enum .*$/, "");
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
