/** Rules about names that a spec declares and uses: modes, scopes, limits, failures. */
import type { Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Failure } from "../model/model.ts";
import { limitedName, listOperations } from "../model/operations.ts";
import { keyBelow } from "../resolve/limits.ts";
import type { Rule } from "./rule.ts";
import { findUnused } from "./unused-declarations.ts";
import {
  builtInFailures,
  failureUses,
  layoutUses,
  limitedTools,
  modeUses,
  promisedCodes,
  scopeUses,
  stepScopes,
  type Use,
  withoutFile,
} from "./uses.ts";

export const declarationRules: readonly Rule[] = [
  {
    code: "mode-declared",
    sentence: "The mode of a tool is declared in service.yaml.",
    violations: (model) => findUndeclared(modeUses(model), names(model.modes)),
  },
  {
    code: "layout-declared",
    sentence: "output_as is `text`, lines, or a layout that service.yaml declares.",
    violations: (model) => findUndeclared(layoutUses(model), ["text", ...names(model.layouts)]),
  },
  {
    code: "scope-declared",
    sentence: "A scope that a tool or a field needs is declared in service.yaml.",
    violations: (model) => findUndeclared([...scopeUses(model), ...stepScopes(model)], names(model.scopes)),
  },
  {
    code: "failure-declared",
    sentence: "A failure of a tool is declared in service.yaml.",
    violations: (model) =>
      findUndeclared(
        [...failureUses(model), ...promisedCodes(model)],
        model.failures.map(({ code }) => code),
      ),
  },
  {
    code: "failure-says",
    sentence: "What refusals say is an ECMAScript regular expression.",
    violations: ({ failures }) => failures.flatMap(unreadableSays),
  },
  {
    code: "limit-declared",
    sentence: "A limit used in a schema or a text is declared in service.yaml, with that key.",
    violations: (model) =>
      findUndeclared(
        model.limitUses.map(({ limit, key, at }) => ({ name: `${limit}.${key}`, at })),
        model.limits.flatMap(({ name, numbers }) => Object.keys(numbers).map((key) => `${name}.${key}`)),
      ),
  },
  {
    code: "limit-applies",
    sentence: "A limit applies to tools, resources and prompts that exist.",
    violations: (model) =>
      findUndeclared(limitedTools(model), [...listOperations(model).map(limitedName), ...withoutFile(model)]),
  },
  {
    code: "failure-not-built-in",
    sentence: "A built-in failure needs no declaration.",
    violations: ({ failures }) =>
      failures
        .filter(({ code }) => builtInFailures.includes(code))
        .map(({ code, at }) => ({
          at: keyBelow(at),
          detail: `${JSON.stringify(code)} is built in: every tool may refuse with it.`,
          hint: "Delete the declaration.",
        })),
  },
  {
    code: "declared-is-used",
    sentence: "Every declaration of a spec is used.",
    violations: findUnused,
  },
];

function findUndeclared(uses: readonly Use[], known: readonly string[]): Violation[] {
  const declared = new Set(known);
  return uses
    .filter(({ name }) => !declared.has(name))
    .map(({ name, at }) => ({
      at,
      detail: `${JSON.stringify(name)} is not declared.`,
      hint: didYouMean(name, known),
    }));
}

function names(declared: readonly { readonly name: string }[]): string[] {
  return declared.map(({ name }) => name);
}

function unreadableSays({ says, at }: Failure): Violation | [] {
  if (says === undefined || isPattern(says)) return [];
  const place = { file: at.file, path: [...at.path, "says"] };
  return { at: place, detail: "It is not an ECMAScript regular expression with the u flag." };
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
