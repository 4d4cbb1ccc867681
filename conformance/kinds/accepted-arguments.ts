/** Judges arguments that must be accepted. */
import { baseArguments, runsAsTask } from "../calls/arguments.ts";
import type { AnsweredCall, CallResult } from "../calls/caller.ts";
import type { Context, MakeEvidence } from "../calls/context.ts";
import type { InputCase } from "../cases/format.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { describeAnswer, readText } from "../wire/answer.ts";
import { failedCall, isOutputRefusal } from "./failed-call.ts";
import type { InputCalls } from "./input-calls.ts";
import {
  argumentsNamed,
  listSamples,
  type SchemaRefusals,
  schemaRefusalsOfTexts,
} from "./schema-refusals.ts";

/** A refusal as invalid input; servers of others give no code. */
interface InvalidInputAnswer {
  readonly code: string | undefined;
  readonly text: string;
  readonly answerText: string;
}

export class AcceptedArgumentsJudge {
  readonly #context: Context;
  readonly #calls: InputCalls;
  /** How each tool refuses arguments that its schema does not allow. */
  readonly #schemaRefusals = new Map<string, Promise<SchemaRefusals>>();

  constructor(context: Context, calls: InputCalls) {
    this.#context = context;
    this.#calls = calls;
  }

  async judge(each: InputCase, first: AnsweredCall): Promise<Verdict> {
    const called = await this.#repeatWithNewValues(each, first);
    const { outcome, exchange } = called;
    const evidence = () => this.#context.evidence(exchange);
    if (outcome.is === "success") return held;
    if (runsAsTask(this.#context.cases, each.tool))
      return unverified("task", `${each.tool} runs only as a task`, evidence());
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text))
      return failedCall("a call that is accepted", called, evidence);
    const { code, text } = outcome;
    const answerText = describeAnswer(exchange.answer);
    if (code === "not_implemented") return notImplemented(each, evidence);
    if (code === "invalid_input" || code === undefined)
      return this.#judgeInvalidInput(each, { code, text, answerText }, evidence);
    return this.#judgeFailure(each, code, answerText, evidence);
  }

  #judgeFailure(each: InputCase, code: string, answerText: string, evidence: MakeEvidence): Verdict {
    const { bindings, cases } = this.#context;
    if (!cases.tools[each.tool]!.failures.includes(code))
      return failed("a call that is accepted", answerText, evidence());
    // The edits replaced an existing value by an invented one: the server read the arguments and found nothing.
    if (bindings.overridesBound(each.tool, baseArguments(cases, each.base!), each.edits ?? [])) return held;
    return unverified("refused", `the call was refused with ${code}`, evidence());
  }

  /**
   * The schema allows these arguments, but the server refuses them. If the refusal reads like known refusals of the
   * schema check, the server's schema is wrong. Otherwise the refusal comes from a rule of the server that a schema
   * cannot express.
   */
  async #judgeInvalidInput(
    each: InputCase,
    { code, text, answerText }: InvalidInputAnswer,
    evidence: MakeEvidence,
  ): Promise<Verdict> {
    const known = await this.#schemaRefusalsOf(each.tool);
    const isSchemaRefusal = code === undefined ? known.explains(text) : known.resembles(text);
    if (!isSchemaRefusal && code === undefined)
      return unverified("refused", `the call was refused without a code: ${answerText}`, evidence());
    if (!isSchemaRefusal) {
      const problem = `the schema allows these arguments, the server refuses them: ${answerText}`;
      return unverified("domain-rule", problem, evidence());
    }
    if (each.edits === undefined || (await this.#calls.isAccepted(each.base!)))
      return failed("a call that is accepted", answerText, evidence());
    return unverified("base-refused", "the same arguments without this change are refused too", evidence());
  }

  /** The values may be used up: repeat the call with new ones. */
  async #repeatWithNewValues(each: InputCase, first: AnsweredCall): Promise<AnsweredCall> {
    const { cases, bindings, prepareFor, bringToState } = this.#context;
    const { outcome } = first;
    const isWorthIt =
      outcome.is === "refusal" && outcome.code !== "invalid_input" && outcome.code !== "not_implemented";
    if (!isWorthIt || bindings.boundPlaces(each.tool, baseArguments(cases, each.base!)).length === 0)
      return first;
    const values = bindings.renew();
    await prepareFor(each.id, values);
    await bringToState(each.tool, await this.#calls.makeArguments(each, values));
    const called = await this.#calls.call(each, values);
    return "missing" in called ? first : called;
  }

  #schemaRefusalsOf(tool: string): Promise<SchemaRefusals> {
    const cached = this.#schemaRefusals.get(tool) ?? this.#learnSchemaRefusals(tool);
    this.#schemaRefusals.set(tool, cached);
    return cached;
  }

  async #learnSchemaRefusals(tool: string): Promise<SchemaRefusals> {
    const { cases, bindings } = this.#context;
    const texts: string[] = [];
    for (const each of listSamples(cases, tool))
      texts.push(...refusalIn(await this.#calls.call(each, bindings.shared())));
    const [ofValid] = tool in cases.bases ? refusalIn(await this.#calls.callBase(tool)) : [];
    return schemaRefusalsOfTexts(texts, argumentsNamed(cases, tool), ofValid);
  }
}

function refusalIn(called: CallResult): string[] {
  return "missing" in called || called.outcome.is !== "refusal" ? [] : [readText(called.outcome.result)];
}

function notImplemented({ tool }: InputCase, evidence: MakeEvidence): Verdict {
  return unverified("not_implemented", `${tool} answers not_implemented`, evidence());
}
