/** Judges values that a server suggests for ids: they fit what was typed, are accepted, and belong to the account that types. */
import { randomBytes } from "node:crypto";
import { findCredential, otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { valueAt } from "../../cases/edits.ts";
import { listLeafValues } from "../../cases/places.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { failed, held, unverified, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import type { Exchange } from "../../wire/client.ts";

type OwnCase = Extract<ResultCase, { readonly check: "completions" }>;
type ForeignCase = Extract<AccessCase, { readonly check: "completions" }>;

/** MCP allows no more values in one answer. */
const mostValues = 100;
/** The number of values that are used. */
const mostUsed = 5;
/** The most texts of an instance that are typed. */
const mostTexts = 4;
/** The same if requests are limited: then only the id is typed. */
const briefly = { mostUsed: 1, mostTexts: 0 };

/** Tool -> suggested values that it has taken, if requests are limited. */
const takenValues = oncePerRun<Set<string>>();

interface Suggested {
  readonly values: readonly Json[];
  readonly exchange: Exchange;
}

export async function completionsVerdict(each: OwnCase, engine: Engine): Promise<Verdict> {
  const { instance, most } = engine.isBrief
    ? { instance: await engine.observer.referenceInstance(each.entity), most: briefly }
    : { instance: await engine.instances.make(each.entity), most: { mostUsed, mostTexts } };
  const strange = randomBytes(12).toString("hex");
  const unfitting = await complete(each, strange, engine);
  // Nothing contains random letters, so these values do not fit.
  if (unfitting.values.length > 0)
    return failed(
      `no value for ${strange}, which nothing contains`,
      `${unfitting.values.length} values, such as ${JSON.stringify(unfitting.values[0])}`,
      unfitting.exchange,
    );
  let used = 0;
  const texts = listTyped(instance, most.mostTexts);
  for (const typed of engine.isBrief ? texts : ["", ...texts]) {
    const { values, exchange } = await complete(each, typed, engine);
    const wrong = values.find((value) => typeof value !== "string");
    if (values.length > mostValues || wrong !== undefined)
      return failed(`at most ${mostValues} texts`, describeAnswer(exchange.answer), exchange);
    for (const value of values.slice(0, most.mostUsed)) {
      used += 1;
      const problem = await findRefusal(each, { typed, value: String(value) }, engine);
      if (problem !== undefined) return problem;
    }
  }
  if (used > 0) return held;
  return unverified("unobserved", `nothing is suggested for ${each.completion.parameter}`);
}

/** Uses a value. One that is suggested no more may have been ended by others. */
async function findRefusal(
  each: OwnCase,
  { typed, value }: { readonly typed: string; readonly value: string },
  engine: Engine,
): Promise<Verdict | undefined> {
  const { completion, tool } = each;
  const taken = takenValues(engine, tool, () => new Set());
  if (completion.taken === undefined || taken.has(value)) return undefined;
  const first = await use();
  if (first.answer.kind === "result") {
    if (engine.isBrief) taken.add(value);
    return undefined;
  }
  const { values } = await complete(each, typed, engine);
  if (!values.includes(value)) return undefined;
  const again = await use();
  if (again.answer.kind === "result") return undefined;
  return failed(
    `${tool} takes ${value}, which is suggested for ${JSON.stringify(typed)}`,
    describeAnswer(again.answer),
    again,
  );

  async function use(): Promise<Exchange> {
    const input = { [completion.parameter]: value };
    if (completion.taken === "resource") return (await engine.calls.call({ tool, input })).exchange;
    const { caller } = engine.context;
    const params = { name: valueAt(completion.ref, "/name") ?? "", arguments: input };
    return (await caller.request("prompts/get", params, caller.allScopes)).exchange;
  }
}

/** Types what finds an instance of the account of the run, by another account. Values that its owner does not get prove nothing. */
export async function foreignCompletionsVerdict(each: ForeignCase, engine: Engine): Promise<Verdict> {
  await engine.context.caller.requireToken(otherAccount);
  const instance = await engine.instances.make(each.entity);
  let found = 0;
  for (const typed of ["", ...listTyped(instance)]) {
    const own = await complete(each, typed, engine);
    if (!own.values.includes(instance.id)) continue;
    found += 1;
    const { values, exchange } = await complete(each, typed, engine, otherAccount);
    if (values.includes(instance.id))
      return failed(
        each.must,
        `${JSON.stringify(instance.id)} is suggested for ${JSON.stringify(typed)}`,
        exchange,
      );
  }
  return found > 0
    ? held
    : unverified("unobserved", `a new ${each.entity} is suggested for nothing that was typed`);
}

/** Lists what a user may type to find an instance: its id, and the short texts that it was made with. */
function listTyped({ id, input }: EntityInstance, most = mostTexts): string[] {
  const texts = [...listLeafValues(input)].filter(
    (value): value is string => typeof value === "string" && value.length > 2 && value.length <= 200,
  );
  return [String(id), ...texts.slice(0, most)];
}

async function complete(
  { completion: { ref, parameter } }: OwnCase | ForeignCase,
  value: string,
  { context }: Engine,
  account?: string,
): Promise<Suggested> {
  const params = { ref, argument: { name: parameter, value } };
  const credential = findCredential({ account }, context.cases);
  const { exchange } = await context.caller.request("completion/complete", params, credential);
  const values =
    exchange.answer.kind === "result" ? valueAt(exchange.answer.result, "/completion/values") : undefined;
  if (Array.isArray(values)) return { values, exchange };
  throw new PreconditionError(
    "setup",
    `completion/complete gave ${describeAnswer(exchange.answer)}`,
    exchange,
  );
}
