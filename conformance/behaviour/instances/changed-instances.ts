/** Makes instances with which writing tools have worked. */
import { baseArguments } from "../../calls/arguments.ts";
import { withFineNumbers } from "../../calls/fine-numbers.ts";
import type { Json } from "../../cases/edits.ts";
import { isDrawing } from "../../cases/limits.ts";
import type { Called } from "../calls/called.ts";
import type { Engine } from "../engine.ts";
import { hasArgumentsOf } from "../rules/rule-calls.ts";
import type { EntityInstance } from "./entity-instance.ts";

/** The most calls that change an instance, and the most if requests are limited. */
const mostChanges = 12;
const mostBriefly = 3;

/** Makes an instance, and makes calls that change it: what shows it follows. Its state is not noted. */
export async function makeChanged(entity: string, engine: Engine): Promise<EntityInstance> {
  const instance = await engine.instances.make(entity);
  await changeByAll(instance, engine);
  return instance;
}

function toTool(base: string): string {
  return base.split(":")[0]!;
}

/** Returns the arguments of a base. In the first one of a tool, numbers have all their digits, unless they do not fit then. */
function withDigits(base: string, { context: { cases, schemas } }: Engine): Json {
  const example = baseArguments(cases, base);
  if (base.includes(":")) return example;
  const fine = withFineNumbers(cases, base, example);
  return fine !== undefined && schemas.fits(base, fine) ? fine : example;
}

/**
 * Makes a call of each example that may change an instance, as far as it costs nothing and does not end it. Those that may lead it to another
 * state come last: a job that is delivered gets no more texts. Some may be refused.
 */
export async function changeByAll(instance: EntityInstance, engine: Engine): Promise<readonly Called[]> {
  const { rules, instances, calls, context } = engine;
  const { entity } = instance;
  const made: Called[] = [];
  const { endedBy, arguments: places } = rules.entities[entity]!;
  const writers = new Set(
    places.map(({ tool }) => tool).filter((tool) => context.cases.tools[tool]?.readOnly === false),
  );
  const moves = Object.values(rules.states).flatMap((machine) =>
    machine.entity === entity ? Object.values(machine.transitions).map(({ by }) => by.tool) : [],
  );
  const bases = Object.keys(context.cases.bases)
    .filter((base) => writers.has(toTool(base)))
    .toSorted((a, b) => Number(moves.includes(toTool(a))) - Number(moves.includes(toTool(b))));
  for (const base of bases.slice(0, engine.isBrief ? mostBriefly : mostChanges)) {
    const tool = toTool(base);
    const example = withDigits(base, engine);
    const isDear = isDrawing(rules.draws[tool], example) || rules.spends[tool] !== undefined;
    if (isDear || (endedBy && hasArgumentsOf(rules, endedBy, { tool, input: example }))) continue;
    const input = await instances.fill(tool, example, { instances: { [entity]: instance } });
    made.push(await calls.call({ tool, input }));
  }
  return made;
}
