/** The calls of input cases. */
import { baseArguments } from "../calls/arguments.ts";
import type { BoundValues } from "../calls/bindings.ts";
import type { AnsweredCall } from "../calls/caller.ts";
import type { Context } from "../calls/context.ts";
import { edited, type Json } from "../cases/edits.ts";
import type { InputCase } from "../cases/format.ts";

type Arguments = Pick<InputCase, "tool" | "base" | "edits"> & Partial<Pick<InputCase, "expect">>;

export interface InputCalls {
  call(each: Arguments, values: BoundValues): Promise<AnsweredCall>;
  /** Each base is called once, however many cases start from it. */
  callBase(name: string): Promise<AnsweredCall>;
  makeArguments(each: Arguments, values: BoundValues): Promise<Json>;
  isAccepted(base: string): Promise<boolean>;
  /** Whether valid arguments get the same error: then it is not about the mistake. */
  isAnsweredLike(base: string, called: AnsweredCall): Promise<boolean>;
}

export function makeInputCalls({ cases, caller, bindings }: Context): InputCalls {
  const baseCalls = new Map<string, Promise<AnsweredCall>>();
  return { call, callBase, makeArguments, isAccepted, isAnsweredLike };

  async function isAccepted(base: string): Promise<boolean> {
    return (await callBase(base)).outcome.is === "success";
  }

  async function isAnsweredLike(base: string, { outcome }: AnsweredCall): Promise<boolean> {
    const ofBase = (await callBase(base)).outcome;
    return outcome.is === "rpc-error" && ofBase.is === "rpc-error" && ofBase.code === outcome.code;
  }

  function callBase(name: string): Promise<AnsweredCall> {
    const { tool } = cases.bases[name]!;
    const cached = baseCalls.get(name) ?? call({ tool, base: name }, bindings.shared());
    baseCalls.set(name, cached);
    return cached;
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
