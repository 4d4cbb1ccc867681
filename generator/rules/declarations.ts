import type { Locus, Violation } from "../diagnostic.ts";
import type { Model } from "../model.ts";
import { splitReference, uriOf } from "../schema/reference.ts";
import { schemaRoots } from "../schema/roots.ts";
import { walk } from "../schema/walk.ts";
import { didYouMean, nearest } from "../suggest.ts";
import { sharedType } from "./references.ts";
import type { Rule } from "./rule.ts";

/** Codes that every tool may refuse with, undeclared. */
const builtInFailures: readonly string[] = [
  "invalid_input",
  "insufficient_scope",
  "not_implemented",
  "internal",
];

/** A name that is used somewhere. */
interface Use {
  readonly name: string;
  readonly at: Locus;
}

export const declarationRules: readonly Rule[] = [
  {
    code: "mode-declared",
    sentence: "The mode of a tool is declared in service.yaml.",
    violations: (model) => undeclared(modeUses(model), names(model.modes)),
  },
  {
    code: "scope-declared",
    sentence: "A scope that a tool or a field needs is declared in service.yaml.",
    violations: (model) => undeclared(scopeUses(model), names(model.scopes)),
  },
  {
    code: "failure-declared",
    sentence: "A failure of a tool is declared in service.yaml.",
    violations: (model) =>
      undeclared(
        failureUses(model),
        model.failures.map(({ code }) => code),
      ),
  },
  {
    code: "limit-declared",
    sentence: "A limit that a schema or a text asks for is declared in service.yaml, with that key.",
    violations: (model) =>
      undeclared(
        model.limitUses.map(({ limit, key, at }) => ({ name: `${limit}.${key}`, at })),
        model.limits.flatMap(({ name, numbers }) => Object.keys(numbers).map((key) => `${name}.${key}`)),
      ),
  },
  {
    code: "limit-applies",
    sentence: "A limit applies to tools that exist.",
    violations: (model) => undeclared(limitedTools(model), [...names(model.tools), ...withoutFile(model)]),
  },
  {
    code: "failure-not-built-in",
    sentence: "A built-in failure needs no declaration.",
    violations: ({ failures }) =>
      failures
        .filter(({ code }) => builtInFailures.includes(code))
        .map(({ code, at }) => ({
          at: { ...at, key: true },
          detail: `${JSON.stringify(code)} is built in: every tool may refuse with it.`,
          hint: "Delete the declaration.",
        })),
  },
  {
    code: "declared-is-used",
    sentence: "What a spec declares, something in it uses.",
    violations: unused,
  },
];

function names(declared: readonly { readonly name: string }[]): string[] {
  return declared.map(({ name }) => name);
}

function undeclared(uses: readonly Use[], known: readonly string[]): Violation[] {
  const declared = new Set(known);
  return uses
    .filter(({ name }) => !declared.has(name))
    .map(({ name, at }) => {
      const hint = didYouMean(name, known);
      return { at, detail: `${JSON.stringify(name)} is not declared.`, ...(hint !== undefined && { hint }) };
    });
}

function modeUses({ tools }: Model): Use[] {
  return tools.map(({ mode, file }) => ({ name: mode, at: { file, path: ["mode"] } }));
}

function scopeUses(model: Model): Use[] {
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

function failureUses({ tools }: Model): Use[] {
  return tools.flatMap(({ failures, file }) =>
    failures.map((name, index) => ({ name, at: { file, path: ["failures", index] } })),
  );
}

function limitedTools({ limits }: Model): Use[] {
  return limits.flatMap(({ appliesTo, at }) =>
    appliesTo === "all"
      ? []
      : appliesTo.map((name, index) => ({
          name,
          at: { file: at.file, path: [...at.path, "applies_to", index] },
        })),
  );
}

/** Tools that are listed and have no file: that is told where they are listed. */
function withoutFile({ tools, toolOrder }: Model): string[] {
  const known = names(tools);
  return toolOrder.filter((name) => !known.includes(name));
}

/**
 * What is declared and not used. A name that a misspelt use was meant to be is left out: that is one mistake, and it is
 * reported where the use is.
 */
function unused(model: Model): Violation[] {
  // What is not there may be what uses them.
  if (withoutFile(model).length > 0) return [];
  const limits = model.limits.filter(({ appliesTo }) => appliesTo.length === 0);
  return [
    ...leftOver("mode", model.modes, modeUses(model)),
    ...leftOver("scope", model.scopes, scopeUses(model)),
    ...leftOver(
      "failure",
      model.failures
        .filter(({ code }) => !builtInFailures.includes(code))
        .map(({ code, at }) => ({ name: code, at })),
      failureUses(model),
    ),
    ...leftOver(
      "limit",
      limits,
      model.limitUses.map(({ limit, at }) => ({ name: limit, at })),
    ),
    ...unusedTypes(model),
  ];
}

function leftOver(what: string, declared: readonly Use[], uses: readonly Use[]): Violation[] {
  const known = declared.map(({ name }) => name);
  const used = new Set(uses.map(({ name }) => (known.includes(name) ? name : nearest(name, known))));
  return declared
    .filter(({ name }) => !used.has(name))
    .map(({ name, at }) => ({
      at: { ...at, key: true },
      detail: `Nothing uses the ${what} ${JSON.stringify(name)}.`,
      hint: "Use it or delete it.",
    }));
}

/** A type is used when a tool reaches it, directly or through other types. */
function unusedTypes(model: Model): Violation[] {
  const byUri = new Map(model.types.map(({ root }) => [root.uri, root]));
  const known = [...byUri.keys()];
  const reached = new Set<string>();
  const visit = (schema: unknown): void =>
    walk(schema, ({ $ref }) => {
      if (typeof $ref !== "string") return;
      const shared = sharedType($ref);
      if ($ref.startsWith("#") && shared === undefined) return;
      const written = shared === undefined ? splitReference($ref).uri : uriOf(shared);
      const uri = byUri.has(written) ? written : nearest(written, known);
      if (uri === undefined || reached.has(uri)) return;
      reached.add(uri);
      visit(byUri.get(uri)!.schema);
    });
  for (const { input, output } of model.tools) {
    visit(input.schema);
    visit(output?.schema);
  }
  return model.types
    .filter(({ root }) => !reached.has(root.uri))
    .map(({ name, root }) => ({
      at: root.at,
      detail: `No tool uses the type ${JSON.stringify(name)}.`,
      hint: "Use it or delete the file.",
    }));
}
