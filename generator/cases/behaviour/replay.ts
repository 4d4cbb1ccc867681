/** Derives the rules and cases of calls that are repeated with an idempotency key. */
import { applyEdits, type BehaviourCase, type Edit, type Json, valueAt } from "@toolwright/conformance/cases";
import type { Tool } from "../../model/model.ts";
import { addCheck, promise } from "../promise.ts";
import { type BehaviourContext, inTool } from "./context.ts";

export function replayCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { idempotency } = tool.behaviour;
  if (!idempotency) return [];
  const call = context.callWith(tool, idempotency.key);
  const at = context.at(inTool(tool, "idempotency"));
  const makePromise = (check: string, must: string) =>
    promise("replay", `${tool.name}/${check}`, tool.name, must, at);
  const effect = "one effect, and the same result";
  const withCode = idempotency.refused === undefined ? "" : ` with ${idempotency.refused}`;
  const others = makePromise(
    "other-arguments",
    `${tool.name} refuses a key that was used with other arguments${withCode}.`,
  );
  const same = makePromise("same", `A call of ${tool.name} repeated with its key has ${effect}.`);
  const atOnce = makePromise("at-once", `Calls of ${tool.name} sent at once with one key have ${effect}.`);
  const withoutKey = "no valid arguments with a key were found";
  const other = call && otherArguments(tool, context.readContent(call.base), idempotency.key, context);
  const different = other
    ? { ...call, check: "other-arguments" as const, other }
    : "no other valid arguments were found";
  return [
    addCheck(same, call ? { ...call, check: "same" } : withoutKey),
    addCheck(atOnce, call ? { ...call, check: "at-once" } : withoutKey),
    addCheck(others, call ? different : withoutKey),
  ];
}

/** Edits that change one argument that is neither the key nor an id of an entity, and keep the arguments valid. */
function otherArguments(
  tool: Tool,
  input: { readonly [name: string]: Json },
  key: string,
  context: BehaviourContext,
): readonly Edit[] | undefined {
  const ids = context.model.entities.flatMap((entity) => context.argumentsOf(entity, tool));
  const names = Object.keys(input)
    .map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .filter(
      (pointer) => pointer !== key && !ids.some((id) => id === pointer || id.startsWith(`${pointer}/`)),
    );
  for (const pointer of names) {
    const value = valueAt(input, pointer)!;
    for (const to of [...variants(value), ...context.valuesFor(tool, pointer, 2)]) {
      const edits: Edit[] = [{ set: pointer, to }];
      if (JSON.stringify(to) !== JSON.stringify(value) && context.fitsInput(tool, applyEdits(input, edits)))
        return edits;
    }
  }
  return undefined;
}

function variants(value: Json): Json[] {
  if (typeof value === "string") return [`${value} 2`, `${value}2`];
  if (typeof value === "number") return [value + 1, value - 1];
  return typeof value === "boolean" ? [!value] : [];
}
