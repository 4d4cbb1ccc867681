/** Records the instances that a run creates, and ends them after the run by the spec's `ended_by` and the target file's `cleanup`. */
import type { CompletedCall } from "../../calls/completed-call.ts";
import type { Behaviour, EntityRule, ObserverRule } from "../../cases/behaviour.ts";
import type { CallOfEntity } from "../../cases/call-rules.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { CaseTool } from "../../cases/format.ts";
import { valuesAt } from "../../cases/places.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Drawn } from "../../results/report.ts";
import type { Cleanup } from "../../target/target.ts";
import { readStructured } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import { readPages } from "../calls/pages.ts";
import { collectParents, readNamedEntities, withAddress } from "../rules/address.ts";
import { hasArgumentsOf, listIdArguments, type ToolCall } from "../rules/rule-calls.ts";
import type { CreatedInstance, EndingCalls } from "./created-instance.ts";
import { findUncounting, tryToEnd } from "./ending.ts";
import { noteMadeInTrial } from "./trial-instances.ts";

/** Tool -> whether it only reads. */
type Tools = Readonly<Record<string, Pick<CaseTool, "readOnly">>>;

/** An instance that could not be ended. */
interface RemainingInstance extends CreatedInstance {
  /** The answer to the call that ends it. */
  readonly answer: string;
}

const shownIds = 5;

/** An entity that a tool ends. */
interface EndableEntity {
  readonly entity: string;
  readonly rule: EntityRule;
  readonly endedBy: CallOfEntity;
}

/** Instances that no rule can end are not recorded. */
export class CreatedInstances {
  readonly #tools: Tools;
  readonly #rules: Behaviour;
  readonly #cleanup: readonly Cleanup[];
  readonly #endable: readonly EndableEntity[];
  /** Key -> an instance to end. */
  readonly #created = new Map<string, CreatedInstance>();
  /** Entity -> the number of instances that the run created. */
  readonly #made = new Map<string, number>();
  /** Keys of the instances that existed before the run. */
  readonly #existing = new Set<string>();
  /** Keys of the instances that could not be ended. */
  readonly #lasting = new Set<string>();
  /** Entities whose existing instances are all known. */
  readonly #listed = new Set<string>();

  constructor(tools: Tools, rules: Behaviour, cleanup: readonly Cleanup[] = []) {
    this.#tools = tools;
    this.#rules = rules;
    this.#cleanup = cleanup;
    this.#endable = Object.entries(rules.entities).flatMap(([entity, rule]) => {
      const endedBy = rule.endedBy ?? findUncounting(entity, rules);
      return endedBy === undefined ? [] : [{ entity, rule, endedBy }];
    });
  }

  /** The number of requests that ending all instances needs. */
  pendingRequests(): number {
    return this.#created.size;
  }

  /** Lists how many instances the run made of each entity, and how many of them are left. */
  listMade(): Drawn[] {
    return this.#endable
      .filter(({ rule }) => rule.madeBy !== undefined)
      .map(({ entity }) => {
        const left = [...this.#created.values()].filter((each) => each.entity === entity).length;
        return { quota: entity, kind: "entity", drawn: this.#made.get(entity) ?? 0, left };
      });
  }

  /** Called with every call of the run. */
  record({ tool, input = {}, outcome, credential }: CompletedCall): void {
    if (outcome.is !== "success") return;
    const account = typeof credential === "string" ? undefined : credential.account;
    const result = outcome.result.structuredContent ?? null;
    for (const rule of this.#cleanup) {
      const id = rule.made_by === tool ? valueAt(result, rule.output) : undefined;
      if (id === undefined) continue;
      this.#add({ entity: rule.tool, id, account, parents: {}, end: cleanupCall(rule, id) });
    }
    if (this.#tools[tool]?.readOnly === false) this.#recordEntities({ tool, input }, result, account);
  }

  /**
   * Remembers the instances that existed before the run, which are never ended. Skips lists of one parent, and entities whose ids
   * are unique only within a parent, since such a list is not complete.
   */
  async listExisting(calls: Calls): Promise<void> {
    for (const { entity, rule, endedBy } of this.#endable) {
      const lister = rule.observedBy.find(({ list, id }) => list !== undefined && id === undefined);
      if (lister === undefined || this.#namesOthers(entity, lister) || this.#namesOthers(entity, endedBy))
        continue;
      const listed = await ifPossible(listAll(this.#rules, calls, lister));
      const { ids, isWhole } = listed ?? { ids: [], isWhole: false };
      for (const id of ids) {
        const input = withAddress(this.#rules, endedBy, { id });
        this.#existing.add(this.#makeKey(entity, { tool: endedBy.tool, input }));
      }
      if (isWhole) this.#listed.add(entity);
    }
  }

  /**
   * Ends everything, the newest first. Returns notes for the report.
   * @param mostLooks how many requests may be made beside one for each instance
   */
  async end(calls: Pick<Calls, "call">, mostLooks: number): Promise<string[]> {
    const remaining: RemainingInstance[] = [];
    let looks = 0;
    const mayLook = () => looks++ < mostLooks;
    for (const each of [...this.#created.values()].reverse()) {
      const answer = await tryToEnd(this.#rules, calls, each, mayLook);
      if (answer === undefined) this.#created.delete(this.#makeKey(each.entity, each.end));
      else remaining.push({ ...each, answer });
    }
    return [...Map.groupBy(remaining, ({ entity }) => entity)].map(([entity, instances]) =>
      describeRemaining(entity, instances),
    );
  }

  /**
   * Ends what cases no longer need, the newest first, as long as that lets others be ended. What cannot be ended is not tried again.
   * @param keys of some instances; absent: of all
   */
  async endSome({ calls, lead }: EndingCalls, keys?: ReadonlySet<string>): Promise<void> {
    let left: readonly string[] = [...this.#created.keys()]
      .filter((key) => !this.#lasting.has(key) && keys?.has(key) !== false)
      .reverse();
    for (let before = left.length + 1; left.length > 0 && left.length < before; ) {
      before = left.length;
      const remaining: string[] = [];
      for (const key of left) {
        const instance = this.#created.get(key);
        if (instance === undefined) continue;
        const end = () => tryToEnd(this.#rules, calls, instance, () => true);
        const isEnded = (await end()) === undefined || (await lead(instance).then(end)) === undefined;
        if (isEnded) this.#created.delete(key);
        else remaining.push(key);
      }
      left = remaining;
    }
    for (const key of left) this.#lasting.add(key);
  }

  #recordEntities(call: ToolCall, result: Json, account: string | undefined): void {
    for (const { entity, rule, endedBy } of this.#endable) {
      const parents = collectParents(entity, readNamedEntities(this.#rules, call.tool, call.input));
      for (const id of listNewIds(rule, call, result, this.#listed.has(entity))) {
        const input = withAddress(this.#rules, endedBy, { id, parents });
        this.#add({ entity, id, account, parents, end: { tool: endedBy.tool, input } });
      }
      if (hasArgumentsOf(this.#rules, endedBy, call)) this.#created.delete(this.#makeKey(entity, call));
    }
  }

  #add(instance: CreatedInstance): void {
    const key = this.#makeKey(instance.entity, instance.end);
    if (this.#existing.has(key) || this.#created.has(key)) return;
    noteMadeInTrial(key);
    this.#created.set(key, instance);
    this.#made.set(instance.entity, (this.#made.get(instance.entity) ?? 0) + 1);
  }

  /** An id may be used again under another parent, so the key is the whole address in the call that ends the instance. */
  #makeKey(entity: string, { tool, input }: ToolCall): string {
    const places = listIdArguments(this.#rules, tool).flatMap(({ path }) => valuesAt(input, path));
    return JSON.stringify([entity, places]);
  }

  #namesOthers(entity: string, { tool, input }: ToolCall): boolean {
    return Object.keys(readNamedEntities(this.#rules, tool, input)).some((named) => named !== entity);
  }
}

/**
 * Returns the ids that a call has created: the id in the result of the tool that makes the entity, and ids that another writing
 * tool returns although its arguments do not contain them, if all ids before the run are known.
 */
function listNewIds(
  { madeBy, results }: EntityRule,
  { tool, input }: ToolCall,
  result: Json,
  isListed: boolean,
): Json[] {
  if (madeBy?.tool === tool) return valuesAt(result, madeBy.path).map(({ value }) => value);
  if (!isListed) return [];
  const sent = JSON.stringify(input);
  return results
    .filter((place) => place.tool === tool && !place.path.split("/").includes("*"))
    .flatMap(({ path }) => valuesAt(result, path))
    .map(({ value }) => value)
    .filter((id) => id !== null && !sent.includes(JSON.stringify(id)));
}

function cleanupCall({ tool, input }: Cleanup, id: Json): ToolCall {
  return { tool, input: JSON.parse(JSON.stringify(input), (_, each) => (each === "{made}" ? id : each)) };
}

function describeRemaining(entity: string, instances: readonly RemainingInstance[]): string {
  const ids = instances.slice(0, shownIds).map(({ id }) => String(id));
  const more = instances.length > shownIds ? " ..." : "";
  const count = instances.length === 1 ? "an instance" : `${instances.length} instances`;
  const [{ end, answer }] = instances as [RemainingInstance];
  return `the run created ${count} that it could not end: ${entity} ${ids.join(", ")}${more} (${end.tool}: ${answer})`;
}

async function listAll(
  rules: Behaviour,
  calls: Calls,
  lister: ObserverRule,
): Promise<{ ids: Json[]; isWhole: boolean }> {
  const ids: Json[] = [];
  for await (const { called, isLast } of readPages(rules, calls, lister)) {
    if (called.outcome.is !== "success") return { ids, isWhole: false };
    ids.push(...valuesAt(readStructured(called), lister.list ?? "").map(({ value }) => value));
    if (isLast) return { ids, isWhole: true };
  }
  return { ids, isWhole: false };
}
