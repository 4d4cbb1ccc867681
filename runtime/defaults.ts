import type { Validate } from "./service.ts";

/**
 * What is filled into values of one shape. A tool's fillings are a graph, so that recursive schemas stay finite: numbers
 * are indexes into it, and the arguments themselves have the shape at index 0.
 */
export interface Filling {
  /** Property name -> its value where it is missing. Filled in before anything below is looked at. */
  readonly missing?: Readonly<Record<string, unknown>>;
  /** More fillings of the same value. */
  readonly same?: readonly number[];
  /** The filling of the same value that its property `property` chooses. */
  readonly choice?: { readonly property: string; readonly branches: Readonly<Record<string, number>> };
  /** Fillings of named properties. */
  readonly properties?: Readonly<Record<string, number>>;
  /** Fillings of properties whose names match a regular expression. */
  readonly patterns?: readonly (readonly [pattern: string, filling: number])[];
  /** Filling of the properties that are neither in `known` nor match one of `patterns`. */
  readonly others?: {
    readonly filling: number;
    readonly known: readonly string[];
    readonly patterns: readonly string[];
  };
  /** Fillings of the first array items. */
  readonly prefix?: readonly (number | null)[];
  /** Filling of the remaining array items. */
  readonly items?: number;
}

/**
 * Checks what came over the wire, and only then fills in defaults, in place: what fits the schema is accepted whatever
 * its defaults would do to it.
 */
export function withDefaults(check: Validate, fillings: readonly Filling[]): Validate {
  const validate: Validate = (data) => {
    const fits = check(data);
    validate.errors = check.errors ?? null;
    if (fits) fill(0, data);
    return fits;
  };
  return validate;

  function fill(index: number | null | undefined, value: unknown): void {
    const filling = index == null ? undefined : fillings[index];
    if (filling === undefined || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      const { prefix = [], items } = filling;
      value.forEach((item, at) => {
        fill(at < prefix.length ? prefix[at] : items, item);
      });
    } else fillObject(filling, value as Record<string, unknown>);
    for (const same of filling.same ?? []) fill(same, value);
  }

  function fillObject(filling: Filling, object: Record<string, unknown>): void {
    const { missing } = filling;
    if (missing !== undefined) {
      for (const name of Object.keys(missing)) {
        if (!Object.hasOwn(object, name)) put(object, name, copyOf(missing[name]));
      }
    }
    const chosen = filling.choice && object[filling.choice.property];
    if (typeof chosen === "string") fill(own(filling.choice?.branches, chosen), object);
    if (!filling.properties && !filling.patterns && !filling.others) return;
    for (const [name, value] of Object.entries(object)) {
      fill(own(filling.properties, name), value);
      for (const [pattern, below] of filling.patterns ?? []) if (matches(pattern, name)) fill(below, value);
      if (filling.others && isOther(filling.others, name)) fill(filling.others.filling, value);
    }
  }
}

function isOther({ known, patterns }: NonNullable<Filling["others"]>, name: string): boolean {
  return !known.includes(name) && !patterns.some((pattern) => matches(pattern, name));
}

function matches(pattern: string, name: string): boolean {
  return new RegExp(pattern, "u").test(name);
}

function own(map: Readonly<Record<string, number>> | undefined, name: string): number | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}

/** Copying what cannot change would cost more than all else here. */
function copyOf(value: unknown): unknown {
  return typeof value === "object" ? structuredClone(value) : value;
}

/** Like `object[name] = value`, also for `__proto__`. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
