/** Judges whether lists show private entities to an account without access. */
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import { readPages } from "../../behaviour/calls/pages.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { findMaker } from "../../behaviour/lists/list-rule.ts";
import { isListed } from "../../behaviour/observe/item-in-list.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import { listLeaves } from "../../cases/places.ts";
import { ifPossible, PreconditionError } from "../../results/precondition-error.ts";
import type { AccessEntry } from "../../results/run-log.ts";
import { held, type Verdict } from "../../results/verdict.ts";

type ListCase = Extract<AccessCase, { readonly path: string }>;

/** The most texts that are used for a search. */
const maxWords = 6;

/** A call that lists some of the instances. */
interface Listing {
  readonly input: Json;
  readonly instances: readonly EntityInstance[];
}

/** Searches a list for entities in every state. A list that does not show them to their owner proves nothing. */
export async function listVerdict(
  each: ListCase,
  engine: Engine,
  makeInstances: () => Promise<readonly EntityInstance[]>,
): Promise<Verdict> {
  const base = exampleArguments(engine.context.cases, each);
  // Call the list first, since a server may cache the first answer for the account.
  const own = await engine.instances.fill(each.tool, base, { account: otherAccount });
  await findListed(each, engine, { input: own, instances: [] }, otherAccount);
  for (const listing of await listingsThatShow(each, engine, base, await makeInstances())) {
    const listed = await findListed(each, engine, listing, otherAccount);
    if (listed === undefined) continue;
    recordAnswer(each, engine, "other account", "listed", "failed");
    return engine.verdicts.failed(
      `no ${each.entity} of another account is listed`,
      listed.called,
      `${each.tool} lists ${JSON.stringify(listed.instance.id)}`,
    );
  }
  recordAnswer(each, engine, "other account", "not listed", "held");
  return held;
}

/** Records an answer for the access page of the report. */
export function recordAnswer(
  { tool, path }: ListCase,
  { runLog }: Engine,
  caller: AccessEntry["caller"],
  answer: string,
  verdict: AccessEntry["verdict"],
): void {
  runLog.access.push({ tool, argument: path, caller, answer, verdict });
}

/** Finds the calls that show at least one of the instances to their owner. */
async function listingsThatShow(
  each: ListCase,
  engine: Engine,
  base: Json,
  made: readonly EntityInstance[],
): Promise<readonly Listing[]> {
  const listings = await groupByList(each, engine, base, made);
  const shown = await keepShown(each, engine, listings);
  if (shown.length > 0) return shown;
  await makeItems(each, engine, listings);
  const later = await keepShown(each, engine, listings);
  if (later.length > 0) return later;
  throw new PreconditionError(
    "unobserved",
    `${each.tool} does not list the ${each.entity} to its owner either`,
  );
}

/** Groups instances by the list that should contain them, since each parent has its own list. */
async function groupByList(
  { tool, entity }: ListCase,
  engine: Engine,
  base: Json,
  made: readonly EntityInstance[],
): Promise<Listing[]> {
  const listings = new Map<string, Listing>();
  for (const instance of made) {
    const input = await engine.instances.fill(tool, base, {
      about: instance,
      instances: { [entity]: instance },
    });
    const key = JSON.stringify(input);
    const instances = [...(listings.get(key)?.instances ?? []), instance];
    listings.set(key, { input, instances });
  }
  return [...listings.values()];
}

/**
 * Creates an item of another entity in each instance, since such an item may show the id of its parent. An instance may be in a state in
 * which nothing comes into it any more.
 */
async function makeItems(
  { tool, entity, path }: ListCase,
  engine: Engine,
  listings: readonly Listing[],
): Promise<void> {
  const items = path.slice(0, path.indexOf("/*"));
  for (const { input, instances } of listings) {
    const maker = findMaker(engine.rules, { tool, input, items });
    if (maker === undefined || maker === entity) continue;
    for (const instance of instances)
      await ifPossible(engine.instances.make(maker, { instances: { [entity]: instance } }));
  }
}

async function keepShown(
  each: ListCase,
  engine: Engine,
  listings: readonly Listing[],
): Promise<readonly Listing[]> {
  const shown: Listing[] = [];
  for (const listing of listings) {
    const input = await findInputThatShows(each, engine, listing);
    if (input !== undefined) shown.push({ ...listing, input });
  }
  return shown;
}

/** Finds arguments with which a list shows an instance: its own arguments, or arguments with a text of the instance, for searches. */
async function findInputThatShows(
  each: ListCase,
  engine: Engine,
  { input, instances }: Listing,
): Promise<Json | undefined> {
  const texts = listLeaves(input).filter(({ value }) => typeof value === "string");
  // Try the texts of its creation first: one of them is unique.
  const [{ input: making, result, id }] = instances as [EntityInstance];
  const words = listLeaves([making, result])
    .map(({ value }) => value)
    .filter((value) => typeof value === "string" && value !== id);
  const searches = texts.flatMap(({ pointer }) =>
    [...new Set(words)].slice(0, maxWords).map((to) => applyEdits(input, [{ set: pointer, to }])),
  );
  const fitting = searches.filter((search) => engine.context.schemas.fits(each.tool, search));
  for (const candidate of [input, ...fitting]) {
    const found = await findListed(each, engine, { input: candidate, instances }, undefined);
    if (found === undefined) continue;
    recordAnswer(each, engine, "owner", "listed", "held");
    return candidate;
  }
  return undefined;
}

/** Finds the first instance that a list shows to an account. A refused list shows none. */
async function findListed(
  { tool, path }: ListCase,
  engine: Engine,
  { input, instances }: Listing,
  account: string | undefined,
): Promise<{ instance: EntityInstance; called: Called } | undefined> {
  const { rules } = engine;
  for await (const { called } of readPages(rules, engine.calls, { tool, input }, { account })) {
    if (isRefusedAccess(engine, called)) return undefined;
    if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
    const result = readStructured(called);
    const instance = instances.find((each) => isListed(rules, { tool, list: path }, result, each));
    if (instance) return { instance, called };
  }
  return undefined;
}

/** Whether a call that names entities was refused with the code for accounts without access. */
function isRefusedAccess({ rules }: Engine, { tool, input, outcome }: Called): boolean {
  if (outcome.is !== "refusal") return false;
  const named = [...listNamedEntities(rules, tool, input)];
  return named.some((entity) => {
    const code = rules.entities[entity]!.private;
    return code !== undefined && (outcome.code === undefined || outcome.code === code);
  });
}
