/** Judges states in which some tools are for the account that led an entity there, such as a check-out. */
import type { Called } from "../../behaviour/calls/called.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { Sharing } from "../../behaviour/instances/sharing.ts";
import { unchangedVerdict } from "../../behaviour/observe/refused-calls.ts";
import { findRoute } from "../../behaviour/rules/transitions.ts";
import { secondsOfWay } from "../../behaviour/states/other-states.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";

export type ExclusiveCase = Extract<AccessCase, { readonly check: "exclusive" }>;

/** Returns the seconds that have to pass until the state has ended. */
export function secondsUntilFree(each: ExclusiveCase, rules: Behaviour): number {
  const machine = requireDeclared(rules.states[each.machine]);
  const way = findRoute(machine, machine.initial, each.state) ?? [];
  return secondsOfWay(rules, each.machine, "left" in each ? [...way, { name: each.left }] : way);
}

export async function exclusiveVerdict(each: ExclusiveCase, engine: Engine): Promise<Verdict> {
  const { instances, states, observer, verdicts } = engine;
  const instance = await instances.make(each.entity);
  const account = await giveAccess(each, instance, engine);
  await states.bring(instance, each.machine, each.state);
  const observe = () => observer.observe(instance);
  const before = await observe();
  const other = await callBy(account, each, instance, engine);
  if (other.outcome.is === "success") return answerVerdict(each, other, engine);
  if (!isRefused(each, other)) throw verdicts.setupFailed(other);
  const unchanged = await unchangedVerdict(other, before, observe, engine);
  if (unchanged.status !== "held") return unchanged;
  const own = await callBy(undefined, each, instance, engine);
  if (isRefused(each, own)) return answerVerdict(each, own, engine);
  if ("transition" in each) return held;
  await leave(each, instance, engine);
  const later = await callBy(account, each, instance, engine);
  if (isRefused(each, later)) return answerVerdict(each, later, engine);
  if (later.outcome.is !== "success") throw verdicts.setupFailed(later);
  return held;
}

/** Gives another account access to an instance, and returns it. Where all accounts have access, it is the one without any share. */
async function giveAccess(each: ExclusiveCase, instance: EntityInstance, engine: Engine): Promise<string> {
  if (engine.rules.entities[each.entity]?.sharedBy === undefined) {
    await engine.context.caller.requireToken(otherAccount);
    return otherAccount;
  }
  const sharing = await Sharing.find(engine, each.entity);
  await (each.role === undefined ? sharing.share(instance) : sharing.shareAs(instance, each.role));
  return sharing.account;
}

async function callBy(
  account: string | undefined,
  each: ExclusiveCase,
  instance: EntityInstance,
  { instances, calls, context, rules }: Engine,
): Promise<Called> {
  if ("transition" in each) {
    const { by } = rules.states[each.machine]!.transitions[each.transition]!;
    return instances.callAbout(account === undefined ? instance : { ...instance, account }, by, {
      unprepared: true,
    });
  }
  const about = { about: instance, instances: { [each.entity]: instance }, isChanged: true };
  const input = await instances.fill(each.tool, exampleArguments(context.cases, each), about);
  return calls.call({ tool: each.tool, input }, { account });
}

/** Has the state end, by a call of the account that led the instance there or by the server. */
async function leave(
  each: Extract<ExclusiveCase, { readonly left: string }>,
  instance: EntityInstance,
  { states, rules, verdicts }: Engine,
): Promise<void> {
  const byServer = rules.states[each.machine]!.serverTransitions[each.left];
  if (byServer !== undefined) {
    await states.lead(instance, each.machine, each.left, byServer.to);
    return;
  }
  const called = await states.attempt(instance, each.machine, each.left);
  if (called.outcome.is !== "success") throw verdicts.setupFailed(called);
}

function isRefused({ refused }: ExclusiveCase, { outcome }: Called): boolean {
  return outcome.is === "refusal" && outcome.code === refused;
}

function answerVerdict({ must }: ExclusiveCase, called: Called, { verdicts }: Engine): Verdict {
  return verdicts.failed(must, called, describeAnswer(called.exchange.answer));
}
