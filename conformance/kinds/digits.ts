/** Judges whether numbers keep their digits, from the arguments of a call to everything that shows them. */

import { type Called, readStructured } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { requireMadeId } from "../behaviour/instances/made-id.ts";
import { makeNamedInstance } from "../behaviour/instances/named-instance.ts";
import { readResources } from "../behaviour/observe/resource-views.ts";
import { oncePerRun, whileInstancesLast } from "../behaviour/once-per-run.ts";
import { listNamedEntities } from "../behaviour/rules/rule-calls.ts";
import { baseArguments } from "../calls/arguments.ts";
import { applyEdits, type Json } from "../cases/edits.ts";
import { listLeaves } from "../cases/places.ts";
import type { ResultCase } from "../cases/result-cases.ts";
import { requireDeclared } from "../results/precondition-error.ts";
import { held, inapplicable, unverified, type Verdict } from "../results/verdict.ts";

type DigitsCase = Extract<ResultCase, { readonly check: "digits" }>;

/** The values that tools and resources show after a call with a number. */
interface Shown {
  readonly called: Called;
  /** The tool or resource and the place -> the value. */
  readonly places: ReadonlyMap<string, Json>;
}

export function digitsVerdict(each: DigitsCase, engine: Engine): Promise<Verdict> {
  return engine.isBrief ? briefVerdict(each, engine) : wholeVerdict(each, engine);
}

/** Finds the places that show two short numbers, and checks that they show long ones as they were sent. */
async function wholeVerdict(each: DigitsCase, engine: Engine): Promise<Verdict> {
  const known: (Shown & { readonly sent: Json })[] = [];
  for (const sent of each.controls) {
    const shown = known.length < 2 ? await showNumber(each, sent, engine) : undefined;
    if (shown) known.push({ ...shown, sent });
  }
  const [first, second] = known;
  if (first === undefined || second === undefined)
    return inapplicable(`${each.tool} takes no two other numbers at ${each.argument}`);
  const places = listPlacesOf(first.sent, first).filter((place) => second.places.get(place) === second.sent);
  if (places.length === 0) return inapplicable(`nothing shows ${each.argument} of ${each.tool}`);
  return compareLong(each, { control: first.sent, places }, engine);
}

/** Sends long numbers, and compares what the places show. */
async function compareLong(
  each: DigitsCase,
  { control, places }: { readonly control: Json; readonly places: readonly string[] },
  engine: Engine,
): Promise<Verdict> {
  let accepted = 0;
  for (const sent of each.values) {
    const shown = await showNumber(each, sent, engine);
    if (shown === undefined) continue;
    accepted += 1;
    const wrong = places.find((place) => shown.places.get(place) !== sent);
    if (wrong === undefined || !(await isWrongAgain(each, { sent, control, wrong }, engine))) continue;
    const got = `${wrong} is ${JSON.stringify(shown.places.get(wrong) ?? null)}`;
    return engine.verdicts.failed(`${sent}, as it was sent at ${each.argument}`, shown.called, got);
  }
  return accepted > 0 ? held : inapplicable(`${each.tool} takes no longer number at ${each.argument}`);
}

/** The most numbers of each kind that are sent if requests are limited. */
const mostBriefly = 3;

interface WrongNumber {
  readonly sent: Json;
  /** A short number that the place has shown. */
  readonly control: Json;
  readonly wrong: string;
}

/**
 * Whether a place shows another number once more, and a short number after that. The first thing of a list may be that of another case
 * at the moment.
 */
async function isWrongAgain(
  each: DigitsCase,
  { sent, control, wrong }: WrongNumber,
  engine: Engine,
): Promise<boolean> {
  const again = await showNumber(each, sent, engine);
  if (again === undefined || again.places.get(wrong) === sent) return false;
  return (await showNumber(each, control, engine))?.places.get(wrong) === control;
}

/** Tools with arguments of which nothing showed a number, such as those of a trial that changes nothing. */
const unshown = oncePerRun<Set<string>>();

/** A long number that one tool shows as it was sent is enough to see that digits are kept. Only a whole trial proves that they are lost. */
async function briefVerdict(each: DigitsCase, engine: Engine): Promise<Verdict> {
  const hidden = unshown(engine, each.tool, () => new Set());
  const long = hidden.has(each.base) ? undefined : await showFirst(each, each.values, engine);
  if (long === undefined)
    return unverified(
      "left-out",
      `the first numbers at ${each.argument} were refused, or nothing shows them`,
    );
  if (listPlacesOf(long.sent, long).length > 0) return held;
  const short = await showFirst(each, each.controls, engine);
  if (short !== undefined && listPlacesOf(short.sent, short).length === 0) hidden.add(each.base);
  return hidden.has(each.base)
    ? inapplicable(`${each.tool} shows no ${each.argument}`)
    : wholeVerdict(each, engine);
}

function listPlacesOf(sent: Json, { places }: Shown): string[] {
  return [...places].flatMap(([place, value]) => (value === sent ? [place] : []));
}

/** Sends numbers until one is accepted. */
async function showFirst(
  each: DigitsCase,
  numbers: readonly Json[],
  engine: Engine,
): Promise<(Shown & { readonly sent: Json }) | undefined> {
  for (const sent of numbers.slice(0, mostBriefly)) {
    const named = await sharedInstances(engine, `${each.tool} ${each.base}`, () => makeNamed(each, engine));
    const shown = await showNumber(each, sent, engine, named);
    if (shown !== undefined) return { ...shown, sent };
  }
  return undefined;
}

/** Tool and arguments -> the instances that their cases share, if requests are limited. */
const sharedInstances = whileInstancesLast<Promise<readonly EntityInstance[]>>();

/** Makes the instances that the arguments name. */
function makeNamed({ tool, base }: DigitsCase, { rules, instances, context }: Engine) {
  const names = [...listNamedEntities(rules, tool, baseArguments(context.cases, base))];
  return instances.makeAll(names.filter((name) => rules.entities[name]?.madeBy));
}

/**
 * Makes the call with a number, and reads everything that shows the entity; undefined if the call is refused.
 * @param named the instances that the call names; if absent, new ones. Then the entity is looked at by all tools and resources
 */
async function showNumber(
  each: DigitsCase,
  sent: Json,
  engine: Engine,
  named?: readonly EntityInstance[],
): Promise<Shown | undefined> {
  const { rules, instances, calls, context, observer } = engine;
  const { tool, entity } = each;
  const made = named ?? (await makeNamed(each, engine));
  const byEntity = Object.fromEntries(made.map((one) => [one.entity, one]));
  const filled = await instances.fill(tool, baseArguments(context.cases, each.base), { instances: byEntity });
  const input = applyEdits(filled, [{ set: each.argument, to: sent }]);
  await engine.states.bringToState(tool, input);
  const called = await calls.call({ tool, input });
  if (called.outcome.is !== "success") return undefined;
  const { madeBy } = requireDeclared(rules.entities[entity]);
  const subject =
    madeBy?.tool === tool
      ? makeNamedInstance({ entity, id: requireMadeId(madeBy, readStructured(called)) }, called, byEntity)
      : requireDeclared(byEntity[entity]);
  const observe = () => (named === undefined ? observer.observe(subject) : observer.observeBriefly(subject));
  const observation = await observer.observeFinished(observe);
  const resources = named === undefined ? await readResources(subject, engine) : [];
  const seen = [...observation, ...resources];
  const own = [{ tool, value: readStructured(called) }];
  const places = [...own, ...seen].flatMap(({ tool: shownBy, value }) =>
    value === undefined
      ? []
      : listLeaves(value).map((leaf): [string, Json] => [`${shownBy} ${leaf.pointer}`, leaf.value]),
  );
  return { called, places: new Map(places) };
}
