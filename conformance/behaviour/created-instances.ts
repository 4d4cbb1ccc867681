/** Records what the calls of a run make, and ends it after the run, as the spec's `ended_by` says. */
import type { Behaviour, EntityRule } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { valuesAt } from "../cases/places.ts";
import type { Outcome } from "../judge/outcome.ts";
import type { Identity } from "./accounts.ts";
import { type Calls, readStructured, withId } from "./calls.ts";
import { pagesOf } from "./pages.ts";
import { matchesRule } from "./rule-calls.ts";

/** An instance that the run made and that has not been ended. */
interface CreatedInstance {
  readonly entity: string;
  readonly id: Json;
  readonly account: string | undefined;
}

const shownIds = 5;

export function trackCreated(tools: CaseFile["tools"], rules: Behaviour) {
  const created = new Map<string, CreatedInstance>();
  const existing = new Set<string>();
  /** Entities of which every existing one is known. */
  const listed = new Set<string>();
  return { record, listExisting, pendingRequests: () => endable().length, end };

  /** Sees every call of the run. */
  function record(
    tool: string,
    input: Json | undefined,
    outcome: Outcome,
    account: string | undefined,
  ): void {
    if (outcome.is !== "success" || tools[tool]?.readOnly !== false) return;
    for (const [entity, rule] of Object.entries(rules.entities)) {
      for (const id of newIds(entity, rule, tool, input, outcome)) add({ entity, id, account });
      if (input !== undefined) removeEnded(entity, rule, { tool, input });
    }
  }

  /** Remembers what there was before the run, which is never ended. */
  async function listExisting(calls: Calls): Promise<void> {
    for (const [entity, { endedBy, observedBy }] of Object.entries(rules.entities)) {
      const lister = observedBy.find(({ list, id }) => list !== undefined && id === undefined);
      if (endedBy === undefined || lister === undefined) continue;
      const { ids, isWhole } = await listAll(rules, calls, lister);
      for (const id of ids) existing.add(makeKey(entity, id));
      if (isWhole) listed.add(entity);
    }
  }

  /** Ends everything, the newest first. Returns notes for the report. */
  async function end(calls: Calls): Promise<string[]> {
    const remaining: CreatedInstance[] = [];
    for (const each of endable().reverse()) {
      if (!(await isEnded(rules, calls, each))) remaining.push(each);
    }
    return [...Map.groupBy(remaining, ({ entity }) => entity)].map(([entity, instances]) =>
      describeRemaining(entity, instances),
    );
  }

  function add(instance: CreatedInstance): void {
    const key = makeKey(instance.entity, instance.id);
    if (!existing.has(key) && !created.has(key)) created.set(key, instance);
  }

  function removeEnded(entity: string, { endedBy }: EntityRule, call: { tool: string; input: Json }): void {
    if (endedBy && matchesRule(endedBy, call))
      created.delete(makeKey(entity, valueAt(call.input, endedBy.id) ?? null));
  }

  function endable(): CreatedInstance[] {
    return [...created.values()].filter(({ entity }) => rules.entities[entity]!.endedBy !== undefined);
  }

  /**
   * The ids that a call has made: that of the tool which makes the entity; and those that any other writing tool
   * returns without having been given them, if it is certain that they are new.
   */
  function newIds(
    entity: string,
    { madeBy, results }: EntityRule,
    tool: string,
    input: Json | undefined,
    outcome: Extract<Outcome, { readonly is: "success" }>,
  ): Json[] {
    const result = outcome.result.structuredContent;
    if (madeBy?.tool === tool) {
      const id = result === undefined ? undefined : valueAt(result, madeBy.path);
      return id === undefined ? [] : [id];
    }
    if (!listed.has(entity)) return [];
    const sent = JSON.stringify(input ?? null);
    return results
      .filter((place) => place.tool === tool && !place.path.split("/").includes("*"))
      .flatMap(({ path }) => valuesAt(result, path))
      .map(({ value }) => value)
      .filter((id) => id !== null && !sent.includes(JSON.stringify(id)));
  }
}

function describeRemaining(entity: string, instances: readonly CreatedInstance[]): string {
  const ids = instances.slice(0, shownIds).map(({ id }) => String(id));
  const more = instances.length > shownIds ? " ..." : "";
  return `${instances.length} of what the run made could not be ended: ${entity} ${ids.join(", ")}${more}`;
}

function makeKey(entity: string, id: Json): string {
  return `${entity} ${JSON.stringify(id)}`;
}

async function listAll(
  rules: Behaviour,
  calls: Calls,
  { tool, input, list = "" }: { readonly tool: string; readonly input: Json; readonly list?: string },
): Promise<{ ids: Json[]; isWhole: boolean }> {
  const ids: Json[] = [];
  for await (const { called, isLast } of pagesOf(rules, tool, input, (page) =>
    calls.call({ tool, input: page }),
  )) {
    if (called.outcome.is !== "success") return { ids, isWhole: false };
    ids.push(...valuesAt(readStructured(called), list).map(({ value }) => value));
    if (isLast) return { ids, isWhole: true };
  }
  return { ids, isWhole: false };
}

/** A target that no longer answers keeps what it has. What is refused is ended if it is gone, or in its last state. */
async function isEnded(
  rules: Behaviour,
  calls: Calls,
  { entity, id, account }: CreatedInstance,
): Promise<boolean> {
  const { endedBy, private: gone } = rules.entities[entity]!;
  const by: Identity = { account };
  try {
    const called = await calls.call({ tool: endedBy!.tool, input: withId(endedBy!, id) }, by);
    if (called.outcome.is === "success") return true;
    if (called.outcome.is !== "refusal") return false;
    return (gone !== undefined && called.outcome.code === gone) || (await isInLastState());
  } catch {
    return false;
  }

  async function isInLastState(): Promise<boolean> {
    const machine = Object.values(rules.states).find((each) => each.entity === entity);
    const last = Object.values(machine?.transitions ?? {}).find(({ by }) => matchesRule(by, endedBy!));
    if (machine === undefined || last === undefined) return false;
    const { field } = machine;
    const read = await calls.call({ tool: field.tool, input: withId(field, id) }, by);
    return valueAt(readStructured(read), field.path) === last.to;
  }
}
