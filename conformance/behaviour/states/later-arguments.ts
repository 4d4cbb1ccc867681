/** Makes the arguments of an earlier call agree with those of the later one for which it is made. */
import { childPointer } from "@toolwright/runtime/json";
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { listIdArguments } from "../rules/rule-calls.ts";
import type { EarlierCall } from "./earlier-calls.ts";

/** Lists the ids of the later call at arguments that both calls have: of two issues, the same one blocks the other. */
export function listSharedIds(
  { tool, input: earlier }: Extract<EarlierCall, { readonly tool: string }>,
  laterTool: string,
  later: Json,
  rules: Behaviour,
): { readonly set: string; readonly to: Json }[] {
  const taken = listIdArguments(rules, laterTool);
  return listIdArguments(rules, tool).flatMap(({ entity, path }) => {
    const to = valueAt(later, path);
    const isShared = taken.some((place) => place.entity === entity && place.path === path);
    return isShared && to !== undefined && valueAt(earlier, path) !== undefined ? [{ set: path, to }] : [];
  });
}

/** Raises numbers to those that the later call has under the same names: what it takes away has to be there. */
export function withNumbersOf(earlier: Json, later: Json): Json {
  const edits = Object.entries(Object(earlier) as JsonObject).flatMap(([name, number]) => {
    const pointer = childPointer("", name);
    const needed = valueAt(later, pointer);
    const isMore = typeof number === "number" && typeof needed === "number" && needed > number;
    return isMore ? [{ set: pointer, to: needed }] : [];
  });
  return applyEdits(earlier, edits);
}
