/** Makes instances with which writing tools have worked. */
import type { Engine } from "../engine.ts";
import { listChangingCalls } from "./changing-calls.ts";
import type { EntityInstance } from "./entity-instance.ts";

/** The most calls that change an instance, and the most if requests are limited. */
const mostChanges = 12;
const mostBriefly = 3;

/** Makes an instance, and makes calls that change it: what shows it follows. Its state is not noted. */
export async function makeChanged(entity: string, engine: Engine): Promise<EntityInstance> {
  const instance = await engine.instances.make(entity);
  await changeByAll(instance, engine);
  return instance;
}

/** Makes calls that may change an instance. Some may be refused. */
export async function changeByAll(instance: EntityInstance, engine: Engine): Promise<void> {
  const { rules, instances, calls, context, isBrief } = engine;
  const { entity } = instance;
  const changing = listChangingCalls(entity, {
    file: context.cases,
    rules,
    fits: (tool, input) => context.schemas.fits(tool, input),
  });
  for (const { tool, like } of changing.slice(0, isBrief ? mostBriefly : mostChanges)) {
    const input = await instances.fill(tool, like, { instances: { [entity]: instance } });
    await calls.call({ tool, input });
  }
}
