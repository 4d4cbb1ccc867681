/** The calls of input cases. */
import { baseArguments } from "../../calls/arguments.ts";
import type { BoundValues } from "../../calls/bindings.ts";
import type { AnsweredCall } from "../../calls/caller.ts";
import type { Context } from "../../calls/context.ts";
import { edited, type Json } from "../../cases/edits.ts";
import type { InputCase } from "../../cases/format.ts";
import { memoize } from "../../memoize.ts";

type Arguments = Pick<InputCase, "tool" | "base" | "edits"> & Partial<Pick<InputCase, "expect">>;

export class InputCalls {
  readonly #context: Context;
  /** Calls with the arguments of a base. Each is made once, however many cases start from it. */
  readonly callBase = memoize((base: string) => this.#call(base));

  constructor(context: Context) {
    this.#context = context;
  }

  /** Calls a tool with the arguments of a case. */
  async call(each: Arguments, values: BoundValues): Promise<AnsweredCall> {
    const { caller } = this.#context;
    return caller.call(each.tool, await this.makeArguments(each, values), caller.allScopes);
  }

  /**
   * The same call with values of its own, if it was refused. Other cases use the shared values at the same time: they
   * may have used them up, or changed what the call needs. So a refusal counts only if it has the case alone as a cause.
   */
  async repeatRefused(each: Arguments & { readonly id: string }, first: AnsweredCall): Promise<AnsweredCall> {
    const { bindings, cases } = this.#context;
    const code = refusalCode(first);
    if (first.outcome.is !== "refusal" || code === "not_implemented") return first;
    if (bindings.listBoundPlaces(each.tool, baseArguments(cases, each.base!)).length === 0) return first;
    const values = bindings.fresh();
    await this.#context.prepareFor(each.id, values);
    await this.#context.bringToState(each.tool, await this.makeArguments(each, values));
    const second = await this.call(each, values);
    if (refusalCode(second) !== code) bindings.renew();
    return second;
  }

  /** The arguments of a case, with values that exist on the target. */
  async makeArguments({ tool, base, edits = [], expect }: Arguments, values: BoundValues): Promise<Json> {
    const { bindings, cases } = this.#context;
    const input = edited(await values.into(tool, baseArguments(cases, base!)), edits);
    // A key that fits the schema is refused if another tool of the same account has used it.
    return expect === "accepted" ? bindings.withNewKey(tool, input, edits) : input;
  }

  #call(base: string): Promise<AnsweredCall> {
    const { bindings, cases } = this.#context;
    return this.call({ tool: cases.bases[base]!.tool, base }, bindings.shared());
  }
}

function refusalCode({ outcome }: AnsweredCall): string | undefined {
  return outcome.is === "refusal" ? outcome.code : undefined;
}
