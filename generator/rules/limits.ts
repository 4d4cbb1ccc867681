/** Rules about limits. */
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { schemasAt } from "@toolwright/json-schema/graph";
import type { Violation } from "../diagnostics/diagnostic.ts";
import type { Limit, Model } from "../model/model.ts";
import { limitedName, listOperations } from "../model/operations.ts";
import { keyBelow, locationBelow } from "../resolve/limits.ts";
import { resolver } from "../schema/roots.ts";
import { wrongCounts } from "./behaviour/counts.ts";
import { listShown, missingPlace } from "./behaviour/entity-views.ts";
import { idsIn } from "./behaviour/named-places.ts";
import { absent, type Rule } from "./rule.ts";

export const limitRules: readonly Rule[] = [
  {
    code: "limit-numbers",
    sentence:
      "A limit allows some value: its smallest number is not above its largest, and it counts from 0.",
    violations: ({ limits }) => limits.flatMap(crampedNumbers),
  },
  {
    code: "limit-field",
    sentence:
      "The field of a limit, and the time of its end, are in the output of every tool that the limit applies to.",
    violations: absentFields,
  },
  {
    code: "limit-before",
    sentence:
      "The time before which a limit ends is shown by a tool, and a call of its tools names an entity.",
    violations: wrongNotices,
  },
  {
    code: "limit-of",
    sentence:
      "A limit counts calls of its tools, or what they make, or adds up an argument, in a place or for an account, in states that a tool shows, up to a number that is written or shown.",
    violations: (model) => model.limits.flatMap((limit) => wrongCounts(limit, model)),
  },
  {
    code: "limit-scenario",
    sentence: "The scenario of a limit exists, and calls a tool that the limit applies to.",
    violations: wrongScenarios,
  },
  {
    code: "rate-applies",
    sentence: "One rate applies to all tools together; any other rate names its tools.",
    violations: misappliedRates,
  },
  {
    code: "rate-over-http",
    sentence: "A rate is enforced over HTTP, where callers have tokens or addresses.",
    violations: ({ limits, endpoint }) =>
      limits
        .filter(({ kind }) => kind === "rate" && endpoint.transport === "stdio")
        .map(({ at }) => ({
          at: keyBelow(at),
          detail: "Over stdio there is one caller, so rates have no effect.",
          hint: "Delete it.",
        })),
  },
  {
    code: "rate-account",
    sentence: "A rate counts by account where callers have accounts.",
    violations: ({ limits, auth }) =>
      limits
        .filter(
          ({ kind, settings }) => kind === "rate" && settings.per === "account" && auth.scheme === "none",
        )
        .map(({ at }) => ({
          at: locationBelow(at, ["per"]),
          detail: "Without tokens all callers are of one account, and would share the rate.",
          hint: "Write `per: token`: then each address is counted by itself.",
        })),
  },
  {
    code: "quota-shown",
    acceptable: true,
    sentence: "Tools draw from each quota, and a tool shows it.",
    violations: hiddenQuotas,
  },
];

function wrongScenarios({ limits, scenarios }: Model): Violation[] {
  const workflows = scenarios.flatMap((file) => file.workflows);
  const known = workflows.map(({ id }) => id);
  return limits.flatMap(({ scenario, appliesTo, at }): Violation | [] => {
    if (scenario === undefined) return [];
    const place = locationBelow(at, ["scenario"]);
    const workflow = workflows.find(({ id }) => id === scenario);
    if (workflow === undefined) return absent("workflow", scenario, known, place);
    const isAbout = ({ tool }: { readonly tool?: string }) =>
      tool !== undefined && (appliesTo === "all" || appliesTo.includes(tool));
    if (workflow.steps.some(isAbout)) return [];
    return { at: place, detail: `${scenario} calls no tool of applies_to.` };
  });
}

function wrongNotices(model: Model): Violation[] {
  const { limits, tools, entities } = model;
  return limits.flatMap(({ before, appliesTo, at }): Violation[] => {
    if (before === undefined || appliesTo === "all") return [];
    const takesNone = tools.filter(
      (tool) =>
        appliesTo.includes(tool.name) &&
        entities.every((entity) => idsIn(entity, tool, "input", model).length === 0),
    );
    return [
      ...missingPlace(
        { place: before, entity: "entity", at: locationBelow(at, ["before"]) },
        entities.flatMap((entity) => listShown(entity, model)),
        model,
      ),
      ...takesNone.map(({ name }) => ({
        at: locationBelow(at, ["applies_to"]),
        detail: `${name} takes no id of an entity, so no time is known.`,
      })),
    ];
  });
}

function crampedNumbers({ kind, numbers, sum, at }: Limit): Violation[] {
  const { min, max } = numbers;
  if ((kind === "range" || kind === "count") && min !== undefined && max !== undefined && min > max) {
    const related = [{ at: locationBelow(at, ["max"]), message: `max is ${max} here.` }];
    return [{ at: locationBelow(at, ["min"]), detail: `min ${min} is above max ${max}.`, related }];
  }
  if (kind === "range") return [];
  return Object.entries(numbers)
    .filter(([key, number]) => number < 0 || !(canBePart(key) || Number.isInteger(number)))
    .map(([key, number]) => ({
      at: locationBelow(at, [key]),
      detail: `${key} is ${number}, which is not ${canBePart(key) ? "0 or more" : "a whole number, 0 or more"}.`,
    }));

  function canBePart(key: string): boolean {
    return key === "seconds" || sum !== undefined;
  }
}

function absentFields(model: Model): Violation[] {
  const resolve = resolver(model);
  const fields = model.limits.flatMap(({ field, endsAt, ...limit }) => [
    { key: "field", field, ...limit },
    { key: "ends_at", field: endsAt, ...limit },
  ]);
  return fields.flatMap(({ key, field, appliesTo, at }): Violation | Violation[] => {
    if (field === undefined) return [];
    const place = locationBelow(at, [key]);
    if (appliesTo === "all" || appliesTo.length === 0) {
      const detail = "The limit applies to no tool in particular.";
      return { at: place, detail, hint: "Name the tools in applies_to." };
    }
    return listOperations(model)
      .filter((each) => appliesTo.includes(limitedName(each)))
      .filter(
        ({ output }) => !output || schemasAt(rootNode(output), pointerSteps(field), resolve).length === 0,
      )
      .map(({ name }) => ({
        at: place,
        detail: `The output of ${name} has nothing at ${JSON.stringify(field)}.`,
      }));
  });
}

function misappliedRates({ limits }: Model): Violation[] {
  const rates = limits.filter(({ kind }) => kind === "rate");
  const [first, ...others] = rates.filter(({ appliesTo }) => appliesTo === "all");
  const unused = rates
    .filter(({ appliesTo }) => appliesTo.length === 0)
    .map(({ at }) => ({
      at: keyBelow(at),
      detail: "It names no tools, so it limits none.",
      hint: "Add applies_to: all, or the tools that it limits.",
    }));
  return [
    ...unused,
    ...others.map(({ at }) => ({
      at: locationBelow(at, ["applies_to"]),
      detail: `${JSON.stringify(first!.name)} applies to all tools already.`,
      related: [{ at: locationBelow(first!.at, ["applies_to"]), message: "The other one is here." }],
    })),
  ];
}

function hiddenQuotas({ limits, tools }: Model): Violation[] {
  const quotas = limits.filter(({ kind }) => kind === "quota");
  const drawn = tools.flatMap(({ behaviour }) => behaviour.draws?.limit ?? []);
  // A tool that draws from something else probably has a wrong name for one of these; another rule reports it.
  if (drawn.some((name) => !quotas.some((quota) => quota.name === name))) return [];
  return quotas.flatMap(({ name, shownBy, at }): Violation | [] => {
    if (!drawn.includes(name)) {
      const hint = `Say so on a tool that does: draws: { limit: ${name} }.`;
      return { at: keyBelow(at), detail: `No tool draws from ${JSON.stringify(name)}.`, hint };
    }
    if (shownBy?.used !== undefined || shownBy?.remaining !== undefined) return [];
    if (shownBy)
      return { at: locationBelow(at, ["shown_by"]), detail: "It has neither `used` nor `remaining`." };
    const hint = "Name it: shown_by: { tool, used, limit, remaining, resets }.";
    return { at: keyBelow(at), detail: `No tool shows ${JSON.stringify(name)}.`, hint };
  });
}
