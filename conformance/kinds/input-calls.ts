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

  /**
   * The same call with values of its own, if it was refused. Other cases use the shared values at the same time: they
   * may have used them up, or changed what the call needs. So a refusal counts only if it has the case alone as a cause.
   */
  async function repeatRefused(
    each: Arguments & { readonly id: string },
    first: AnsweredCall,
  ): Promise<AnsweredCall> {
    const code = refusalCode(first);
    if (first.outcome.is !== "refusal" || code === "not_implemented") return first;
    if (bindings.boundPlaces(each.tool, baseArguments(cases, each.base!)).length === 0) return first;
    const values = bindings.fresh();
    await context.prepareFor(each.id, values);
    await context.bringToState(each.tool, await makeArguments(each, values));
    const second = await call(each, values);
    if (refusalCode(second) !== code) bindings.renew();
    return second;
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

function refusalCode({ outcome }: AnsweredCall): string | undefined {
  return outcome.is === "refusal" ? outcome.code : undefined;
}
