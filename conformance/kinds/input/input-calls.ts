/** The calls of input cases. */
import { isDeepStrictEqual } from "node:util";
import { refusalCode } from "../../behaviour/calls/called.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { BoundValues } from "../../calls/bindings.ts";
import type { AnsweredCall } from "../../calls/completed-call.ts";
import type { Context } from "../../calls/context.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import type { InputCase } from "../../cases/format.ts";
import { memoize } from "../../memoize.ts";
import { type Kept, keepFewestParts } from "./fewest-parts.ts";

type Arguments = Pick<InputCase, "tool" | "base" | "edits"> & Partial<Pick<InputCase, "expect">>;

export class InputCalls {
  readonly #context: Context;
  /** Calls a tool with the arguments of a base, once for all cases that start from it. */
  readonly callBase = memoize((base: string) => this.callBaseAgain(base));

  constructor(context: Context) {
    this.#context = context;
  }

  /** Calls a tool with the arguments of a base now: what they name may be gone since the first call. */
  callBaseAgain(base: string): Promise<AnsweredCall> {
    const { bindings, cases } = this.#context;
    return this.call({ tool: cases.bases[base]!.tool, base }, bindings.listShared());
  }

  /** Calls a tool with the arguments of a case. */
  async call(each: Arguments, values: BoundValues): Promise<AnsweredCall> {
    const { caller } = this.#context;
    return caller.call(each.tool, await this.makeArguments(each, values), caller.allScopes);
  }

  /**
   * Repeats a refused call with its own values. Other cases use the shared values at the same time and may have used them up or
   * changed the data that the call needs. So only a refusal of this second call counts.
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

  /**
   * Calls a tool with the changed values of a case and nothing else that the schema lets it leave out: other parts of the example may be
   * why a rule of the server refuses a value. Returns nothing where no part can be left out.
   */
  async callWithFewestParts(each: Arguments, kept: Kept): Promise<AnsweredCall | undefined> {
    const { bindings, caller, schemas } = this.#context;
    const input = await this.makeArguments(each, bindings.fresh());
    const places = (each.edits ?? []).flatMap((edit) =>
      "set" in edit ? [edit.set.replace(/\/-$/, "")] : [],
    );
    const fewest = keepFewestParts(input, places, kept, (some) => schemas.fits(each.tool, some));
    if (isDeepStrictEqual(fewest, input)) return undefined;
    return caller.call(each.tool, fewest, caller.allScopes);
  }

  /** Returns the arguments of a case, with values that exist on the target. */
  async makeArguments({ tool, base, edits = [], expect }: Arguments, values: BoundValues): Promise<Json> {
    const { bindings, cases } = this.#context;
    const input = applyEdits(await values.into(tool, baseArguments(cases, base!)), edits);
    if (expect !== "accepted") return input;
    const lists = edits.flatMap((edit) => ("to" in edit && Array.isArray(edit.to) ? [`${edit.set}/`] : []));
    const ids = bindings
      .listEntityPlaces(tool, input)
      .filter((place) => lists.some((list) => place.startsWith(list)));
    // The server refuses a key that another tool of the same account has used.
    return bindings.withNewKey(tool, await values.into(tool, input, ids), edits);
  }
}
