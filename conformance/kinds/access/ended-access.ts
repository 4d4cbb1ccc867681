/** Judges that an account is refused as soon as its access has ended. */
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";

type ArgumentCase = Extract<AccessCase, { readonly check: "other-account" | "unknown-id" }>;

/** An entity to which an account had access. */
interface Ended {
  readonly entity: Json;
  readonly id: Json;
  readonly account: string;
}

/** Checks that every tool with the id refuses an account as soon as its access ends, even after a reading tool was just used. */
export async function endedVerdict(
  ended: Ended,
  engine: Engine,
  end: () => Promise<unknown>,
): Promise<Verdict> {
  const { cases, tools } = engine.context.cases;
  const tries = cases.filter(
    (each): each is ArgumentCase =>
      each.kind === "access" &&
      "check" in each &&
      each.check === "other-account" &&
      each.entity === ended.entity,
  );
  for (const each of tries)
    if (tools[each.tool]?.readOnly !== false) await callAfterwards(each, ended, engine);
  await end();
  for (const each of tries) {
    const called = await callAfterwards(each, ended, engine);
    const verdict = refusalVerdict(each, called, engine);
    if (verdict !== held) return verdict;
  }
  return held;
}

async function callAfterwards(
  each: ArgumentCase,
  { id, account }: Ended,
  { instances, calls, context }: Engine,
): Promise<Called> {
  const { tool, argument } = each;
  const example = exampleArguments(context.cases, each);
  const input = await instances.fill(tool, example, { account, keep: [argument], about: { id } });
  return calls.call({ tool, input: applyEdits(input, [{ set: argument, to: id }]) }, { account });
}

/** Requires a refusal with the code of something that the call names, or without a code. */
function refusalVerdict({ tool, entity }: ArgumentCase, called: Called, engine: Engine): Verdict {
  const { rules, verdicts } = engine;
  const { outcome, exchange, input } = called;
  if (outcome.is === "refusal" && outcome.code === "not_implemented") throw verdicts.setupFailed(called);
  const named = new Set([entity, ...listNamedEntities(rules, tool, input)]);
  const codes = [...named].flatMap((each) => rules.entities[each]?.private ?? []);
  if (outcome.is === "refusal" && (outcome.code === undefined || codes.includes(outcome.code))) return held;
  const of = `an account whose access to the ${entity} has ended`;
  return verdicts.failed(`${tool} refuses ${of} with ${codes[0]}`, called, describeAnswer(exchange.answer));
}
