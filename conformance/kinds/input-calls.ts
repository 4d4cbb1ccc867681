/** The calls of input cases. */
import { baseArguments } from "../calls/arguments.ts";
import type { BoundValues } from "../calls/bindings.ts";
import type { AnsweredCall } from "../calls/caller.ts";
import type { Context } from "../calls/context.ts";
import { edited, type Json } from "../cases/edits.ts";
import type { InputCase } from "../cases/format.ts";
import { memoize } from "../memoize.ts";

type Arguments = Pick<InputCase, "tool" | "base" | "edits"> & Partial<Pick<InputCase, "expect">>;

export type InputCalls = ReturnType<typeof makeInputCalls>;

export function makeInputCalls(context: Context) {
  const { cases, caller, bindings } = context;
  /** Each base is called once, however many cases start from it. */
  const callBase = memoize((base: string) =>
    call({ tool: cases.bases[base]!.tool, base }, bindings.shared()),
  );
  return { call, callBase, repeatRefused, makeArguments };

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
