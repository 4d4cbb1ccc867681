/** Judges that ending a thing gives nothing back to the quota from which it was drawn. */
import { readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import type { LimitCase } from "../../cases/behaviour-cases.ts";
import { isObject, valueAt } from "../../cases/edits.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import type { Verdict } from "../../results/verdict.ts";
import { readUsed, usageVerdict } from "./quota.ts";

export async function endedVerdict(each: LimitCase, engine: Engine): Promise<Verdict> {
  const { limit } = each;
  const entity = requireDeclared(each.entity);
  const tool = requireDeclared(each.tool);
  const account = await engine.accounts.findDedicated(`${limit}-${tool}-ended`.replaceAll("_", "-"));
  const quota = { limit, account, engine };
  const before = await readUsed(quota);
  const instance = await drawFor(entity, tool, account, engine);
  if ((await readUsed(quota)) <= before)
    throw new PreconditionError("unobserved", `the call of ${tool} drew nothing from ${limit}`);
  return usageVerdict(quota, 0, `the end of a ${entity} gives nothing back`, async () => {
    const called = await engine.instances.end(instance);
    if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
    return called;
  });
}

/** Makes a drawing call that makes an instance, or that names one. */
async function drawFor(
  entity: string,
  tool: string,
  account: string | undefined,
  engine: Engine,
): Promise<EntityInstance> {
  const { madeBy } = engine.rules.entities[entity]!;
  const { call } = requireDeclared(engine.rules.draws[tool]);
  if (madeBy?.tool !== tool) {
    const instance = await engine.instances.make(entity, { account });
    const input = await engine.instances.fill(tool, call.input, {
      account,
      instances: { [entity]: instance },
    });
    await engine.calls.requireSuccess({ tool, input }, { account });
    return instance;
  }
  const input = await engine.instances.fill(tool, call.input, { account });
  const called = await engine.calls.requireSuccess({ tool, input }, { account });
  const result = readStructured(called);
  const id = requireDeclared(
    valueAt(result, madeBy.path),
    `the result of ${tool} has no id at ${madeBy.path}`,
  );
  return { entity, id, account, input: isObject(input) ? input : {}, result, states: new Map(), parents: {} };
}
