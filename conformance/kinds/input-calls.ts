/** The calls of input cases. */
import { baseArguments } from "../calls/arguments.ts";
import type { BoundValues } from "../calls/bindings.ts";
import type { AnsweredCall } from "../calls/caller.ts";
import type { Context } from "../calls/context.ts";
import { edited, type Json } from "../cases/edits.ts";
import type { InputCase } from "../cases/format.ts";

type Arguments = Pick<InputCase, "tool" | "base" | "edits"> & Partial<Pick<InputCase, "expect">>;

export type InputCalls = ReturnType<typeof makeInputCalls>;

export function makeInputCalls(context: Context) {
  const { cases, caller, bindings } = context;
  const baseCalls = new Map<string, Promise<AnsweredCall>>();
  return { call, callBase, repeatRefused, makeArguments };

  /** Each base is called once, however many cases start from it. */
  function callBase(name: string): Promise<AnsweredCall> {
    const { tool } = cases.bases[name]!;
    const cached = baseCalls.get(name) ?? call({ tool, base: name }, bindings.shared());
    baseCalls.set(name, cached);
    return cached;
  }

  /** The same call with new values, if it was refused: its values may be used up. */
  async function repeatRefused(
    each: Arguments & { readonly id: string },
    first: AnsweredCall,
  ): Promise<AnsweredCall> {
    const { outcome } = first;
    const isWorthIt =
      outcome.is === "refusal" && outcome.code !== "invalid_input" && outcome.code !== "not_implemented";
    if (!isWorthIt || bindings.boundPlaces(each.tool, baseArguments(cases, each.base!)).length === 0)
      return first;
    const values = bindings.renew();
    await context.prepareFor(each.id, values);
    await context.bringToState(each.tool, await makeArguments(each, values));
    return call(each, values);
  }

  async function call(each: Arguments, values: BoundValues): Promise<AnsweredCall> {
    return caller.call(each.tool, await makeArguments(each, values), caller.allScopes);
  }

  async function makeArguments(
    { tool, base, edits = [], expect }: Arguments,
    values: BoundValues,
  ): Promise<Json> {
    const input = edited(await values.into(tool, baseArguments(cases, base!)), edits);
    // A key that fits the schema is refused if another tool of the same account has used it.
    return expect === "accepted" ? bindings.withNewKey(tool, input, edits) : input;
  }
}
