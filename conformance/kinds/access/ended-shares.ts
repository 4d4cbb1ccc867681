/** Judges that an account loses what a share has given it when the share ends. */
import { type Called, isRefusedWith } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { Sharing } from "../../behaviour/instances/sharing.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import { findRoute } from "../../behaviour/rules/transitions.ts";
import { secondsOfWay } from "../../behaviour/states/other-states.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import { applyEdits, type JsonObject } from "../../cases/edits.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";

export type UnsharedCase = Extract<AccessCase, { readonly check: "unshared" }>;

/** The answers to the other account while a share holds, and after it. */
interface Answers {
  readonly during: Called;
  readonly after: Called;
}

/** The cases about one share in one state make it once. */
const trials = whileInstancesLast<Promise<ReadonlyMap<string, Answers>>>();

/** The seconds that have to pass until the share is in the state. */
export function secondsUntilUnshared({ machine, state }: UnsharedCase, rules: Behaviour): number {
  const rule = machine === undefined ? undefined : rules.states[machine];
  if (rule === undefined || state === undefined) return 0;
  return secondsOfWay(rules, machine!, findRoute(rule, rule.initial, state) ?? []);
}

export async function unsharedVerdict(each: UnsharedCase, engine: Engine): Promise<Verdict> {
  const name = JSON.stringify([each.entity, each.state]);
  const isTogether = (other: Engine["selected"][number]): other is UnsharedCase =>
    other.kind === "access" &&
    "check" in other &&
    other.check === "unshared" &&
    JSON.stringify([other.entity, other.state]) === name;
  const answers = await trials(engine, name, () => callAround(engine.selected.filter(isTogether), engine));
  const { during, after } = requireDeclared(answers.get(each.id), `the ${each.subject} cannot be made`);
  if (during.outcome.is !== "success")
    return unverified("unobserved", `a share of the ${each.entity} does not show the ${each.subject}`);
  const code = engine.rules.entities[each.subject]!.private;
  if (isRefusedWith(code, after)) return held;
  return engine.verdicts.failed(each.must, after, describeAnswer(after.exchange.answer));
}

/** Makes calls about the entity and what is in it by the other account, ends the share, and makes them again. */
async function callAround(
  cases: readonly UnsharedCase[],
  engine: Engine,
): Promise<ReadonlyMap<string, Answers>> {
  const [{ entity, machine, state, ...one }] = cases as readonly [UnsharedCase, ...UnsharedCase[]];
  const { instances, states, calls, context } = engine;
  const sharing = await Sharing.find(engine, entity);
  const instance = await instances.make(entity);
  const subjects = new Map([[entity, instance]]);
  for (const { subject } of cases)
    if (!subjects.has(subject))
      subjects.set(subject, await instances.make(subject, { instances: { [entity]: instance } }));
  const share = await makeShare(one.share, instance, sharing, engine);
  const callAll = async () => {
    const answers = new Map<string, Called>();
    for (const each of cases) {
      const about = subjects.get(each.subject)!;
      const input = await instances.fill(each.tool, exampleArguments(context.cases, each), {
        instances: { [each.subject]: about },
      });
      answers.set(each.id, await calls.call({ tool: each.tool, input }, { account: sharing.account }));
    }
    return answers;
  };
  const during = await callAll();
  if (machine !== undefined && state !== undefined) await states.bring(share, machine, state);
  else if ((await instances.end(share)).outcome.is !== "success")
    throw new PreconditionError("setup", `the ${share.entity} cannot be ended`);
  const after = await callAll();
  return new Map(cases.map(({ id }) => [id, { during: during.get(id)!, after: after.get(id)! }]));
}

/** Makes the entity by which the account gets access. */
function makeShare(
  entity: string,
  instance: EntityInstance,
  { rule }: Sharing,
  { instances }: Engine,
): Promise<EntityInstance> {
  const [call] = rule.calls;
  const input = applyEdits(call!, [{ set: rule.id, to: instance.id }]) as JsonObject;
  return instances.make(entity, { input, instances: { [instance.entity]: instance } });
}
