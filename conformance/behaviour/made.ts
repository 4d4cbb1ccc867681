/** Records what the calls of a run make, and ends it after the run, as the spec's `ended_by` says. */
import type { Behaviour, ResourceRule } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { valuesAt } from "../cases/places.ts";
import type { Outcome } from "../judge/outcome.ts";
import type { Identity } from "./accounts.ts";
import { type Calls, structuredOf, withId } from "./calls.ts";
import { pagesOf } from "./pages.ts";
import { isCallOf } from "./rule-calls.ts";

/** Something that the run made and that still is there. */
interface Made {
  readonly resource: string;
  readonly id: Json;
  readonly account: string | undefined;
}

export interface MadeThings {
  /** Sees every call of the run. */
  record(tool: string, input: Json | undefined, outcome: Outcome, account: string | undefined): void;
  /** Remembers what there was before the run, which is never ended. */
  listExisting(calls: Calls): Promise<void>;
  /** The number of requests that ending everything will take. */
  pendingRequests(): number;
  /** Ends everything, the newest first. Returns notes for the report. */
  end(calls: Calls): Promise<string[]>;
}

const keepsNoRecord: MadeThings = {
  record: () => undefined,
  listExisting: async () => undefined,
  pendingRequests: () => 0,
  end: async () => [],
};

/** Lists of existing things are read this far. */
const maxPages = 20;
const shownIds = 5;

/** @param isDisposable everything goes away with the target, so nothing is ended */
export function madeThingsOf({ tools, behaviour }: CaseFile, isDisposable: boolean): MadeThings {
  if (behaviour === undefined || isDisposable) return keepsNoRecord;
  const rules = behaviour;
  const made = new Map<string, Made>();
  const existing = new Set<string>();
  /** Resources of which every existing one is known. */
  const listed = new Set<string>();
  return {
    record(tool, input, outcome, account) {
      if (outcome.is !== "success" || tools[tool]?.readOnly !== false) return;
      for (const [resource, rule] of Object.entries(rules.resources)) {
        for (const id of newIds(resource, rule, tool, input, outcome)) add({ resource, id, account });
        if (input !== undefined) removeEnded(resource, rule, { tool, input });
      }
    },
    async listExisting(calls) {
      for (const [resource, { endedBy, observedBy }] of Object.entries(rules.resources)) {
        const lister = observedBy.find(({ list, id }) => list !== undefined && id === undefined);
        if (endedBy === undefined || lister === undefined) continue;
        const { ids, isWhole } = await listAll(rules, calls, lister);
        for (const id of ids) existing.add(keyOf(resource, id));
        if (isWhole) listed.add(resource);
      }
    },
    pendingRequests: () => endable().length,
    async end(calls) {
      const remaining: Made[] = [];
      for (const each of endable().reverse()) {
        if (!(await isEnded(rules, calls, each))) remaining.push(each);
      }
      return [...Map.groupBy(remaining, ({ resource }) => resource)].map(([resource, things]) =>
        describeRemaining(resource, things),
      );
    },
  };

  function add(thing: Made): void {
    const key = keyOf(thing.resource, thing.id);
    if (!existing.has(key) && !made.has(key)) made.set(key, thing);
  }

  function removeEnded(
    resource: string,
    { endedBy }: ResourceRule,
    call: { tool: string; input: Json },
  ): void {
    if (endedBy && isCallOf(endedBy, call))
      made.delete(keyOf(resource, valueAt(call.input, endedBy.id) ?? null));
  }

  function endable(): Made[] {
    return [...made.values()].filter(({ resource }) => rules.resources[resource]!.endedBy !== undefined);
  }

  /**
   * The ids that a call has made: that of the tool which makes the resource; and those that any other writing tool
   * returns without having been given them, if it is certain that they are new.
   */
  function newIds(
    resource: string,
    { madeBy, results }: ResourceRule,
    tool: string,
    input: Json | undefined,
    outcome: Extract<Outcome, { readonly is: "success" }>,
  ): Json[] {
    const result = outcome.result.structuredContent;
    if (madeBy?.tool === tool) {
      const id = result === undefined ? undefined : valueAt(result, madeBy.path);
      return id === undefined ? [] : [id];
    }
    if (!listed.has(resource)) return [];
    const sent = JSON.stringify(input ?? null);
    return results
      .filter((place) => place.tool === tool && !place.path.split("/").includes("*"))
      .flatMap(({ path }) => valuesAt(result, path))
      .map(({ value }) => value)
      .filter((id) => id !== null && !sent.includes(JSON.stringify(id)));
  }
}

function describeRemaining(resource: string, things: readonly Made[]): string {
  const ids = things.slice(0, shownIds).map(({ id }) => String(id));
  const more = things.length > shownIds ? " ..." : "";
  return `${things.length} of what the run made could not be ended: ${resource} ${ids.join(", ")}${more}`;
}

function keyOf(resource: string, id: Json): string {
  return `${resource} ${JSON.stringify(id)}`;
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
    ids.push(...valuesAt(structuredOf(called), list).map(({ value }) => value));
    if (isLast) return { ids, isWhole: true };
  }
  return { ids, isWhole: false };
}

/** A target that no longer answers keeps what it has. What is refused is ended if it is gone, or in its last state. */
async function isEnded(rules: Behaviour, calls: Calls, { resource, id, account }: Made): Promise<boolean> {
  const { endedBy, private: gone } = rules.resources[resource]!;
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
    const machine = Object.values(rules.states).find((each) => each.resource === resource);
    const last = Object.values(machine?.transitions ?? {}).find(({ by }) => isCallOf(by, endedBy!));
    if (machine === undefined || last === undefined) return false;
    const { field } = machine;
    const read = await calls.call({ tool: field.tool, input: withId(field, id) }, by);
    return valueAt(structuredOf(read), field.path) === last.to;
  }
}
