import type { Locus, Path } from "../diagnostics/diagnostic.ts";
import type { Limit, LimitUse } from "../model/model.ts";
import { define } from "../parse/json-data.ts";
import { isSchemaObject } from "../schema/keywords.ts";

/** The numbers a spec declares, and a record of who asked for which. */
export interface LimitReader {
  /** A copy of `value` with `{ $limit: NAME.KEY }` and `${limits.NAME.KEY}` (in titles and descriptions) replaced. */
  fill(value: unknown, at: Locus): unknown;
  /** The same for one text. */
  fillText(text: string, at: Locus): string;
  readonly uses: readonly LimitUse[];
}

/** A text that says `${limits.` and means it: one more dollar sign, which `fillText` takes away. */
export function escapeProse(text: string): string {
  return text.replace(/\$+\{limits\.[^}]*\}/g, "$$$&");
}

/** Keys whose texts may ask for limits. */
export const proseKeys: ReadonlySet<string> = new Set(["title", "description", "instructions", "when"]);

export function limitReader(limits: readonly Limit[]): LimitReader {
  const byName = new Map(limits.map((limit) => [limit.name, limit.numbers]));
  const uses: LimitUse[] = [];

  function number(name: string, at: Locus): number | undefined {
    const dot = name.lastIndexOf(".");
    const [limit, key] = dot === -1 ? [name, ""] : [name.slice(0, dot), name.slice(dot + 1)];
    uses.push({ limit, key, at });
    const numbers = byName.get(limit);
    return numbers && Object.hasOwn(numbers, key) ? numbers[key] : undefined;
  }

  function fillText(text: string, at: Locus): string {
    return text.replace(/\$(\$*)\{limits\.([^}]*)\}/g, (whole, escaping: string, name: string) =>
      escaping === "" ? String(number(name, at) ?? whole) : whole.slice(1),
    );
  }

  function fill(value: unknown, at: Locus): unknown {
    if (Array.isArray(value)) return value.map((item, index) => fill(item, below(at, [index])));
    if (!isSchemaObject(value)) return value;
    if (typeof value.$limit === "string" && Object.keys(value).length === 1) {
      return number(value.$limit, at) ?? value;
    }
    const copy: Record<string, unknown> = {};
    for (const [key, child] of Object.entries(value)) {
      const place = below(at, [key]);
      const isProse = typeof child === "string" && proseKeys.has(key);
      define(copy, key, isProse ? fillText(child, place) : fill(child, place));
    }
    return copy;
  }

  return { fill, fillText, uses };
}

export function below(at: Locus, path: Path): Locus {
  return { file: at.file, path: [...at.path, ...path] };
}
