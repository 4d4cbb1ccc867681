/** Judges the cases of kind input: arguments that must be accepted, and arguments that must be refused. */
import { baseArguments, runsAsTask } from "../calls/arguments.ts";
import type { BoundValues } from "../calls/bindings.ts";
import type { AnsweredCall, CallResult } from "../calls/caller.ts";
import type { Context, MakeEvidence } from "../calls/context.ts";
import { edited, type Json } from "../cases/edits.ts";
import type { InputCase } from "../cases/format.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { describeAnswer, textOf } from "../wire/answer.ts";
import { failedCall, isOutputRefusal, isPoorRefusal, poorRefusal } from "./failed-call.ts";
import { argumentsNamed, type SchemaRefusals, samplesOf, schemaRefusalsOfTexts } from "./schema-refusals.ts";
import type { JudgeUnimplemented } from "./unimplemented.ts";

/** JSON-RPC: invalid method parameters. Older servers refuse arguments with this code. */
const invalidParams = -32602;

/** Creates the judge of a run. */
export function inputJudge(
  context: Context,
  judgeUnimplemented: JudgeUnimplemented,
): (each: InputCase) => Promise<Verdict> {
  const { cases, caller, bindings, schemas, prepareFor, bringToState } = context;
  /** Each base is called once, however many cases start from it. */
  const baseCalls = new Map<string, Promise<CallResult>>();
  const schemaRefusals = new Map<string, Promise<SchemaRefusals>>();

  return async (each) => {
    // Checked with bound values, since those are sent.
    const unsound = schemas.unsoundness(each, await argumentsOf(each, bindings.shared()));
    if (unsound !== undefined) return unverified("unsound", unsound);
    const called =
      each.edits === undefined ? await callBase(each.base!) : await call(each, bindings.shared());
    if ("missing" in called) return unverified("no-hook", called.missing);
    return each.expect === "refused" ? refusedVerdict(each, called) : acceptedVerdict(each, called);
  };

  async function refusedVerdict(each: InputCase, called: AnsweredCall): Promise<Verdict> {
    const { outcome, exchange } = called;
    const evidence = () => context.evidence(exchange, each.id);
    if (outcome.is === "rpc-error" && outcome.code === invalidParams) return held;
    if (!context.coded && isPoorRefusal(called))
      return (await isAnsweredLike(each.base!, called))
        ? uncodedVerdict(each, evidence)
        : poorRefusal(called, evidence);
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text))
      return failedCall("a refusal of the arguments", called, evidence);
    switch (outcome.code) {
      case "invalid_input":
        return held;
      case "not_implemented":
        return judgeUnimplemented(each, evidence);
      case undefined:
        return uncodedVerdict(each, evidence);
      default:
        return failed(
          "a refusal with invalid_input",
          `a refusal with ${outcome.code}: ${describeAnswer(exchange.answer)}`,
          evidence(),
        );
    }
  }

  /** A refusal without a code counts only if the same call without the mistake succeeds. */
  async function uncodedVerdict({ base }: InputCase, evidence: MakeEvidence): Promise<Verdict> {
    if (await isAccepted(base!)) return held;
    return unverified(
      "base-refused",
      "valid arguments are refused too, without a code that says why",
      evidence(),
    );
  }

  async function acceptedVerdict(each: InputCase, first: AnsweredCall): Promise<Verdict> {
    const called = await withFreshValues(each, first);
    const { outcome, exchange } = called;
    const evidence = () => context.evidence(exchange, each.id);
    if (outcome.is === "success") return held;
    if (runsAsTask(cases, each.tool))
      return unverified("task", `${each.tool} runs only as a task`, evidence());
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text))
      return failedCall("a call that is accepted", called, evidence);
    if (outcome.code === "not_implemented") return notImplemented(each, evidence);
    if (outcome.code === "invalid_input" || outcome.code === undefined) {
      return refusedAsInvalid(each, outcome.code, describeAnswer(exchange.answer), outcome.text, evidence);
    }
    if (!isDeclared(each.tool, outcome.code)) {
      return failed("a call that is accepted", describeAnswer(exchange.answer), evidence());
    }
    // The edits replaced an existing value by an invented one: the server read the arguments and found nothing.
    if (bindings.overridesBound(each.tool, baseArguments(cases, each.base!), each.edits ?? [])) return held;
    return unverified("refused", `the call was refused with ${outcome.code}`, evidence());
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
    if (each.edits === undefined || (await isAccepted(each.base!)))
      return failed("a call that is accepted", answerText, evidence());
    return unverified("base-refused", "the same arguments without this change are refused too", evidence());
  }

  function schemaRefusalsOf(tool: string): Promise<SchemaRefusals> {
    const cached = schemaRefusals.get(tool) ?? learnSchemaRefusals(tool);
    schemaRefusals.set(tool, cached);
    return cached;
  }

  async function learnSchemaRefusals(tool: string): Promise<SchemaRefusals> {
    const texts: string[] = [];
    for (const each of samplesOf(cases, tool)) texts.push(...refusalIn(await call(each, bindings.shared())));
    const [ofValid] = tool in cases.bases ? refusalIn(await callBase(tool)) : [];
    return schemaRefusalsOfTexts(texts, argumentsNamed(cases, tool), ofValid);
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
    await bringToState(each.tool, await argumentsOf(each, values));
    const called = await call(each, values);
    return "missing" in called ? first : called;
  }

  function isDeclared(tool: string, code: string): boolean {
    return cases.tools[tool]!.failures.includes(code);
  }

  async function isAccepted(base: string): Promise<boolean> {
    const called = await callBase(base);
    return !("missing" in called) && called.outcome.is === "success";
  }

  /** Whether valid arguments get the same error: then it is not about the mistake. */
  async function isAnsweredLike(base: string, { outcome }: AnsweredCall): Promise<boolean> {
    const called = await callBase(base);
    if ("missing" in called || outcome.is !== "rpc-error" || called.outcome.is !== "rpc-error") return false;
    return called.outcome.code === outcome.code;
  }

  function callBase(name: string): Promise<CallResult> {
    const { tool } = cases.bases[name]!;
    const cached = baseCalls.get(name) ?? call({ tool, base: name }, bindings.shared());
    baseCalls.set(name, cached);
    return cached;
  }

  async function call(
    each: Pick<InputCase, "tool" | "base" | "edits">,
    values: BoundValues,
  ): Promise<CallResult> {
    return caller.call(each.tool, await argumentsOf(each, values), caller.allScopes);
  }

  async function argumentsOf(
    { tool, base, edits = [] }: Pick<InputCase, "tool" | "base" | "edits">,
    values: BoundValues,
  ): Promise<Json> {
    return edited(await values.into(tool, baseArguments(cases, base!)), edits);
  }
}

function refusalIn(called: CallResult): string[] {
  return "missing" in called || called.outcome.is !== "refusal" ? [] : [textOf(called.outcome.result)];
}

function notImplemented({ tool }: InputCase, evidence: MakeEvidence): Verdict {
  return unverified("not_implemented", `${tool} answers not_implemented`, evidence());
}
