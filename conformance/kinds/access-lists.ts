/** Judges whether lists show private entities to an account without access. */
import { otherAccount } from "../behaviour/accounts.ts";
import { type Called, readStructured } from "../behaviour/calls.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/entity-instance.ts";
import { pagesOf } from "../behaviour/pages.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { AccessCase } from "../cases/behaviour-cases.ts";
import { edited, type Json } from "../cases/edits.ts";
import { listLeaves, valuesAt } from "../cases/places.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import type { AccessEntry } from "../results/run-log.ts";
import { held, type Verdict } from "../results/verdict.ts";

type ListCase = Extract<AccessCase, { readonly path: string }>;

/** The number of texts that are searched for. */
const maxWords = 6;

/** Looks for entities in every state. A list that does not show them to their owner proves nothing. */
export async function listVerdict(
  each: ListCase,
  engine: Engine,
  instances: () => Promise<readonly EntityInstance[]>,
): Promise<Verdict> {
  const base = baseArguments(engine.context.cases, each.base!);
  await findIn(each, engine, base, [], otherAccount);
  const made = await instances();
  const input = await inputThatShows(each, engine, base, made);
  const { found, called } = await findIn(each, engine, input, made, otherAccount);
  if (found === undefined) {
    recordAnswer(each, engine, "other account", "not listed", "held");
    return held;
  }
  recordAnswer(each, engine, "other account", "listed", "failed");
  return engine.failed(
    `no ${each.entity} of another account is listed`,
    called,
    `${each.tool} lists ${JSON.stringify(found.id)}`,
  );
}

/** For the page of access. */
export function recordAnswer(
  each: AccessCase,
  { runLog }: Engine,
  caller: AccessEntry["caller"],
  answer: string,
  verdict: AccessEntry["verdict"],
): void {
  const argument = each.check === "list" ? each.path : each.argument;
  runLog.access.push({ tool: each.tool, argument, caller, answer, verdict });
}

/** The arguments of the case, or others with a text of the entity in place of one of theirs, as a search needs. */
async function inputThatShows(
  each: ListCase,
  engine: Engine,
  base: Json,
  made: readonly EntityInstance[],
): Promise<Json> {
  const texts = listLeaves(base).filter(({ value }) => typeof value === "string");
  // The texts that made it come first: one of them is its own.
  const words = listLeaves([made[0]!.input, made[0]!.result])
    .map(({ value }) => value)
    .filter((value) => typeof value === "string" && value !== made[0]!.id);
  const searches = texts.flatMap(({ pointer }) =>
    [...new Set(words)].slice(0, maxWords).map((to) => edited(base, [{ set: pointer, to }])),
  );
  const fitting = searches.filter((input) => engine.context.schemas.fits(each.tool, input));
  for (const input of [base, ...fitting]) {
    const { found } = await findIn(each, engine, input, made, undefined);
    if (found === undefined) continue;
    recordAnswer(each, engine, "owner", "listed", "held");
    return input;
  }
  throw new PreconditionError(
    "unobserved",
    `${each.tool} does not list the ${each.entity} to its owner either`,
  );
}

async function findIn(
  { tool, path }: ListCase,
  engine: Engine,
  input: Json,
  made: readonly EntityInstance[],
  account: string | undefined,
): Promise<{ found: EntityInstance | undefined; called: Called }> {
  let last: Called | undefined;
  for await (const { called } of pagesOf(engine.rules, engine, { tool, input }, { account })) {
    last = called;
    if (called.outcome.is !== "success") throw engine.setupFailed(called);
    const ids = valuesAt(readStructured(called), path).map(({ value }) => value);
    const found = made.find(({ id }) => ids.includes(id));
    if (found) return { found, called };
  }
  return { found: undefined, called: last! };
}
