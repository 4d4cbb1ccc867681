/** Gives items of a list values that only other tools than their maker give: labels that one adds, or somebody to whom it assigns them. */
import { applyEdits, type Json, steps, valueAt } from "../../cases/edits.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { takesId } from "../rules/rule-calls.ts";
import { isFree, listExamples } from "../states/earlier-calls.ts";

/** A call about an item, and the argument whose value stands then at the place of a filter. */
interface Giver {
  readonly tool: string;
  readonly argument: string;
}

/** An item keeps what it is given; another one loses it again, as far as a tool removes it. */
const givenItems = 2;

/** @param add adds an item to the list, and returns its id @param path the place of a filter */
export async function giveLater(
  engine: Engine,
  entity: string,
  path: string,
  add: () => Promise<readonly Json[]>,
): Promise<void> {
  const [given] = listGivers(engine, entity, path).flatMap((giver) => findCall(giver, engine) ?? []);
  if (given === undefined) return;
  for (let index = 0; index < givenItems; index++) {
    const [id = null] = (await ifPossible(add())) ?? [];
    const item = engine.instances.known.find(entity, id);
    if (item === undefined || !(await callAbout(item, given.tool, given.input, engine))) return;
    if (index > 0) await removeFrom(item, path, [given.value].flat()[0]!, engine);
  }
}

function listGivers({ rules, context: { cases } }: Engine, entity: string, path: string): Giver[] {
  const adding = Object.entries(rules.adds).flatMap(([tool, lists]) =>
    lists
      .filter((list) => list.entity === entity && nameOf(list.place) === nameOf(path))
      .map(({ argument }) => ({ tool, argument })),
  );
  const setting = Object.entries(rules.repeats).flatMap(([tool, repeats]) =>
    repeats
      .filter((repeat) => takesId(rules, entity, tool) && nameOf(repeat.path) === nameOf(path))
      .map(({ argument }) => ({ tool, argument })),
  );
  const maker = rules.entities[entity]?.madeBy?.tool;
  return [...adding, ...setting].filter(
    ({ tool }) => tool !== maker && cases.tools[tool]?.readOnly === false && isFree(tool, rules),
  );
}

/** Finds an example with a value of the argument. */
function findCall(
  { tool, argument }: Giver,
  { rules, context }: Engine,
): { readonly tool: string; readonly input: Json; readonly value: Json } | undefined {
  for (const input of listExamples(tool, rules, context.cases)) {
    const value = valueAt(input, argument);
    if (value !== undefined && value !== null) return { tool, input, value };
  }
  return undefined;
}

async function removeFrom(item: EntityInstance, path: string, entry: Json, engine: Engine): Promise<void> {
  const { rules, context } = engine;
  for (const [tool, lists] of Object.entries(rules.removes)) {
    const list = lists.find((each) => each.entity === item.entity && nameOf(each.place) === nameOf(path));
    const input =
      list &&
      listExamples(tool, rules, context.cases).find((each) => valueAt(each, list.argument) !== undefined);
    if (list === undefined || input === undefined) continue;
    const edited = applyEdits(input, [{ set: list.argument, to: list.isList ? [entry] : entry }]);
    if (context.schemas.fits(tool, edited) && (await callAbout(item, tool, edited, engine))) return;
  }
}

async function callAbout(
  item: EntityInstance,
  tool: string,
  input: Json,
  { instances, calls }: Engine,
): Promise<boolean> {
  const { account, entity, parents } = item;
  const named = { ...parents, [entity]: item };
  const filled = await ifPossible(
    instances.fill(tool, input, { account, instances: named, isChanged: true }),
  );
  if (filled === undefined) return false;
  return (await calls.call({ tool, input: filled }, { account })).outcome.is === "success";
}

/** The name of a place; of a list in it, that of the list. */
function nameOf(path: string): string | undefined {
  return steps(path).findLast((step) => step !== "*");
}
