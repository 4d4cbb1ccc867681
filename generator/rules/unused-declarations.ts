/** Finds unused declarations. */
import { splitReference, walk } from "@toolwright/json-schema";
import type { Violation } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import { listOperations } from "../model/operations.ts";
import { keyBelow } from "../resolve/limits.ts";
import { toUri } from "../schema/reference.ts";
import { sharedType } from "./references.ts";
import {
  builtInFailures,
  durationUses,
  failureUses,
  layoutUses,
  modeUses,
  scopeUses,
  type Use,
  withoutFile,
} from "./uses.ts";

/** Reports unused declarations. If a misspelt use is close to a declaration, the mistake is reported at the use instead. */
export function findUnused(model: Model): Violation[] {
  // A missing file may contain the uses.
  if (withoutFile(model).length > 0) return [];
  const limits = model.limits.filter(({ appliesTo }) => appliesTo.length === 0);
  return [
    ...leftOver("mode", model.modes, modeUses(model)),
    ...leftOver("layout", model.layouts, layoutUses(model)),
    ...leftOver("scope", model.scopes, scopeUses(model)),
    ...leftOver(
      "failure",
      model.failures
        .filter(({ code }) => !builtInFailures.includes(code))
        .map(({ code, at }) => ({ name: code, at })),
      failureUses(model),
    ),
    ...leftOver("limit", limits, [
      ...model.limitUses.map(({ limit, at }) => ({ name: limit, at })),
      // Other rules report a quota from which no tool draws, and a draw from an undeclared quota.
      ...model.limits.filter(({ kind }) => kind === "quota").map(({ name, at }) => ({ name, at })),
      ...model.tools.flatMap(({ behaviour, file }) =>
        behaviour.draws ? [{ name: behaviour.draws.limit, at: { file, path: ["draws", "limit"] } }] : [],
      ),
      ...durationUses(model),
    ]),
    ...unusedTypes(model),
  ];
}

function leftOver(what: string, declared: readonly Use[], uses: readonly Use[]): Violation[] {
  const known = declared.map(({ name }) => name);
  const used = new Set(uses.map(({ name }) => (known.includes(name) ? name : nearest(name, known))));
  return declared
    .filter(({ name }) => !used.has(name))
    .map(({ name, at }) => ({
      at: keyBelow(at),
      detail: `The ${what} ${JSON.stringify(name)} is not used.`,
      hint: "Use it or delete it.",
    }));
}

/** The URI of the type that a reference means, also if it is misspelt. */
function typeReferredTo(reference: string, known: readonly string[]): string | undefined {
  const shared = sharedType(reference);
  if (reference.startsWith("#") && shared === undefined) return undefined;
  const uri = shared === undefined ? splitReference(reference).uri : toUri(shared);
  return known.includes(uri) ? uri : nearest(uri, known);
}

/** A type is used when a tool, resource or prompt reaches it, directly or through other types. */
function unusedTypes(model: Model): Violation[] {
  const byUri = new Map(model.types.map(({ root }) => [root.uri, root]));
  const known = [...byUri.keys()];
  const reached = new Set<string>();
  const visit = (schema: unknown): void =>
    walk(schema, ({ $ref }) => {
      const uri = typeof $ref === "string" ? typeReferredTo($ref, known) : undefined;
      if (uri === undefined || reached.has(uri)) return;
      reached.add(uri);
      visit(byUri.get(uri)!.schema);
    });
  for (const { input, output } of listOperations(model)) {
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
