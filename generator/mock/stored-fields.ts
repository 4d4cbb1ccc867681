/** Keeps what the result of a writing tool says of an instance, so that the tools that observe it say the same. */
import { isObject, pointerSteps, toPointer, valueAt } from "@toolwright/runtime/json";
import type { Tool } from "../model/operation.ts";
import type { MockCall, MockContext } from "./context.ts";
import { type IdKind, isWriter } from "./id-kinds.ts";
import type { Instance } from "./instances.ts";
import { shownInstances } from "./results.ts";
import { listRevisionPlaces, nameOfRevision } from "./revisions.ts";
import type { Path } from "./values.ts";

export function keepFields(
  call: MockCall,
  made: readonly Instance[],
  result: unknown,
  context: MockContext,
): void {
  if (!isWriter(call.tool)) return;
  for (const { instance, holder, id } of shownInstances(call, made, result, context)) {
    const part = valueAt(result, holder);
    if (id === undefined || !isObject(part)) continue;
    for (const [name, value] of Object.entries(part))
      if (isField(name, holder, instance.kind, call.tool, context))
        instance.fields.set(toPointer([name]), structuredClone(value));
  }
}

/** Ids, states and revisions are kept for themselves. Other properties count if an observing tool shows one of the same name. */
function isField(name: string, holder: Path, kind: IdKind, tool: Tool, context: MockContext): boolean {
  const place = toPointer([...holder, name]);
  const isId = context.kinds.some((each) => each.findResults(tool).includes(place));
  const isState = kind.machines.some(({ field }) => pointerSteps(field.path).at(-1) === name);
  const isRevision = listRevisionPlaces(kind, context.model).some((shown) => nameOfRevision(shown) === name);
  return !isId && !isState && !isRevision && isObserved(name, kind, context);
}

function isObserved(name: string, kind: IdKind, context: MockContext): boolean {
  return kind.entity.observedBy.some((observer) => {
    const tool = context.behaviour.tool(observer);
    if (tool === undefined) return false;
    return kind.findResults(tool).some((place) => {
      const holder = pointerSteps(place).slice(0, -1);
      return context.resultSchemas(tool, toPointer([...holder, name])).length > 0;
    });
  });
}
