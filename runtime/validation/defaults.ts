/** Applies the defaults of a schema to arguments that have been validated. */
import type { Validate } from "../service/service.ts";

/**
 * The defaults of a value. A tool's defaults are a graph of these nodes, so that recursive schemas stay finite: numbers are
 * indexes into it, and node 0 applies to the arguments themselves. Members are named after the schema keywords they come from.
 */
export interface DefaultsNode {
  /** Property name -> the value that it gets if it is missing. Applied before the members below. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Nodes that apply to the same value. */
  readonly allOf?: readonly number[];
  /** Chooses one more node for the same value, by the value of `property`. */
  readonly discriminator?: { readonly property: string; readonly branches: Readonly<Record<string, number>> };
  /** Nodes of named properties. */
  readonly properties?: Readonly<Record<string, number>>;
  /** Nodes of properties whose names match a regular expression. */
  readonly patternProperties?: readonly (readonly [pattern: string, node: number])[];
  /** Node of the properties that are not `named` and match none of `namePatterns`. */
  readonly additionalProperties?: {
    readonly node: number;
    readonly named: readonly string[];
    readonly namePatterns: readonly string[];
  };
  /** Nodes of the first array items. */
  readonly prefixItems?: readonly (number | null)[];
  /** Node of the remaining array items. */
  readonly items?: number;
}

/**
 * Returns a validator that applies defaults in place to values that `check` accepts. It validates before it applies defaults, so
 * that a default never makes valid arguments invalid.
 */
export function withDefaults(check: Validate, graph: readonly DefaultsNode[]): Validate {
  const validate: Validate = (data) => {
    const isValid = check(data);
    validate.errors = check.errors ?? null;
    if (isValid) apply(0, data);
    return isValid;
  };
  return validate;

  function apply(index: number | null | undefined, value: unknown): void {
    const node = index == null ? undefined : graph[index];
    if (node === undefined || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      const { prefixItems = [], items } = node;
      value.forEach((item, at) => {
        apply(at < prefixItems.length ? prefixItems[at] : items, item);
      });
    } else applyToObject(node, value as Record<string, unknown>);
    for (const other of node.allOf ?? []) apply(other, value);
  }

  function applyToObject(node: DefaultsNode, object: Record<string, unknown>): void {
    addMissing(object, node.defaults);
    const tag = node.discriminator && object[node.discriminator.property];
    if (typeof tag === "string") apply(own(node.discriminator?.branches, tag), object);
    if (!node.properties && !node.patternProperties && !node.additionalProperties) return;
    for (const [name, value] of Object.entries(object)) applyToProperty(node, name, value);
  }

  function applyToProperty(node: DefaultsNode, name: string, value: unknown): void {
    const { properties, patternProperties = [], additionalProperties } = node;
    apply(own(properties, name), value);
    for (const [pattern, child] of patternProperties) if (matches(pattern, name)) apply(child, value);
    if (additionalProperties && isAdditional(additionalProperties, name))
      apply(additionalProperties.node, value);
  }
}

function addMissing(object: Record<string, unknown>, defaults: DefaultsNode["defaults"]): void {
  if (defaults === undefined) return;
  for (const name of Object.keys(defaults)) {
    if (Object.hasOwn(object, name)) continue;
    const value = defaults[name];
    // Cloning a string or number would cost more than the rest of this function.
    setOwn(object, name, typeof value === "object" ? structuredClone(value) : value);
  }
}

function isAdditional(
  { named, namePatterns }: NonNullable<DefaultsNode["additionalProperties"]>,
  name: string,
): boolean {
  return !named.includes(name) && !namePatterns.some((pattern) => matches(pattern, name));
}

function matches(pattern: string, name: string): boolean {
  return new RegExp(pattern, "u").test(name);
}

function own(map: Readonly<Record<string, number>> | undefined, name: string): number | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}

/** Does `object[name] = value`; for `__proto__` it adds a property instead of changing the prototype. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
