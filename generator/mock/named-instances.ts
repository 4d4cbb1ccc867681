/** Finds the instances that the arguments of a tool or the parameters of a resource name. */
import { valueAt } from "@toolwright/runtime/json";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import type { MockCaller, MockContext } from "./context.ts";
import type { Instance } from "./instances.ts";
import { refuse, unknownIdCode } from "./refusals.ts";
import { type Data, listPaths } from "./values.ts";

export interface UnknownId {
  readonly id: unknown;
  /** The failure code for it. */
  readonly code: string;
}

export interface Named {
  readonly named: readonly Instance[];
  /** The first id that names nothing. */
  readonly unknown?: UnknownId;
}

/** Finds the instances that the arguments name. If the tool has no code for unknown ids, every id names something. */
export function namedInstances(
  tool: Tool,
  input: Data,
  { account }: MockCaller,
  context: MockContext,
): Named {
  const named: Instance[] = [];
  for (const kind of context.kinds) {
    const ids = kind
      .findArguments(tool)
      .flatMap((pattern) => listPaths(input, pattern).map((path) => valueAt(input, path)));
    for (const id of ids) {
      const instance = context.instances.find(kind, id, account);
      const code = instance ? undefined : unknownIdCode(kind, tool, context.model.limits);
      if (code !== undefined) return { named, unknown: { id, code } };
      named.push(instance ?? context.instances.unkept(kind, id, account));
    }
  }
  return { named };
}

export function refuseUnknown({ id, code }: UnknownId, model: Model): never {
  refuse(model, code, `Nothing that this account has access to has the id ${JSON.stringify(id)}.`);
}
