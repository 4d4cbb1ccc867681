/** Finds mistakes in the attempts of a law: members of a wrong form, and names that the spec does not have. */
import { closestName } from "@toolwright/runtime/closest-name";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Act, Attempt, Spec } from "../../engine/law.ts";
import attemptSchema from "./attempt-schema.json" with { type: "json" };

const validate = new Ajv2020({ strict: false, verbose: true }).compile<readonly Attempt[]>(attemptSchema);

/** Returns a mistake with its location in the attempts; undefined if there is none. */
export function findAttemptMistake(attempts: unknown, spec: Spec): string | undefined {
  if (!validate(attempts)) {
    const { instancePath, message = "is wrong", keyword, params } = validate.errors![0]!;
    const detail = keyword === "additionalProperties" ? `: ${params.additionalProperty}` : "";
    return `${instancePath.slice(1) || "attempts"} ${message}${detail}`;
  }
  for (const [index, attempt] of attempts.entries()) {
    const mistake = findNameMistake(attempt, spec, String(index));
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function findNameMistake(attempt: Attempt, spec: Spec, at: string): string | undefined {
  const { given, first = [], acts, afterwards = [], watch, made = [], controls = [] } = attempt;
  const calls = [...first, ...acts, ...afterwards];
  const entities = Object.keys(spec.rules.entities);
  const tools = Object.keys(spec.file.tools);
  const things = [
    ...given.flatMap((each) => ("named" in each ? each.named : [each.thing])),
    ...made.map(({ thing }) => thing),
  ];
  const named: readonly Named[] = [
    ...given.flatMap((each): Named[] =>
      "named" in each
        ? [...each.named.map(toEntity), { what: "tool", name: each.for, known: tools }]
        : [toEntity(each.entity)],
    ),
    ...made.flatMap(({ entity, beside }) => [toEntity(entity), toThing(beside)]),
    ...watch.map(toThing),
    ...calls.flatMap(listNamedInAct),
  ];
  const unknown = named.find(({ name, known }) => !known.includes(name));
  if (unknown !== undefined) return `${at} names ${describeUnknown(unknown)}`;
  const unfit = calls.find(({ tool, like }) => like !== undefined && !spec.fits(tool, like));
  if (unfit !== undefined)
    return `${at} has a \`like\` that the input schema of ${unfit.tool} does not allow`;
  return controls
    .map((control, index) => findNameMistake(control, spec, `${at}/controls/${index}`))
    .find((mistake) => mistake !== undefined);

  function listNamedInAct({ tool, asMade, about = {}, within, but = [] }: Act): Named[] {
    return [
      { what: "tool", name: tool, known: tools },
      ...(asMade === undefined ? [] : [toThing(asMade)]),
      ...(within === undefined ? [] : [toThing(within)]),
      ...Object.entries(about).flatMap(([entity, thing]) => [toEntity(entity), toThing(thing)]),
      ...but.flatMap((edit): Named[] => {
        if ("idOf" in edit) return [toThing(edit.idOf)];
        if (!("shown" in edit)) return [];
        return [toThing(edit.shown.thing), { what: "tool", name: edit.shown.tool, known: tools }];
      }),
    ];
  }

  function toEntity(name: string): Named {
    return { what: "entity", name, known: entities };
  }

  function toThing(name: string): Named {
    return { what: "thing", name, known: things };
  }
}

/** A name in an attempt, and the names that it may be. */
interface Named {
  readonly what: "tool" | "entity" | "thing";
  readonly name: string;
  readonly known: readonly string[];
}

export function describeUnknown({ what, name, known }: Named): string {
  const meant = closestName(name, known);
  const where = what === "thing" ? "the attempt does not make" : "the spec does not have";
  return `the ${what} ${name}, which ${where}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}
