/** Judges arguments that must be accepted. */
import { baseArguments, exampleArguments, runsAsTask } from "../../calls/arguments.ts";
import type { AnsweredCall } from "../../calls/caller.ts";
import type { Context } from "../../calls/context.ts";
import { valueAt } from "../../cases/edits.ts";
import type { InputCase } from "../../cases/format.ts";
import { memoize } from "../../memoize.ts";
import { failed, held, unverified, type Verdict } from "../../results/verdict.ts";
import { describeAnswer, readText } from "../../wire/answer.ts";
import type { Exchange } from "../../wire/client.ts";
import { failedCall, isOutputRefusal, notImplemented } from "./failed-call.ts";
import type { InputCalls } from "./input-calls.ts";
import { argumentsNamed, listSamples, SchemaRefusals } from "./schema-refusals.ts";

export function acceptedArgumentsJudge(context: Context, calls: InputCalls) {
  const { bindings, cases } = context;
  /** How each tool refuses arguments that its schema does not allow. */
  const schemaRefusalsOf = memoize(learnSchemaRefusals);
  return judge;

  async function judge(each: InputCase, first: AnsweredCall): Promise<Verdict> {
    const called = await calls.repeatRefused(each, first);
    const { outcome, exchange } = called;
    if (outcome.is === "success") return held;
    if (runsAsTask(cases, each.tool)) return unverified("task", `${each.tool} runs only as a task`, exchange);
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text))
      return failedCall("a call that is accepted", called);
    const { code, text } = outcome;
    if (code === "not_implemented") return notImplemented(each.tool, exchange);
    return code === "invalid_input" || code === undefined
      ? judgeInvalidInput(each, code, text, exchange)
      : judgeFailure(each, code, exchange);
  }

  function judgeFailure(each: InputCase, code: string, exchange: Exchange): Verdict {
    if (!cases.tools[each.tool]!.failures.includes(code))
      return failed("a call that is accepted", describeAnswer(exchange.answer), exchange);
    // The edits replaced an existing value by an invented one: the server read the arguments and found nothing.
    if (bindings.overridesBound(each.tool, baseArguments(cases, each.base!), each.edits ?? [])) return held;
    if (isInventedCursor(each)) return held;
    return unverified("refused", `the call was refused with ${code}`, exchange);
  }

  /** No page gave this cursor, so the server passed the arguments on and refused it for this. */
  function isInventedCursor(each: InputCase): boolean {
    const cursor = cases.behaviour?.pages[each.tool]?.cursor;
    return cursor !== undefined && valueAt(exampleArguments(cases, each), cursor) !== undefined;
  }

  /**
   * The schema allows these arguments, but the server refuses them. If the refusal reads like known refusals of the
   * schema check, the server's schema is wrong. Otherwise the refusal comes from a rule of the server that a schema
   * cannot express. Servers of others give no code.
   */
  async function judgeInvalidInput(
    each: InputCase,
    code: string | undefined,
    text: string,
    exchange: Exchange,
  ): Promise<Verdict> {
    const known = await schemaRefusalsOf(each.tool);
    const isSchemaRefusal = code === undefined ? known.explains(text) : known.resembles(text);
    const answer = describeAnswer(exchange.answer);
    if (!isSchemaRefusal && isInventedCursor(each)) return held;
    if (!isSchemaRefusal && code === undefined)
      return unverified("refused", `the call was refused without a code: ${answer}`, exchange);
    if (!isSchemaRefusal) {
      const problem = `the schema allows these arguments, the server refuses them: ${answer}`;
      return unverified("domain-rule", problem, exchange);
    }
    if (each.edits === undefined || (await calls.callBase(each.base!)).outcome.is === "success")
      return failed("a call that is accepted", answer, exchange);
    return unverified("base-refused", "the same arguments without this change are refused too", exchange);
  }

  async function learnSchemaRefusals(tool: string): Promise<SchemaRefusals> {
    const texts: string[] = [];
    for (const each of listSamples(cases, tool))
      texts.push(...refusalIn(await calls.call(each, bindings.shared())));
    const [ofValid] = tool in cases.bases ? refusalIn(await calls.callBase(tool)) : [];
    return new SchemaRefusals(texts, argumentsNamed(cases, tool), ofValid);
  }
}

function refusalIn({ outcome }: AnsweredCall): string[] {
  return outcome.is === "refusal" ? [readText(outcome.result)] : [];
}
