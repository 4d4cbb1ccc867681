/** Makes items with numbers of many digits, which a file may round. */
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { findMaker, type ListRule } from "../../behaviour/lists/list-rule.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { NamedEntities } from "../../calls/named-entity.ts";
import { applyEdits, type JsonObject, steps } from "../../cases/edits.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { ifPossible } from "../../results/precondition-error.ts";

type DigitsCase = Extract<ResultCase, { readonly check: "digits" }>;

/** The most numbers for which an item is made. */
const mostNumbers = 3;

/**
 * Makes an item for each number that the tool which makes the items takes, with the first long number that it accepts; without such a
 * number, one item. There are none if no tool makes the items, or requests are limited.
 * @param parents the entities to which the list belongs
 */
export async function makeLongNumbers(
  engine: Engine,
  list: ListRule,
  parents: NamedEntities,
): Promise<readonly EntityInstance[]> {
  const entity = findMaker(engine.rules, list);
  const maker = entity === undefined ? undefined : engine.rules.entities[entity]?.madeBy?.tool;
  if (entity === undefined || maker === undefined || engine.isBrief) return [];
  const make = (input: JsonObject) =>
    ifPossible(engine.instances.make(entity, { instances: parents, input }));
  const made: EntityInstance[] = [];
  for (const each of listNumbersOf(maker, engine).slice(0, mostNumbers)) {
    const instance = await makeFirst(listInputs(each, engine), make);
    if (instance !== undefined) made.push(instance);
  }
  const plain = made.length > 0 ? undefined : await make({});
  return plain === undefined ? made : [plain];
}

function listNumbersOf(tool: string, { context }: Engine): DigitsCase[] {
  return context.cases.cases.filter(
    (each): each is DigitsCase =>
      each.kind === "results" && "check" in each && each.check === "digits" && each.tool === tool,
  );
}

/** Lists the argument with each of the long numbers in it. */
function listInputs({ base, argument, values }: DigitsCase, { context }: Engine): JsonObject[] {
  const [name = ""] = steps(argument);
  const example = baseArguments(context.cases, base);
  return values.map((to) => {
    const edited = applyEdits(example, [{ set: argument, to }]) as JsonObject;
    return { [name]: edited[name]! };
  });
}

/** Makes an item with the first of these arguments that is accepted. */
async function makeFirst(
  inputs: readonly JsonObject[],
  make: (input: JsonObject) => Promise<EntityInstance | undefined>,
): Promise<EntityInstance | undefined> {
  for (const input of inputs) {
    const instance = await make(input);
    if (instance !== undefined) return instance;
  }
  return undefined;
}
