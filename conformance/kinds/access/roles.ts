/** Judges what an account may do that was given access to an entity with a role. */
import { type Called, isRefusedWith, showAnswer } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { Sharing } from "../../behaviour/instances/sharing.ts";
import { unchangedVerdict } from "../../behaviour/observe/refused-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";

type RoleCase = Extract<AccessCase, { readonly check: "role" }>;

export async function roleVerdict(each: RoleCase, engine: Engine): Promise<Verdict> {
  const sharing = await Sharing.find(engine, each.entity);
  const instance = await engine.instances.make(each.entity);
  const by = { account: sharing.account };
  if (each.before !== undefined) {
    await sharing.shareAs(instance, each.before);
    const first = await engine.calls.call({ tool: each.tool, input: await fill(each, instance, engine) }, by);
    if (first.outcome.is !== "success")
      return unverified(
        "unobserved",
        `with the role ${each.before} ${each.tool} is refused: ${showAnswer(first)}`,
      );
  }
  await sharing.shareAs(instance, each.role);
  const input = await fill(each, instance, engine);
  const observe = () => engine.observer.observe(instance);
  const before = await observe();
  const called = await engine.calls.call({ tool: each.tool, input }, by);
  if (each.isAllowed) return allowedVerdict(each, called, engine);
  if (!isRefusedForRole(each, called, engine)) return otherAnswerVerdict(each, called, engine);
  return unchangedVerdict(called, before, observe, engine);
}

/** Returns arguments about an instance, which is in a state that the call needs. */
async function fill(each: RoleCase, instance: EntityInstance, engine: Engine): Promise<Json> {
  const { instances, states, context } = engine;
  const about = { about: instance, instances: { [each.entity]: instance }, isChanged: true };
  const input = await instances.fill(each.tool, exampleArguments(context.cases, each), about);
  await states.bringToState(each.tool, input);
  return input;
}

async function allowedVerdict(each: RoleCase, called: Called, engine: Engine): Promise<Verdict> {
  const { outcome } = called;
  if (outcome.is === "success") return held;
  const hidden = engine.rules.entities[each.entity]!.private;
  const isAboutAccess =
    isRefusedForRole(each, called, engine) || (outcome.is === "refusal" && outcome.code === hidden);
  // The call may be wrong for another reason, such as a person who has access already.
  if (!isAboutAccess) throw engine.verdicts.setupFailed(called);
  return otherAnswerVerdict(each, called, engine);
}

/** Whether the refusal has the declared code. One without a code counts. */
function isRefusedForRole({ entity }: RoleCase, called: Called, { rules }: Engine): boolean {
  return isRefusedWith(requireDeclared(rules.entities[entity]?.sharedBy?.roles).refused, called);
}

/** Judges an answer that the role does not explain: it is a finding if the owner is answered otherwise. */
async function otherAnswerVerdict(each: RoleCase, called: Called, engine: Engine): Promise<Verdict> {
  if (called.outcome.is !== "success") {
    const instance = await engine.instances.make(each.entity);
    const input = await fill(each, instance, engine);
    const owner = await engine.calls.call({ tool: each.tool, input });
    if (owner.outcome.is !== "success") throw engine.verdicts.setupFailed(owner);
  }
  return engine.verdicts.failed(each.must, called, describeAnswer(called.exchange.answer));
}
