import { isDeepStrictEqual } from "node:util";
import { baseArguments } from "../../calls/arguments.ts";
import type { AnsweredCall } from "../../calls/caller.ts";
import type { Context } from "../../calls/context.ts";
import { steps } from "../../cases/edits.ts";
import { type InputCase, isSharedInput } from "../../cases/format.ts";
import { failed, held, unverified, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import { acceptedArgumentsJudge } from "./accepted-arguments.ts";
import { failedCall, invalidParams, isOutputRefusal, isPoorRefusal, poorRefusal } from "./failed-call.ts";
import { InputCalls } from "./input-calls.ts";
import { isAboutChange } from "./schema-refusals.ts";
import type { JudgeUnimplemented } from "./unimplemented.ts";

export function inputJudge(context: Context, judgeUnimplemented: JudgeUnimplemented) {
  const { cases, bindings, caller, schemas, coded } = context;
  const calls = new InputCalls(context);
  const judgeAccepted = acceptedArgumentsJudge(context, calls);
  return judge;

  async function judge(each: InputCase): Promise<Verdict> {
    // Other cases make calls with only what is required, too.
    if (isSharedInput(each) && caller.hasAccepted(each.tool, baseArguments(cases, each.tool))) return held;
    // Checked with bound values, since those are sent.
    const input = await calls.makeArguments(each, bindings.shared());
    const unsound = schemas.unsoundness(each, input);
    const isBound = bindings.placesOfTarget(input).length > 0;
    if (unsound !== undefined && isBound)
      return unverified("binding", `with the values of the target file, ${unsound}`);
    if (unsound !== undefined) return unverified("unsound", unsound);
    const called =
      each.edits === undefined ? await calls.callBase(each.base!) : await calls.call(each, bindings.shared());
    if (each.expect !== "refused") return judgeAccepted(each, called);
    const verdict = await judgeRefused(each, called);
    return coded ? verdict : mildIfDropped(each, called, verdict);
  }

  /** Judges arguments that must be refused. */
  async function judgeRefused(each: InputCase, called: AnsweredCall): Promise<Verdict> {
    const { outcome, exchange } = called;
    if (outcome.is === "rpc-error" && outcome.code === invalidParams) return held;
    if (!coded && isPoorRefusal(called))
      // Valid arguments get the same error: then it is not about the mistake.
      return isDeepStrictEqual((await calls.callBase(each.base!)).outcome, outcome)
        ? judgeWithoutCode(each, called)
        : poorRefusal(called);
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text))
      return failedCall("a refusal of the arguments", called);
    switch (outcome.code) {
      case "invalid_input":
        return held;
      case "not_implemented":
        return judgeUnimplemented(each, exchange);
      case undefined:
        return judgeWithoutCode(each, called);
      default:
        return failed(
          "a refusal with invalid_input",
          `a refusal with ${outcome.code}: ${describeAnswer(exchange.answer)}`,
          exchange,
        );
    }
  }

  /** A refusal without a code counts only if the same call without the mistake succeeds, or is refused for another reason. */
  async function judgeWithoutCode(each: InputCase, { outcome, exchange }: AnsweredCall): Promise<Verdict> {
    const { outcome: ofBase } = await calls.callBase(each.base!);
    if (ofBase.is === "success") return held;
    const input = await calls.makeArguments({ ...each, edits: [] }, bindings.shared());
    const texts = [outcome, ofBase].flatMap((each) => (each.is === "refusal" ? [each.text] : []));
    if (isAboutChange(each.edits ?? [], input, texts)) return held;
    const why = "valid arguments are refused too, without a code that says why";
    return unverified("base-refused", why, exchange);
  }
}

/**
 * The key `__proto__` is advice where the call succeeds without it. Libraries such as zod, and with it the SDKs of MCP, leave it out
 * of the objects that they make, so that it cannot replace a prototype. The tool never sees it, and its author cannot refuse it.
 */
function mildIfDropped({ edits = [] }: InputCase, { outcome }: AnsweredCall, verdict: Verdict): Verdict {
  const isOnlyMistake =
    edits.length === 1 && edits.every((edit) => "set" in edit && steps(edit.set).at(-1) === "__proto__");
  const isDropped = isOnlyMistake && outcome.is === "success" && verdict.status === "failed";
  return isDropped ? { ...verdict, advice: true } : verdict;
}
