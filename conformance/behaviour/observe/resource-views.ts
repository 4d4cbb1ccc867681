/** Reads the resources that show an entity: those with its id in their URI. */
import { baseArguments } from "../../calls/arguments.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { readStructured } from "../calls/called.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import type { Snapshot } from "./observation.ts";

/** Resources stand beside tools in the case file, with this before their name. */
const prefix = "resource:";

/** Reads each resource about an instance. One that cannot be read is left out. */
export async function readResources(instance: EntityInstance, engine: Engine): Promise<Snapshot[]> {
  const { rules, instances, calls, context } = engine;
  const { entity, account } = instance;
  const named = rules.entities[entity]!.arguments.filter(({ tool }) => tool.startsWith(prefix));
  const snapshots = await Promise.all(
    [...new Set(named.map(({ tool }) => tool))].map((tool) =>
      ifPossible(
        (async (): Promise<Snapshot> => {
          const example = baseArguments(context.cases, tool);
          const input = await instances.fill(tool, example, { account, instances: { [entity]: instance } });
          const called = await calls.requireSuccess({ tool, input }, { account });
          return { tool, of: instance, value: readStructured(called), called };
        })(),
      ),
    ),
  );
  return snapshots.filter((snapshot) => snapshot !== undefined);
}
