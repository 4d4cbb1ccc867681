import type { AnsweredCall } from "../calls/caller.ts";
import type { Context, MakeEvidence } from "../calls/context.ts";
import type { InputCase } from "../cases/format.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { describeAnswer } from "../wire/answer.ts";
import { AcceptedArgumentsJudge } from "./accepted-arguments.ts";
import { failedCall, isOutputRefusal, isPoorRefusal, poorRefusal } from "./failed-call.ts";
import { type InputCalls, makeInputCalls } from "./input-calls.ts";
import type { JudgeUnimplemented } from "./unimplemented.ts";

/** JSON-RPC: invalid method parameters. Older servers refuse arguments with this code. */
const invalidParams = -32602;

export class InputJudge {
  readonly #context: Context;
  readonly #judgeUnimplemented: JudgeUnimplemented;
  readonly #calls: InputCalls;
  readonly #acceptedArguments: AcceptedArgumentsJudge;

  constructor(context: Context, judgeUnimplemented: JudgeUnimplemented) {
    this.#context = context;
    this.#judgeUnimplemented = judgeUnimplemented;
    this.#calls = makeInputCalls(context);
    this.#acceptedArguments = new AcceptedArgumentsJudge(context, this.#calls);
  }

  async judge(each: InputCase): Promise<Verdict> {
    const { bindings, schemas } = this.#context;
    const calls = this.#calls;
    // Checked with bound values, since those are sent.
    const unsound = schemas.unsoundness(each, await calls.makeArguments(each, bindings.shared()));
    if (unsound !== undefined) return unverified("unsound", unsound);
    const called =
      each.edits === undefined ? await calls.callBase(each.base!) : await calls.call(each, bindings.shared());
    if ("missing" in called) return unverified("no-hook", called.missing);
    return each.expect === "refused"
      ? this.#judgeRefused(each, called)
      : this.#acceptedArguments.judge(each, called);
  }

  /** Judges arguments that must be refused. */
  async #judgeRefused(each: InputCase, called: AnsweredCall): Promise<Verdict> {
    const { outcome, exchange } = called;
    const evidence = () => this.#context.evidence(exchange);
    if (outcome.is === "rpc-error" && outcome.code === invalidParams) return held;
    if (!this.#context.coded && isPoorRefusal(called))
      return (await this.#calls.isAnsweredLike(each.base!, called))
        ? this.#judgeWithoutCode(each, evidence)
        : poorRefusal(called, evidence);
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text))
      return failedCall("a refusal of the arguments", called, evidence);
    switch (outcome.code) {
      case "invalid_input":
        return held;
      case "not_implemented":
        return this.#judgeUnimplemented(each, evidence);
      case undefined:
        return this.#judgeWithoutCode(each, evidence);
      default:
        return failed(
          "a refusal with invalid_input",
          `a refusal with ${outcome.code}: ${describeAnswer(exchange.answer)}`,
          evidence(),
        );
    }
  }

  /** A refusal without a code counts only if the same call without the mistake succeeds. */
  async #judgeWithoutCode({ base }: InputCase, evidence: MakeEvidence): Promise<Verdict> {
    if (await this.#calls.isAccepted(base!)) return held;
    return unverified(
      "base-refused",
      "valid arguments are refused too, without a code that says why",
      evidence(),
    );
  }
}
