/** Lists where a spec uses declared names. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import { listOperations, type Model } from "../model/model.ts";
import { listSteps } from "../model/scenario.ts";
import { locationBelow } from "../resolve/limits.ts";
import { everySchema } from "./rule.ts";

/** Failure codes that every tool may use without declaring them. */
export const builtInFailures: readonly string[] = [
  "invalid_input",
  "insufficient_scope",
  "not_implemented",
  "internal",
];

/** Codes that a step of a scenario may expect without a declaration: the built-in ones, and that of a token that is invalid. */
export const stepFailures: readonly string[] = [...builtInFailures, "unauthorized"];

/** A name that is used somewhere. */
export interface Use {
  readonly name: string;
  readonly at: SpecLocation;
}

export function modeUses({ tools }: Model): Use[] {
  return tools.map(({ mode, file }) => ({ name: mode, at: { file, path: ["mode"] } }));
}

export function scopeUses(model: Model): Use[] {
  const ofOperations = listOperations(model).flatMap(({ scopes, file }) =>
    scopes.map((name, index) => ({
      name,
      at: { file, path: scopes.length > 1 ? ["scope", index] : ["scope"] },
    })),
  );
  return [...ofOperations, ...fieldScopes(model)];
}

/** The scopes that steps of scenarios run with. Nothing needs a scope because of them. */
export function stepScopes({ scenarios }: Model): Use[] {
  return listSteps(scenarios).flatMap(({ scopes = [], at }) =>
    scopes.map((name, index) => ({ name, at: locationBelow(at, ["scopes", index]) })),
  );
}

function fieldScopes(model: Model): Use[] {
  return everySchema(model).flatMap(({ schema: { "x-requires-scope": name }, at }) =>
    typeof name === "string" ? [{ name, at: locationBelow(at, ["x-requires-scope"]) }] : [],
  );
}

/** Codes that entities, states, limits, tools' draws and scenarios name. They are no reason for a declaration: a tool must declare them. */
export function promisedFailures({ entities, states, limits, tools, scenarios }: Model): Use[] {
  const uses: readonly (readonly [
    code: string | undefined,
    at: SpecLocation,
    ...path: (string | number)[],
  ])[] = [
    ...entities.map((entity) => [entity.private, entity.at, "private"] as const),
    ...states.map(({ refused, at }) => [refused, at, "refused"] as const),
    ...limits.flatMap(({ refused, ends, at }) => [
      [refused, at, "refused"] as const,
      [ends?.failure, at, "ends", "failure"] as const,
    ]),
    ...tools.flatMap(({ behaviour, file }) =>
      (behaviour.draws?.returnedOn ?? []).map(
        (code, index) => [code, { file, path: [] }, "draws", "returned_on", index] as const,
      ),
    ),
    ...listSteps(scenarios).map(({ failure, at }) => [failure, at, "failure"] as const),
  ];
  return uses.flatMap(([code, { file, path }, ...rest]) =>
    code === undefined || (rest[0] === "failure" ? stepFailures : builtInFailures).includes(code)
      ? []
      : [{ name: code, at: { file, path: [...path, ...rest] } }],
  );
}

export function failureUses(model: Model): Use[] {
  return listOperations(model).flatMap(({ failures, file }) =>
    failures.map((name, index) => ({ name, at: { file, path: ["failures", index] } })),
  );
}

/** The durations of transitions that the server makes. Another rule says whether they are declared. */
export function durationUses({ states }: Model): Use[] {
  return states
    .flatMap(({ transitions }) => transitions)
    .flatMap(({ within, after, at }) => [
      ...(within === undefined ? [] : [{ name: within, at: locationBelow(at, ["within"]) }]),
      ...(after === undefined ? [] : [{ name: after, at: locationBelow(at, ["after"]) }]),
    ]);
}

export function limitedTools({ limits }: Model): Use[] {
  return limits.flatMap(({ appliesTo, at }) =>
    appliesTo === "all"
      ? []
      : appliesTo.map((name, index) => ({ name, at: locationBelow(at, ["applies_to", index]) })),
  );
}

/** Tools, resources and prompts that are listed and have no file. Another rule reports them at the list. */
export function withoutFile(model: Model): string[] {
  const lists = [
    { order: model.toolOrder, all: model.tools },
    { order: model.resourceOrder, all: model.resources },
    { order: model.promptOrder, all: model.prompts },
  ];
  return lists.flatMap(({ order, all }) => {
    const known = all.map(({ name }) => name);
    return order.filter((name) => !known.includes(name));
  });
}
