import { baseArguments, runsAsTask } from "../calls/arguments.ts";
import type { BoundValues } from "../calls/bindings.ts";
import type { CallResult } from "../calls/caller.ts";
import type { Context, MakeEvidence } from "../calls/context.ts";
import { edited, type Json } from "../cases/edits.ts";
import type { InputCase } from "../cases/format.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { describeAnswer, textOf } from "../wire/answer.ts";

type CompletedCall = Exclude<CallResult, { readonly missing: string }>;

/** JSON-RPC: invalid method parameters. Older servers refuse arguments like that. */
const invalidParams = -32602;

/** Judges arguments that must be accepted, or refused. */
export function inputJudge(context: Context): (each: InputCase) => Promise<Verdict> {
  const { cases, caller, bindings, schemas, prepareFor } = context;
  /** Bases are called once, however many cases stand on them. */
  const baseCalls = new Map<string, Promise<CallResult>>();
  const schemaRefusals = new Map<string, Promise<ReadonlySet<string>>>();

  return async (each) => {
    // What is looked at is what is sent, bound values and all.
    const unsound = schemas.unsoundness(each, await argumentsOf(each, bindings.shared()));
    if (unsound !== undefined) return unverified("unsound", unsound);
    const called =
      each.edits === undefined ? await callBase(each.base!) : await call(each, bindings.shared());
    if ("missing" in called) return unverified("no-hook", called.missing);
    return each.expect === "refused" ? refusedVerdict(each, called) : acceptedVerdict(each, called);
  };

  async function refusedVerdict(each: InputCase, { outcome, exchange }: CompletedCall): Promise<Verdict> {
    const evidence = () => context.evidence(exchange, each.id);
    if (outcome.is === "rpc-error" && outcome.code === invalidParams) return held;
    if (outcome.is !== "refusal")
      return failed("a refusal of the arguments", describeAnswer(exchange.answer), evidence());
    switch (outcome.code) {
      case "invalid_input":
        return held;
      case "not_implemented":
        return notImplemented(each, evidence);
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

  /** A refusal that does not say why shows something only where the same call without the mistake succeeds. */
  async function uncodedVerdict({ base }: InputCase, evidence: MakeEvidence): Promise<Verdict> {
    if (await isAccepted(base!)) return held;
    return unverified("base-refused", "valid arguments are refused too, and no code tells why", evidence());
  }

  async function acceptedVerdict(each: InputCase, first: CompletedCall): Promise<Verdict> {
    const { outcome, exchange } = await withFreshValues(each, first);
    const evidence = () => context.evidence(exchange, each.id);
    if (outcome.is === "success") return held;
    if (runsAsTask(cases, each.tool))
      return unverified("task", `${each.tool} runs only as a task`, evidence());
    if (outcome.is !== "refusal")
      return failed("a call that is accepted", describeAnswer(exchange.answer), evidence());
    if (outcome.code === "not_implemented") return notImplemented(each, evidence);
    if (outcome.code === "invalid_input" || outcome.code === undefined) {
      return refusedAsInvalid(
        each,
        outcome.code,
        describeAnswer(exchange.answer),
        firstPhrase(outcome.text),
        evidence,
      );
    }
    if (!isDeclared(each.tool, outcome.code)) {
      return failed("a call that is accepted", describeAnswer(exchange.answer), evidence());
    }
    // A made-up value of something that has to exist: the arguments were read, and nothing was found.
    if (bindings.overridesBound(each.edits ?? [])) return held;
    return unverified("refused", `the call was refused with ${outcome.code}`, evidence());
  }

  /**
   * The schema allows the arguments. What refuses them is the schema's check where the refusal reads like others of it;
   * else it is a rule of the server's own, of which a schema knows nothing.
   */
  async function refusedAsInvalid(
    each: InputCase,
    code: string | undefined,
    answerText: string,
    phrase: string,
    evidence: MakeEvidence,
  ): Promise<Verdict> {
    const isSchemaRefusal = (await schemaRefusalsOf(each.tool)).has(phrase);
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

  /** How refusals of a tool begin when its schema is broken for certain. */
  function schemaRefusalsOf(tool: string): Promise<ReadonlySet<string>> {
    const cached = schemaRefusals.get(tool) ?? learnSchemaRefusals(tool);
    schemaRefusals.set(tool, cached);
    return cached;
  }

  async function learnSchemaRefusals(tool: string): Promise<ReadonlySet<string>> {
    const breaking = cases.cases.filter(
      (each): each is InputCase => each.kind === "input" && each.tool === tool && each.expect === "refused",
    );
    const phrases = new Set<string>();
    for (const each of breaking.slice(0, sampledRefusals)) {
      const called = await call(each, bindings.shared());
      if ("missing" in called || called.outcome.is !== "refusal") continue;
      phrases.add(firstPhrase(textOf(called.outcome.result)));
    }
    return phrases;
  }

  /** What the arguments name may be used up: once more, with values of their own. */
  async function withFreshValues(each: InputCase, first: CompletedCall): Promise<CompletedCall> {
    const { outcome } = first;
    const isWorthIt =
      outcome.is === "refusal" && outcome.code !== "invalid_input" && outcome.code !== "not_implemented";
    if (!isWorthIt || bindings.boundNames(baseArguments(cases, each.base!)).length === 0) return first;
    const values = bindings.renew();
    await prepareFor(each.id, values);
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
    { base, edits = [] }: Pick<InputCase, "base" | "edits">,
    values: BoundValues,
  ): Promise<Json> {
    return edited(await values.into(baseArguments(cases, base!)), edits);
  }
}

/** Refusals of a tool's schema that are looked at to know them again. */
const sampledRefusals = 3;

/** Up to the first full stop, colon or line break. */
function firstPhrase(text: string): string {
  return text
    .split(/[.:\n]/, 1)[0]!
    .trim()
    .toLowerCase();
}

function notImplemented({ tool }: InputCase, evidence: MakeEvidence): Verdict {
  return unverified("not_implemented", `${tool} answers not_implemented`, evidence());
}
