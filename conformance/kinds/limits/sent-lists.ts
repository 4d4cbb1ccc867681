/** Sends a list with as many entries as a limit allows, where an argument is the list that results show. */
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { lastStep } from "../../behaviour/lists/list-rule.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { ObserverRule } from "../../cases/behaviour.ts";
import { isObject, type Json, type JsonObject } from "../../cases/edits.ts";
import type { CountRule, LimitCase } from "../../cases/limits.ts";
import { valuesAt } from "../../cases/places.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";

/** A call with a list of texts, and the tool that shows the list afterwards. */
export interface ListSender {
  readonly tool: string;
  readonly argument: string;
  /** Valid arguments with the list. */
  readonly example: JsonObject;
  /** The entity that the call makes, and the tool that shows it; absent if the call itself shows the list. */
  readonly made?: { readonly entity: string; readonly observer: ObserverRule };
}

/** Finds a call with a list of the name at the place of the limit: of the tool itself, or the one that makes what the tool shows. */
export function findListSender(
  { tool }: LimitCase,
  { field }: CountRule,
  engine: Engine,
): ListSender | undefined {
  if (tool === undefined || field.includes("*")) return undefined;
  const argument = lastStep(field);
  const own = findExample(tool, argument, engine);
  if (own !== undefined) return { tool, argument, example: own };
  for (const [entity, { madeBy, observedBy }] of Object.entries(engine.rules.entities)) {
    const observer = observedBy.find((each) => each.tool === tool && each.id !== undefined);
    const example = madeBy && observer && findExample(madeBy.tool, argument, engine);
    if (madeBy && observer && example)
      return { tool: madeBy.tool, argument, example, made: { entity, observer } };
  }
  return undefined;
}

/** Finds an example of a tool in which an argument is a list of texts. */
function findExample(tool: string, argument: string, { context: { cases } }: Engine): JsonObject | undefined {
  const bases = Object.keys(cases.bases).filter((name) => cases.bases[name]!.tool === tool);
  return bases
    .map((name) => baseArguments(cases, name))
    .filter((input): input is JsonObject => isObject(input))
    .find((input) => isTexts(input[argument]));
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === "string");
}

/** Sends as many entries as the limit allows, which the result must show, and one more where the schema allows that. */
export async function sentListVerdict(
  each: LimitCase,
  { max, field }: CountRule,
  sender: ListSender,
  engine: Engine,
): Promise<Verdict | undefined> {
  const { tool, argument, example } = sender;
  const fits = (entries: readonly string[]) =>
    engine.context.schemas.fits(tool, { ...example, [argument]: entries });
  const entries = listEntries(example[argument] as readonly string[], max + 1, (entry) => fits([entry]));
  const [full, more] = [entries.slice(0, max), entries];
  if (full.length < max || !fits(full)) return undefined;
  const measure = (called: Called) => valuesAt(readStructured(called), field)[0]?.value;
  const called = await send(sender, full, engine);
  if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
  const shown = measure(called);
  const size = Array.isArray(shown) ? shown.length : 0;
  const tooMany = (found: Called, count: number) =>
    engine.verdicts.failed(each.must, found, `${count} at ${field}`);
  if (size > max) return tooMany(called, size);
  if (more.length > max && fits(more)) {
    const beyond = await send(sender, more, engine);
    const rest = beyond.outcome.is === "success" ? measure(beyond) : undefined;
    if (Array.isArray(rest) && rest.length > max) return tooMany(beyond, rest.length);
  }
  if (size === max) return held;
  throw new PreconditionError("unobserved", `${tool} was sent ${max} entries, and ${field} has ${size}`);
}

/** Makes the call with these entries, and returns the result that shows the list. */
async function send(
  { tool, argument, example, made }: ListSender,
  entries: readonly string[],
  engine: Engine,
): Promise<Called> {
  const { instances, calls } = engine;
  if (made !== undefined) {
    const instance = await instances.make(made.entity, { input: { ...example, [argument]: entries } });
    return instances.callAbout(instance, made.observer, { unprepared: true });
  }
  const filled = await instances.fill(tool, { ...example, [argument]: entries }, { keep: [`/${argument}`] });
  await engine.states.bringToState(tool, filled);
  return calls.call({ tool, input: filled });
}

/** Lists the entries of the example, and others with a number, until there are this many. */
function listEntries(
  known: readonly string[],
  count: number,
  isValid: (entry: string) => boolean,
): readonly string[] {
  const [word = ""] = known;
  const numbered = Array.from({ length: 2 * count }, (_, index) => `${word}${index + 1}`).filter(isValid);
  return [...new Set([...known, ...numbered])].slice(0, count);
}
