/** Finds mistakes in limits of kind `count` that count in a place, or for an account, and in the states in which something counts. */
import { withArticle, withCapitalArticle } from "@toolwright/runtime/problems";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Limit, Model } from "../../model/model.ts";
import { listStates } from "../../model/states.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { readAddedAmount } from "../../scenarios/added-amount.ts";
import { absent } from "../rule.ts";
import { listShown, missingPlace } from "./entity-views.ts";
import { idsIn } from "./named-places.ts";

/** Finds what a limit of kind `count` says wrongly about what it counts. */
export function wrongCounts(limit: Limit, model: Model): Violation[] {
  const { kind, of, field, refusals, within, sum, numbers, settings, appliesTo, at } = limit;
  const { per } = settings;
  const unplaced = {
    at: locationBelow(at, ["max"]),
    detail: "Without `within`, the limit counts in no entity that could have its own number.",
    hint: "Write a number.",
  };
  if (kind !== "count") return [];
  if (settings.max !== undefined && within === undefined && per === undefined) return [unplaced];
  if (settings.period !== undefined && refusals === undefined && within === undefined && per === undefined)
    return [
      {
        at: locationBelow(at, ["period"]),
        detail: "Nothing is counted in the period.",
        hint: "Write `refusals`, or the arguments `within` that name a place.",
      },
    ];
  if (within === undefined && per === undefined) return uncounted(limit);
  const added = sum === undefined ? undefined : readAddedAmount(sum);
  const place = locationBelow(at, ["applies_to"]);
  const least = {
    at: locationBelow(at, ["min"]),
    detail: `${per === undefined ? "A place" : "An account"} may have none.`,
    hint: "Delete it.",
  };
  const shown = {
    at: locationBelow(at, ["field"]),
    detail: "No output has what it counts.",
    hint: "Write two limits.",
  };
  return [
    ...(field === undefined ? [] : [shown]),
    ...(numbers.min === undefined ? [] : [least]),
    ...(appliesTo === "all"
      ? [{ at: place, detail: "It counts what certain tools do.", hint: "Name them." }]
      : []),
    ...(typeof added === "string" ? [{ at: locationBelow(at, ["sum"]), detail: added }] : []),
    ...(of === undefined ? [] : wrongEntities(limit, of, model)),
    ...(per === undefined ? hiddenNumbers(limit, model) : wrongCaps(limit)),
  ];
}

/** Finds keys of a limit that says nothing of where entities are counted. */
function uncounted({ of, refused, at }: Limit): Violation[] {
  const [key] = [of === undefined ? [] : "of", refused === undefined ? [] : "refused"].flat();
  if (key === undefined) return [];
  const hint =
    "Write `per: account` for all that an account has at once, or the arguments `within` that name a place.";
  return [{ at: locationBelow(at, [key]), detail: "Nothing says what is counted together.", hint }];
}

/** Finds keys that say nothing about how many entities an account has at once. */
function wrongCaps({ within, settings, scenario, at }: Limit): Violation[] {
  const wrong = [
    {
      key: "within",
      isThere: within !== undefined,
      detail: "All that an account has is counted together, so no argument names a place.",
      hint: "Delete `within` or `per`, or write two limits.",
    },
    {
      key: "max",
      isThere: settings.max !== undefined,
      detail: "Nothing shows the number of an account.",
      hint: "Write a number.",
    },
    {
      key: "period",
      isThere: settings.period !== undefined,
      detail: "What an account has at once counts until it is ended.",
      hint: "Delete it. A limit of kind `quota` counts the calls of a period.",
    },
    {
      key: "scenario",
      isThere: scenario !== undefined,
      detail: "The limit has cases of its own.",
      hint: "Delete it.",
    },
  ];
  return wrong
    .filter(({ isThere }) => isThere)
    .map(({ key, detail, hint }) => ({ at: locationBelow(at, [key]), detail, hint }));
}

/** Finds a number that a place has for itself, and that no tool shows. */
function hiddenNumbers(
  { settings: { max }, within: [argument = ""] = [], appliesTo, at }: Limit,
  model: Model,
) {
  if (max === undefined || appliesTo === "all") return [];
  const tools = model.tools.filter(({ name }) => appliesTo.includes(name));
  const entity = model.entities.find((each) =>
    tools.some((tool) => idsIn(each, tool, "input", model).includes(argument)),
  );
  const place = locationBelow(at, ["max"]);
  if (entity === undefined)
    return [
      {
        at: place,
        detail: `${JSON.stringify(argument)}, the first argument of \`within\`, is no id of an entity.`,
      },
    ];
  return missingPlace({ place: max, entity: entity.name, at: place }, listShown(entity, model), model);
}

/** Finds tools that do not make what the limit counts, and states that it never has. */
function wrongEntities(
  { while: states = [], appliesTo, at }: Limit,
  name: string,
  model: Model,
): Violation[] {
  const entity = model.entities.find((each) => each.name === name);
  const known = model.entities.map((each) => each.name);
  if (entity === undefined) return [absent("entity", name, known, locationBelow(at, ["of"]))];
  const others = appliesTo === "all" ? [] : appliesTo.filter((tool) => tool !== entity.madeBy?.tool);
  return [
    ...others.map((tool) => ({
      at: locationBelow(at, ["applies_to"]),
      detail: `${tool} does not make ${withArticle(name)} (made_by).`,
    })),
    ...strangeStates({ entity: name, states, at }, model),
  ];
}

/** The states in which an entity counts, or has its interval. */
interface NamedStates {
  readonly entity: string;
  readonly states: readonly string[];
  /** The place of the key `while`, without the key. */
  readonly at: SpecLocation;
}

export function strangeStates({ entity: name, states, at }: NamedStates, model: Model): Violation[] {
  const entity = model.entities.find((each) => each.name === name);
  if (entity === undefined) return [];
  const machines = model.states.filter((machine) => {
    const shower = model.tools.find((tool) => tool.name === machine.field.tool);
    if (shower === undefined) return false;
    const isShown = idsIn(entity, shower, "input", model).length > 0;
    return isShown || (machine.name === name && idsIn(entity, shower, "output", model).length > 0);
  });
  const declared = machines.flatMap(listStates);
  return states.flatMap((state, index) =>
    declared.includes(state)
      ? []
      : [
          {
            at: locationBelow(at, ["while", index]),
            detail: `${withCapitalArticle(name)} is never ${JSON.stringify(state)}.`,
            hint: didYouMean(state, declared),
          },
        ],
  );
}
