/** Lists where a spec uses declared names. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import { schemaRoots } from "../schema/roots.ts";
import { walk } from "../schema/walk.ts";

/** Failure codes that every tool may use without declaring them. */
export const builtInFailures: readonly string[] = [
  "invalid_input",
  "insufficient_scope",
  "not_implemented",
  "internal",
];

/** A name that is used somewhere. */
export interface Use {
  readonly name: string;
  readonly at: SpecLocation;
}

export function modeUses({ tools }: Model): Use[] {
  return tools.map(({ mode, file }) => ({ name: mode, at: { file, path: ["mode"] } }));
}

export function scopeUses(model: Model): Use[] {
  const ofTools = model.tools.flatMap(({ scopes, file }) =>
    scopes.map((name, index) => ({
      name,
      at: { file, path: scopes.length > 1 ? ["scope", index] : ["scope"] },
    })),
  );
  return [...ofTools, ...fieldScopes(model)];
}

function fieldScopes(model: Model): Use[] {
  const uses: Use[] = [];
  for (const { schema, at } of schemaRoots(model)) {
    walk(schema, (object, path) => {
      const scope = object["x-requires-scope"];
      if (typeof scope === "string")
        uses.push({ name: scope, at: { file: at.file, path: [...at.path, ...path, "x-requires-scope"] } });
    });
  }
  return uses;
}

export function failureUses({ tools }: Model): Use[] {
  return tools.flatMap(({ failures, file }) =>
    failures.map((name, index) => ({ name, at: { file, path: ["failures", index] } })),
  );
}

export function limitedTools({ limits }: Model): Use[] {
  return limits.flatMap(({ appliesTo, at }) =>
    appliesTo === "all"
      ? []
      : appliesTo.map((name, index) => ({
          name,
          at: { file: at.file, path: [...at.path, "applies_to", index] },
        })),
  );
}

/** Tools that are listed and have no file. Another rule reports them at the list. */
export function withoutFile({ tools, toolOrder }: Model): string[] {
  const known = tools.map(({ name }) => name);
  return toolOrder.filter((name) => !known.includes(name));
}
