/** Replaces references to limits, in schemas and in texts, by their numbers. */
import { findDialect, isSchemaObject, type JsonSchema, type SchemaRoot } from "@toolwright/json-schema";
import type { Path, SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Limit, LimitUse } from "../model/model.ts";
import { withAbsoluteReferences } from "../schema/reference.ts";

/** Replaces references to limits by their numbers, and records each use. */
export interface LimitSubstituter {
  /** A copy of `value` with `{ $limit: NAME.KEY }` and `${limits.NAME.KEY}` (in titles and descriptions) replaced. */
  substitute(value: unknown, at: SpecLocation): unknown;
  /** The number that `{ $limit: NAME.KEY }` stands for in data, with `plus: N` as many more; `undefined` for other objects. */
  substituteNumber(value: Readonly<Record<string, unknown>>, at: SpecLocation): number | undefined;
  /** The same as `substitute` for one text. `${limits.NAME.KEY + 1}` is one more. */
  substituteText(text: string, at: SpecLocation): string;
  /** Every reference so far. */
  readonly uses: readonly LimitUse[];
}

/** Escapes a text that contains `${limits.` literally: it adds a dollar sign, which `substituteText` removes. */
export function escapeLimits(text: string): string {
  return text.replace(/\$+\{limits\.[^}]*\}/g, "$$$&");
}

/** The keys whose texts may refer to limits. */
export const proseKeys: ReadonlySet<string> = new Set(["title", "description", "instructions", "when"]);

export function limitSubstituter(limits: readonly Limit[]): LimitSubstituter {
  const byName = new Map(limits.map((limit) => [limit.name, limit.numbers]));
  const uses: LimitUse[] = [];

  function number(name: string, at: SpecLocation): number | undefined {
    const dot = name.lastIndexOf(".");
    const [limit, key] = dot === -1 ? [name, ""] : [name.slice(0, dot), name.slice(dot + 1)];
    uses.push({ limit, key, at });
    const numbers = byName.get(limit);
    return numbers && Object.hasOwn(numbers, key) ? numbers[key] : undefined;
  }

  function substituteText(text: string, at: SpecLocation): string {
    return text.replace(/\$(\$*)\{limits\.([^}]*)\}/g, (whole, escapes: string, expression: string) => {
      if (escapes !== "") return whole.slice(1);
      const [, name = "", sign = "+", more = "0"] = /^(.*?)(?:\s*([+-])\s*(\d+))?$/s.exec(expression) ?? [];
      const base = number(name, at);
      return base === undefined ? whole : String(base + Number(sign + more));
    });
  }

  function substituteNumber(value: Readonly<Record<string, unknown>>, at: SpecLocation): number | undefined {
    const { $limit, plus = 0, ...rest } = value;
    if (typeof $limit !== "string" || typeof plus !== "number" || Object.keys(rest).length > 0)
      return undefined;
    const base = number($limit, at);
    return base === undefined ? undefined : base + plus;
  }

  function substitute(value: unknown, at: SpecLocation): unknown {
    if (Array.isArray(value)) return value.map((item, index) => substitute(item, locationBelow(at, [index])));
    if (!isSchemaObject(value)) return value;
    if (typeof value.$limit === "string" && Object.keys(value).length === 1) {
      return number(value.$limit, at) ?? value;
    }
    const entries = Object.entries(value).map(([key, child]) => {
      const place = locationBelow(at, [key]);
      const isProse = typeof child === "string" && proseKeys.has(key);
      return [key, isProse ? substituteText(child, place) : substitute(child, place)];
    });
    return Object.fromEntries(entries);
  }

  return { substitute, substituteNumber, substituteText, uses };
}

/** A location in `service.yaml`. */
export function inService(path: Path): SpecLocation {
  return { file: "service.yaml", path };
}

export function locationBelow(at: SpecLocation, path: Path): SpecLocation {
  return { file: at.file, path: [...at.path, ...path] };
}

/** The key at a path, instead of its value. */
export function keyBelow(at: SpecLocation, path: Path = []): SpecLocation {
  return { ...locationBelow(at, path), key: true };
}

/** A schema of a spec file, with limits as numbers and references as absolute addresses. */
export function toRoot(
  uri: string,
  value: unknown,
  at: SpecLocation,
  substituter: LimitSubstituter,
): SchemaRoot {
  const schema = withAbsoluteReferences(substituter.substitute(value, at), at.file) as JsonSchema;
  return { uri, schema, dialect: findDialect(schema), at };
}
