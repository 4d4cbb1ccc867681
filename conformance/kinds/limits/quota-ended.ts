/** Judges that ending a thing gives nothing back to the quota from which it was drawn. */

import { withArticle } from "@toolwright/runtime/problems";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { readMadeId } from "../../behaviour/instances/made-id.ts";
import { makeNamedInstance } from "../../behaviour/instances/named-instance.ts";
import { readNamedEntities } from "../../behaviour/rules/address.ts";
import type { LimitCase } from "../../cases/limits.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import type { Verdict } from "../../results/verdict.ts";
import { readUsed, usageVerdict } from "./quota.ts";

/** The instances that a drawing call names or makes. */
interface Drawn {
  /** The instance of the case. */
  readonly instance: EntityInstance;
  /** Another instance, which the call has made and which may use the one of the case. */
  readonly user?: EntityInstance | undefined;
}

export async function endedVerdict(each: LimitCase, engine: Engine): Promise<Verdict> {
  const { limit } = each;
  const entity = requireDeclared(each.entity);
  const tool = requireDeclared(each.tool);
  const account = await engine.accounts.findDedicated(`${limit}-${tool}-ended`.replaceAll("_", "-"));
  const quota = { limit, account, engine };
  const before = await readUsed(quota);
  const drawn = await drawFor(entity, tool, account, engine);
  if ((await readUsed(quota)) <= before)
    throw new PreconditionError("unobserved", `the call of ${tool} drew nothing from ${limit}`);
  return usageVerdict(quota, 0, `the end of ${withArticle(entity)} gives nothing back`, () =>
    end(drawn, engine),
  );
}

/** Ends the instance; if it is refused, since a hire still has the item, the other one first. */
async function end({ instance, user }: Drawn, engine: Engine): Promise<Called> {
  let called = await engine.instances.end(instance);
  if (called.outcome.is === "refusal" && user !== undefined && engine.rules.entities[user.entity]?.endedBy) {
    await engine.instances.end(user);
    called = await engine.instances.end(instance);
  }
  if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
  return called;
}

/** Makes a drawing call that makes an instance, or that names one. */
async function drawFor(
  entity: string,
  tool: string,
  account: string | undefined,
  engine: Engine,
): Promise<Drawn> {
  const { call } = requireDeclared(engine.rules.draws[tool]);
  const isMade = engine.rules.entities[entity]?.madeBy?.tool === tool;
  const named = isMade ? undefined : await engine.instances.make(entity, { account });
  const instances = named === undefined ? {} : { [entity]: named };
  const input = await engine.instances.fill(tool, call.input, { account, instances });
  const called = await engine.calls.requireSuccess({ tool, input }, { account });
  const made = findMade(called, account, engine);
  if (named !== undefined) return { instance: named, user: made };
  return { instance: requireDeclared(made, `the result of ${tool} has no id of ${withArticle(entity)}`) };
}

/** Finds the instance that a call has made, by the id in its result. */
function findMade(
  called: Called,
  account: string | undefined,
  { rules }: Engine,
): EntityInstance | undefined {
  const { tool, input } = called;
  const named = readNamedEntities(rules, tool, input);
  for (const [entity, { madeBy }] of Object.entries(rules.entities)) {
    const id = madeBy?.tool === tool ? readMadeId(madeBy, readStructured(called)) : undefined;
    if (id !== undefined) return makeNamedInstance({ entity, id }, called, named, account);
  }
  return undefined;
}
