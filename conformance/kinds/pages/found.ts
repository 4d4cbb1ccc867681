/** Judges searches (`is: similar`): what was just made is found by its own text. */
import { randomBytes } from "node:crypto";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { findMaker } from "../../behaviour/lists/list-rule.ts";
import { fieldWith } from "../../behaviour/lists/wanted-field.ts";
import type { FilterRule, PagesRule } from "../../cases/behaviour.ts";
import { applyEdits, type Json, type JsonObject } from "../../cases/edits.ts";
import { listFilterPlaces } from "../../cases/filters.ts";
import { listLeaves, valuesAt } from "../../cases/places.ts";
import type { PageCase } from "../../cases/result-cases.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";

type FoundCase = Extract<PageCase, { readonly check: "found" }>;

/** The second entity is made after a search, whose index a server may keep. */
const mostMade = 2;
/** An index may be updated later. */
const mostLooks = 4;

export async function foundVerdict(each: FoundCase, rule: PagesRule, engine: Engine): Promise<Verdict> {
  const { tool, must, filter: name } = each;
  const filter = requireDeclared(rule.filters[name]);
  const maker = findMaker(engine.rules, { ...rule.first, items: rule.items });
  const entity = requireDeclared(maker, `the spec names no tool that makes what ${tool} finds`);
  const fields = listFields(entity, filter, engine);
  for (const field of fields.flatMap((each) => Array.from({ length: mostMade }, () => each))) {
    const text = `Search ${randomBytes(6).toString("hex")}`;
    // No other entity has this text.
    const instance = await engine.instances.make(entity, { input: field(text) });
    const called = await search({ rule, filter, text, instance }, engine);
    if (called === undefined) continue;
    const got = `a new ${entity} with this ${nameField(field)} is not among the items`;
    return engine.verdicts.failed(`${must} (${name}: ${text})`, called, got);
  }
  return held;
}

/** The arguments that give a new entity a text. */
type Field = (text: string) => JsonObject;

/** Lists the places that are searched and that the tool that makes the entity fills. */
function listFields(entity: string, filter: FilterRule, { rules, context }: Engine): Field[] {
  const { tool, input } = requireDeclared(rules.entities[entity]?.madeBy);
  const all = listFilterPlaces(filter).map(
    (path): Field =>
      (text) =>
        fieldWith(path, text),
  );
  const fields = all.filter((field) => context.schemas.fits(tool, { ...input, ...field("Search") }));
  if (fields.length > 0) return fields;
  const names = all.map(nameField).join(" or ");
  throw new PreconditionError("undeclared", `${tool} has no argument ${names} for the text that is searched`);
}

const nameField = (field: Field) => Object.keys(field("")).join();

interface Search {
  readonly rule: PagesRule;
  readonly filter: FilterRule;
  readonly text: string;
  readonly instance: EntityInstance;
}

/** Searches for an entity. Returns the last call if it was not found. */
async function search({ rule, filter, text, instance }: Search, engine: Engine): Promise<Called | undefined> {
  const { instances, observer, calls } = engine;
  const { tool, input } = rule.first;
  const filled = applyEdits(await instances.fill(tool, input), [{ set: filter.argument, to: text }]);
  for (let looks = 1; ; looks++) {
    const called = await calls.requireSuccess({ tool, input: filled });
    const items = valuesAt(readStructured(called), `${rule.items}/*`).map(({ value }) => value);
    if (items.some((item) => hasId(item, instance.id))) return undefined;
    if (looks === mostLooks) return called;
    await observer.waitForClockTick();
  }
}

function hasId(item: Json, id: Json): boolean {
  return listLeaves(item).some(({ value }) => value === id);
}
