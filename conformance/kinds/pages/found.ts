/** Judges searches (`is: similar`): what was just made is found by its own text. */
import { randomBytes } from "node:crypto";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { Sharing } from "../../behaviour/instances/sharing.ts";
import { findMaker } from "../../behaviour/lists/list-rule.ts";
import { fieldWith } from "../../behaviour/lists/wanted-field.ts";
import { applyEdits, type Json, type JsonObject } from "../../cases/edits.ts";
import { listFilterPlaces } from "../../cases/filters.ts";
import { listLeaves, valuesAt } from "../../cases/places.ts";
import type { PageCase } from "../../cases/result-cases.ts";
import type { FilterRule, PagesRule } from "../../cases/rules/lists.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
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
    const text = newText();
    // No other entity has this text.
    const instance = await engine.instances.make(entity, { input: field(text) });
    const called = await search({ rule, filter, text, instance }, engine);
    if (called === undefined) continue;
    const got = `a new ${entity} with this ${nameField(field)} is not among the items`;
    return engine.verdicts.failed(`${must} (${name}: ${text})`, called, got);
  }
  return engine.isBrief ? held : sharedVerdict(each, { rule, filter, entity, field: fields[0]! }, engine);
}

/** Checks that an account finds what was shared with it after an earlier search, whose index a server may keep. */
async function sharedVerdict(
  { must }: FoundCase,
  {
    rule,
    filter,
    entity,
    field,
  }: Pick<Search, "rule" | "filter"> & { readonly entity: string; readonly field: Field },
  engine: Engine,
): Promise<Verdict> {
  const sharing = await ifPossible(Sharing.find(engine, entity));
  if (sharing === undefined) return held;
  const { account } = sharing;
  const text = newText();
  const instance = await engine.instances.make(entity, { input: field(text) });
  const input = await fillSearch({ rule, filter, text, account }, engine);
  await engine.calls.requireSuccess({ tool: rule.first.tool, input }, { account });
  await sharing.share(instance);
  const called = await search({ rule, filter, text, instance, account }, engine);
  if (called === undefined) return held;
  const got = `a ${entity} that was just shared with the account is not among the items`;
  return engine.verdicts.failed(`${must} (${text})`, called, got);
}

function newText(): string {
  return `Search ${randomBytes(6).toString("hex")}`;
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
  /** The account that searches; if absent, that of the run. */
  readonly account?: string;
}

/** Searches for an entity. Returns the last call if it was not found. */
async function search(of: Search, engine: Engine): Promise<Called | undefined> {
  const { rule, instance, account } = of;
  const { tool } = rule.first;
  const input = await fillSearch(of, engine);
  for (let looks = 1; ; looks++) {
    const called = await engine.calls.requireSuccess({ tool, input }, { account });
    const items = valuesAt(readStructured(called), `${rule.items}/*`).map(({ value }) => value);
    if (items.some((item) => hasId(item, instance.id))) return undefined;
    if (looks === mostLooks) return called;
    await engine.observer.waitForClockTick();
  }
}

async function fillSearch(
  { rule, filter, text, account }: Omit<Search, "instance">,
  { instances }: Engine,
): Promise<Json> {
  const { tool, input } = rule.first;
  return applyEdits(await instances.fill(tool, input, { account }), [{ set: filter.argument, to: text }]);
}

function hasId(item: Json, id: Json): boolean {
  return listLeaves(item).some(({ value }) => value === id);
}
