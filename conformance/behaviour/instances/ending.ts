/** Ends instances that a run has made. */
import { listAccountCaps } from "../../calls/cap-reached.ts";
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import type { CallOfEntity } from "../../cases/call-rules.ts";
import { valueAt } from "../../cases/edits.ts";
import { describeAnswer } from "../../wire/answer.ts";
import { readStructured } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import type { Identity } from "../calls/identity.ts";
import { withAddress } from "../rules/address.ts";
import { matchesRule } from "../rules/rule-calls.ts";
import type { CreatedInstance } from "./created-instance.ts";

/** Finds the call after which a new instance no longer counts for a limit of its account: a ticket is closed. */
export function findUncounting(entity: string, rules: Behaviour): CallOfEntity | undefined {
  const caps = listAccountCaps(rules).filter(({ rule }) => rule.entity === entity);
  const machines = Object.values(rules.states).filter((machine) => machine.entity === entity);
  return caps
    .flatMap(({ rule: { while: counted } }) =>
      machines.flatMap(({ initial, transitions }) =>
        Object.values(transitions).filter(
          ({ from, to }) => counted?.includes(initial) && from.includes(initial) && !counted.includes(to),
        ),
      ),
    )
    .map(({ by: { id, ...by } }) => id !== undefined && { ...by, id })
    .find((call) => call !== false);
}

export function isFinal({ transitions, serverTransitions }: StateRule, state: string): boolean {
  return ![...Object.values(transitions), ...Object.values(serverTransitions)].some(({ from }) =>
    from.includes(state),
  );
}

/** Ends an instance; returns the answer to the call unless it is ended. A refusal counts if the instance is gone or in its last state. Without an answer, it is not ended. */
export async function tryToEnd(
  rules: Behaviour,
  calls: Pick<Calls, "call">,
  instance: CreatedInstance,
  mayLook: () => boolean,
): Promise<string | undefined> {
  const { entity, account } = instance;
  const { private: gone, endedBy = findUncounting(entity, rules) } = rules.entities[entity] ?? {};
  const by: Identity = { account };
  try {
    const called = await calls.call(instance.end, by);
    if (called.outcome.is === "success") return undefined;
    const answer = describeAnswer(called.exchange.answer);
    if (called.outcome.is !== "refusal") return answer;
    const isGone = (gone !== undefined && called.outcome.code === gone) || (await isInLastState());
    return isGone ? undefined : answer;
  } catch {
    return "no answer";
  }

  /** Whether the instance is in the state to which the call leads, or in another one that nothing leaves. */
  async function isInLastState(): Promise<boolean> {
    const machine = Object.values(rules.states).find((each) => each.entity === entity);
    const last = Object.values(machine?.transitions ?? {}).find(({ by }) => matchesRule(rules, by, endedBy!));
    if (machine === undefined || last === undefined || !mayLook()) return false;
    const { field } = machine;
    const read = await calls.call({ tool: field.tool, input: withAddress(rules, field, instance) }, by);
    const state = valueAt(readStructured(read), field.path);
    // A thing that was shipped, or has lapsed, needs no end.
    return (
      state === last.to || (machine.states.some((each) => each === state) && isFinal(machine, String(state)))
    );
  }
}
