/** Judges the cases of kind input: arguments that must be accepted, or refused. */
import { isDeepStrictEqual } from "node:util";
import { refusalCode } from "../../behaviour/calls/called.ts";
import { baseArguments, exampleArguments } from "../../calls/arguments.ts";
import type { AnsweredCall } from "../../calls/completed-call.ts";
import type { Context } from "../../calls/context.ts";
import { type Edit, steps } from "../../cases/edits.ts";
import { findCalled, type InputCase, isSharedInput } from "../../cases/format.ts";
import { isInvalidParams } from "../../judge/outcome.ts";
import { isOutputRefusal } from "../../judge/refusal.ts";
import { failed, held, unverified, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import { AcceptedArgumentsJudge } from "./accepted-arguments.ts";
import { BreachesTogether } from "./breaches-together.ts";
import { failedCall, isPoorRefusal, poorRefusal } from "./failed-call.ts";
import { InputCalls } from "./input-calls.ts";
import { isAboutChange } from "./schema-refusals.ts";
import type { JudgeUnimplemented } from "./unimplemented.ts";

export class InputJudge {
  readonly #context: Context;
  readonly #judgeUnimplemented: JudgeUnimplemented;
  readonly #calls: InputCalls;
  readonly #accepted: AcceptedArgumentsJudge;
  readonly #together: BreachesTogether;

  /** @param together cases that must be refused and may share a call, the most valuable first */
  constructor(context: Context, judgeUnimplemented: JudgeUnimplemented, together: readonly InputCase[]) {
    this.#context = context;
    this.#judgeUnimplemented = judgeUnimplemented;
    this.#calls = new InputCalls(context);
    this.#accepted = new AcceptedArgumentsJudge(context, this.#calls);
    this.#together = new BreachesTogether(together, context, this.#calls);
  }

  async verdict(each: InputCase): Promise<Verdict> {
    const { cases, bindings, caller, schemas, coded } = this.#context;
    // Other cases also make calls with only the required arguments.
    if (isSharedInput(each) && caller.hasAccepted(each.tool, baseArguments(cases, each.tool))) return held;
    if (await this.#together.isNamed(each)) return held;
    // Check with bound values, since these are sent.
    const input = await this.#calls.makeArguments(each, bindings.listShared());
    const unsound = schemas.findUnsoundness(each, input);
    const isBound = bindings.listTargetPlaces(input).length > 0;
    if (unsound !== undefined && isBound)
      return unverified("binding", `with the values of the target file, ${unsound}`);
    if (unsound !== undefined) return unverified("unsound", unsound);
    const called =
      each.edits === undefined
        ? await this.#calls.callBase(each.base!)
        : await this.#calls.call(each, bindings.listShared());
    if (each.expect !== "refused") return this.#accepted.verdict(each, called);
    const verdict = await this.#judgeRefused(each, called);
    return coded ? verdict : adviseIfDropped(each, called, verdict, this.#context);
  }

  /** Judges arguments that must be refused. */
  async #judgeRefused(each: InputCase, called: AnsweredCall): Promise<Verdict> {
    const { outcome, exchange } = called;
    if (isInvalidParams(exchange.answer)) return this.#judgeInvalidParams(each, called);
    if (!this.#context.coded && isPoorRefusal(called)) return this.#judgePoorRefusal(each, called);
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text))
      return failedCall("a refusal of the arguments", called);
    switch (outcome.code) {
      case "invalid_input":
        return held;
      case "not_implemented":
        return this.#judgeUnimplemented(each, exchange);
      case undefined:
        return this.#judgeWithoutCode(each, called);
      default:
        return this.#judgeOtherCode(each, outcome.code, called);
    }
  }

  /** Judges a refusal with another code. It does not count if the same call without the mistake is refused with it, too. */
  async #judgeOtherCode(each: InputCase, code: string, called: AnsweredCall): Promise<Verdict> {
    const { exchange } = called;
    if (refusalCode(await this.#calls.callBaseAgain(each.base!)) === code) {
      // Other cases may have changed what the shared values name.
      const again = await this.#calls.repeatRefused(each, called);
      if (again.outcome.is === "success") return failedCall("a refusal of the arguments", again);
      if (refusalCode(again) === "invalid_input") return held;
      return unverified("base-refused", `valid arguments are refused with ${code}, too`, exchange);
    }
    const got = `a refusal with ${code}: ${describeAnswer(exchange.answer)}`;
    return failed("a refusal with invalid_input", got, exchange);
  }

  /** Judges the JSON-RPC error for arguments. If valid arguments get the same one, it is not caused by the mistake. */
  async #judgeInvalidParams(each: InputCase, called: AnsweredCall): Promise<Verdict> {
    const { edits = [] } = each;
    // No rule of a tool refuses arguments that are no object.
    const isWhole = edits.some((edit) => "set" in edit && edit.set === "");
    if (this.#context.coded || isWhole) return held;
    const ofBase = await this.#calls.callBase(each.base!);
    return isDeepStrictEqual(ofBase.outcome, called.outcome) ? this.#judgeWithoutCode(each, called) : held;
  }

  /** Judges a refusal in a poor form. If valid arguments get the same error, it is not caused by the mistake. */
  async #judgePoorRefusal(each: InputCase, called: AnsweredCall): Promise<Verdict> {
    const ofBase = await this.#calls.callBase(each.base!);
    return isDeepStrictEqual(ofBase.outcome, called.outcome)
      ? this.#judgeWithoutCode(each, called)
      : poorRefusal(called);
  }

  /** Judges a refusal without a code. It counts only if the same call without the mistake succeeds or is refused for another reason. */
  async #judgeWithoutCode(each: InputCase, { outcome, exchange }: AnsweredCall): Promise<Verdict> {
    const { outcome: ofBase } = await this.#calls.callBase(each.base!);
    if (ofBase.is === "success") return held;
    // A rule of the tool refuses the valid call with its code, and a check before the tool the broken one.
    const { failures } = findCalled(this.#context.cases, each.tool);
    if (ofBase.is === "refusal" && failures.includes(ofBase.code ?? "")) return held;
    const values = this.#context.bindings.listShared();
    const input = await this.#calls.makeArguments({ ...each, edits: [] }, values);
    const texts = [outcome, ofBase].flatMap((each) => (each.is === "refusal" ? [each.text] : []));
    if (isAboutChange(each.edits ?? [], input, texts)) return held;
    const why = "valid arguments are refused too, without a code for the reason";
    return unverified("base-refused", why, exchange);
  }
}

/**
 * Turns a failure about a mistake that libraries drop into advice if the tool ran without it: the call succeeded, or a rule of the
 * tool refused it with a declared code. The tool does not see the mistake, so its author cannot refuse it.
 */
function adviseIfDropped(
  { edits = [], tool, base }: InputCase,
  { outcome }: AnsweredCall,
  verdict: Verdict,
  context: Context,
): Verdict {
  const { cases } = context;
  const isOnlyMistake =
    edits.length === 1 &&
    edits.every((edit) => isOftenDropped(edit) || isNullForNothing(edit, { base, tool }, context));
  const ranWithout =
    outcome.is === "success" ||
    (outcome.is === "refusal" && findCalled(cases, tool).failures.includes(outcome.code ?? ""));
  return isOnlyMistake && ranWithout && verdict.status === "failed" ? { ...verdict, advice: true } : verdict;
}

/**
 * Whether it is the key `__proto__`, which libraries such as zod leave out of the objects that they create so that it cannot replace a
 * prototype; or `null` in place of the arguments, which the SDK for Python takes for arguments that are left out, as MCP allows.
 */
function isOftenDropped(edit: Edit): boolean {
  if (!("set" in edit)) return false;
  return steps(edit.set).at(-1) === "__proto__" || (edit.set === "" && "to" in edit && edit.to === null);
}

/** Whether it is `null` in place of an optional argument, which Pydantic and others take for one that is left out. */
function isNullForNothing(
  edit: Edit,
  { base, tool }: { readonly base: string | undefined; readonly tool: string },
  { cases, schemas }: Context,
): boolean {
  if (!("set" in edit) || !("to" in edit) || edit.to !== null || edit.set === "") return false;
  const without = exampleArguments(cases, {
    ...(base !== undefined && { base }),
    edits: [{ remove: edit.set }],
  });
  return schemas.fits(tool, without);
}
