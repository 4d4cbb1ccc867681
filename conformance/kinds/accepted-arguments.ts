/** Judges arguments that must be accepted. */
import { baseArguments, runsAsTask } from "../calls/arguments.ts";
import type { AnsweredCall, CallResult } from "../calls/caller.ts";
import type { Context, MakeEvidence } from "../calls/context.ts";
import type { InputCase } from "../cases/format.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { describeAnswer, textOf } from "../wire/answer.ts";
import { failedCall, isOutputRefusal } from "./failed-call.ts";
import type { InputCalls } from "./input-calls.ts";
import { argumentsNamed, type SchemaRefusals, samplesOf, schemaRefusalsOfTexts } from "./schema-refusals.ts";

export function acceptedArgumentsJudge(
  context: Context,
  calls: InputCalls,
): (each: InputCase, first: AnsweredCall) => Promise<Verdict> {
  const { cases, bindings, prepareFor, bringToState } = context;
  const schemaRefusalsOf = schemaRefusalsLearner(context, calls);

  return async (each, first) => {
    const called = await withFreshValues(each, first);
    const { outcome, exchange } = called;
    const evidence = () => context.evidence(exchange, each.id);
    if (outcome.is === "success") return held;
    if (runsAsTask(cases, each.tool))
      return unverified("task", `${each.tool} runs only as a task`, evidence());
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text))
      return failedCall("a call that is accepted", called, evidence);
    const { code, text } = outcome;
    const answerText = describeAnswer(exchange.answer);
    if (code === "not_implemented") return notImplemented(each, evidence);
    if (code === "invalid_input" || code === undefined)
      return refusedAsInvalid(each, code, answerText, text, evidence);
    return refusedWithCode(each, code, answerText, evidence);
  };

  function refusedWithCode(
    each: InputCase,
    code: string,
    answerText: string,
    evidence: MakeEvidence,
  ): Verdict {
    if (!isDeclared(each.tool, code)) return failed("a call that is accepted", answerText, evidence());
    // The edits replaced an existing value by an invented one: the server read the arguments and found nothing.
    if (bindings.overridesBound(each.tool, baseArguments(cases, each.base!), each.edits ?? [])) return held;
    return unverified("refused", `the call was refused with ${code}`, evidence());
  }

  /**
   * The schema allows these arguments, but the server refuses them. If the refusal reads like known refusals of the
   * schema check, the server's schema is wrong. Otherwise the refusal comes from a rule of the server that a schema
   * cannot express.
   */
  async function refusedAsInvalid(
    each: InputCase,
    code: string | undefined,
    answerText: string,
    text: string,
    evidence: MakeEvidence,
  ): Promise<Verdict> {
    const known = await schemaRefusalsOf(each.tool);
    const isSchemaRefusal = code === undefined ? known.explains(text) : known.resembles(text);
    if (!isSchemaRefusal) {
      return code === undefined
        ? unverified("refused", `the call was refused without a code: ${answerText}`, evidence())
        : unverified(
            "domain-rule",
            `the schema allows these arguments, the server refuses them: ${answerText}`,
            evidence(),
          );
    }
    if (each.edits === undefined || (await calls.isAccepted(each.base!)))
      return failed("a call that is accepted", answerText, evidence());
    return unverified("base-refused", "the same arguments without this change are refused too", evidence());
  }

  function isDeclared(tool: string, code: string): boolean {
    return cases.tools[tool]!.failures.includes(code);
  }

  /** The values may be used up: repeat the call with new ones. */
  async function withFreshValues(each: InputCase, first: AnsweredCall): Promise<AnsweredCall> {
    const { outcome } = first;
    const isWorthIt =
      outcome.is === "refusal" && outcome.code !== "invalid_input" && outcome.code !== "not_implemented";
    if (!isWorthIt || bindings.boundPlaces(each.tool, baseArguments(cases, each.base!)).length === 0)
      return first;
    const values = bindings.renew();
    await prepareFor(each.id, values);
    await bringToState(each.tool, await calls.argumentsOf(each, values));
    const called = await calls.call(each, values);
    return "missing" in called ? first : called;
  }
}

/** Learns, once for each tool, how it refuses arguments that its schema does not allow. */
function schemaRefusalsLearner(
  { cases, bindings }: Context,
  calls: InputCalls,
): (tool: string) => Promise<SchemaRefusals> {
  const schemaRefusals = new Map<string, Promise<SchemaRefusals>>();
  return (tool) => {
    const cached = schemaRefusals.get(tool) ?? learnSchemaRefusals(tool);
    schemaRefusals.set(tool, cached);
    return cached;
  };

  async function learnSchemaRefusals(tool: string): Promise<SchemaRefusals> {
    const texts: string[] = [];
    for (const each of samplesOf(cases, tool))
      texts.push(...refusalIn(await calls.call(each, bindings.shared())));
    const [ofValid] = tool in cases.bases ? refusalIn(await calls.callBase(tool)) : [];
    return schemaRefusalsOfTexts(texts, argumentsNamed(cases, tool), ofValid);
  }
}

function refusalIn(called: CallResult): string[] {
  return "missing" in called || called.outcome.is !== "refusal" ? [] : [textOf(called.outcome.result)];
}

function notImplemented({ tool }: InputCase, evidence: MakeEvidence): Verdict {
  return unverified("not_implemented", `${tool} answers not_implemented`, evidence());
}
