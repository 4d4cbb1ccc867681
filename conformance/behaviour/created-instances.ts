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

/** Lists of existing instances are read this far. */
const maxPages = 20;
const shownIds = 5;

export class CreatedInstances {
  readonly #tools: CaseFile["tools"];
  readonly #rules: Behaviour;
  readonly #created = new Map<string, CreatedInstance>();
  readonly #existing = new Set<string>();
  /** Entities of which every existing one is known. */
  readonly #listed = new Set<string>();

  constructor(tools: CaseFile["tools"], rules: Behaviour) {
    this.#tools = tools;
    this.#rules = rules;
  }

  /** Sees every call of the run. */
  record(tool: string, input: Json | undefined, outcome: Outcome, account: string | undefined): void {
    if (outcome.is !== "success" || this.#tools[tool]?.readOnly !== false) return;
    for (const [entity, rule] of Object.entries(this.#rules.entities)) {
      for (const id of this.#newIds(entity, rule, tool, input, outcome)) this.#add({ entity, id, account });
      if (input !== undefined) this.#removeEnded(entity, rule, { tool, input });
    }
  }

  /** Remembers what there was before the run, which is never ended. */
  async listExisting(calls: Calls): Promise<void> {
    for (const [entity, { endedBy, observedBy }] of Object.entries(this.#rules.entities)) {
      const lister = observedBy.find(({ list, id }) => list !== undefined && id === undefined);
      if (endedBy === undefined || lister === undefined) continue;
      const { ids, isWhole } = await listAll(this.#rules, calls, lister);
      for (const id of ids) this.#existing.add(makeKey(entity, id));
      if (isWhole) this.#listed.add(entity);
    }
  }

  /** The number of requests that ending everything will take. */
  pendingRequests(): number {
    return this.#endable().length;
  }

  /** Ends everything, the newest first. Returns notes for the report. */
  async end(calls: Calls): Promise<string[]> {
    const remaining: CreatedInstance[] = [];
    for (const each of this.#endable().reverse()) {
      if (!(await isEnded(this.#rules, calls, each))) remaining.push(each);
    }
    return [...Map.groupBy(remaining, ({ entity }) => entity)].map(([entity, instances]) =>
      describeRemaining(entity, instances),
    );
  }

  #add(instance: CreatedInstance): void {
    const key = makeKey(instance.entity, instance.id);
    if (!this.#existing.has(key) && !this.#created.has(key)) this.#created.set(key, instance);
  }

  #removeEnded(entity: string, { endedBy }: EntityRule, call: { tool: string; input: Json }): void {
    if (endedBy && matchesRule(endedBy, call))
      this.#created.delete(makeKey(entity, valueAt(call.input, endedBy.id) ?? null));
  }

  #endable(): CreatedInstance[] {
    return [...this.#created.values()].filter(
      ({ entity }) => this.#rules.entities[entity]!.endedBy !== undefined,
    );
  }

  /**
   * The ids that a call has made: that of the tool which makes the entity; and those that any other writing tool
   * returns without having been given them, if it is certain that they are new.
   */
  #newIds(
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
    if (!this.#listed.has(entity)) return [];
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
  for await (const { called, isLast } of pagesOf(rules, tool, input, maxPages, (page) =>
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
