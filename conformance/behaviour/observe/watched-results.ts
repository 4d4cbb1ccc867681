/** Checks every successful result of a run by the rules of the spec about sums, repeated arguments, conditions, counts and states. */
import { canonical } from "@toolwright/runtime/json";
import type { CompletedCall } from "../../calls/completed-call.ts";
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import { holds, leavesOut } from "../../cases/conditions.ts";
import { expressionsIn, writeOut } from "../../cases/each-item.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { type Scope, showValues } from "../../cases/expressions.ts";
import type { CountRule } from "../../cases/limits.ts";
import { toPattern, valuesAt } from "../../cases/places.ts";
import type { RevisionRule } from "../../cases/rules/repetition.ts";
import type { FieldRule, InvariantRule, SumRule } from "../../cases/rules/results.ts";
import type { Exchange } from "../../wire/client.ts";
import { readNamedEntities } from "../rules/address.ts";
import { listShown } from "../rules/shown-entities.ts";
import { findRoute } from "../rules/transitions.ts";
import { MovedRevision } from "./moved-revisions.ts";
import { checkRepeat } from "./repeats.ts";
import { notApplicable, type ResultCheck, type Suspicion } from "./result-check.ts";
import { SetPlace } from "./set-places.ts";
import { absent, checkSum } from "./sums.ts";

/** The results of a tool that one rule has checked. */
export interface Watched {
  /** The number of results to which the rule applies. */
  readonly results: number;
  /** The first result that breaks the rule. */
  readonly broken?: { readonly problem: string; readonly exchange: Exchange };
}

/** The last result that showed the state of an instance, and the time of its arrival. */
export interface Look {
  readonly state: string;
  readonly call: CompletedCall;
  readonly at: number;
}

const nothingYet: Watched = { results: 0 };

/** The kind of a rule. */
type Checked = "sums" | "repeats" | "invariants" | "count" | "path" | "set-only" | "moves";

export class WatchedResults {
  /** Tool -> the checks of its results, each with the key of its findings. */
  readonly #checks = new Map<string, (readonly [key: string, check: ResultCheck])[]>();
  readonly #watched = new Map<string, Watched>();
  /** Key of findings -> problems that calls may explain whose answers came later. */
  readonly #suspicions = new Map<string, (Suspicion & { readonly exchange: Exchange })[]>();
  readonly #setPlaces: SetPlace[] = [];
  readonly #revisions: MovedRevision[] = [];
  /** State machine -> the last result that showed each instance. */
  readonly #looks = new Map<string, Map<string, Look>>();

  constructor(rules: Behaviour) {
    const { entities, states, sums, repeats, invariants, limits, fields, revisions } = rules;
    const ifSeen = (tool: string, places: readonly string[], check: ResultCheck) =>
      ifShown(scopesOf(fields, tool, places), check);
    this.#addAll("sums", sums, (rule, tool) => ifSeen(tool, listSumPlaces(rule), checkOwnSum(rule)));
    this.#addAll("repeats", repeats, (rule, tool) => ifSeen(tool, [rule.path], checkRepeat(rule)));
    this.#addAll("invariants", invariants, (rule, tool) =>
      ifSeen(tool, listResultPlaces(rule), checkInvariant(rule)),
    );
    for (const [name, rule] of Object.entries(limits))
      if (rule.kind === "count")
        for (const tool of rule.tools) this.#add(tool, "count", name, checkCount(rule));
    for (const [name, machine] of Object.entries(states)) {
      const looks = new Map<string, Look>();
      this.#looks.set(name, looks);
      this.#add(machine.field.tool, "path", name, checkPath({ entities }, machine, looks));
      this.#watchSetPlaces(name, machine, { entities });
    }
    for (const rule of Object.values(revisions)) this.#watchRevisions(rule, rules);
  }

  /** Called with every call of the run. */
  observe(call: CompletedCall): void {
    const { tool, input = {}, outcome, exchange } = call;
    for (const place of [...this.#setPlaces, ...this.#revisions]) place.record(call);
    const result = outcome.is === "success" ? outcome.result.structuredContent : undefined;
    if (result === undefined) return;
    for (const [key, check] of this.#checks.get(tool) ?? []) {
      const problem = check(input, result, call);
      if (problem === notApplicable) continue;
      const { results, broken } = this.#watched.get(key) ?? nothingYet;
      const found = broken ?? (typeof problem === "string" ? { problem, exchange } : undefined);
      this.#watched.set(key, { results: results + 1, ...(found && { broken: found }) });
      if (typeof problem !== "object") continue;
      this.#suspicions.set(key, [...(this.#suspicions.get(key) ?? []), { ...problem, exchange }]);
    }
  }

  /** Returns the findings of a rule, given by its index or name, in the results of a tool. */
  read(tool: string, checked: Checked, rule: number | string): Watched {
    const key = makeKey(tool, checked, rule);
    const watched = this.#watched.get(key) ?? nothingYet;
    const broken = watched.broken ?? this.#suspicions.get(key)?.find((each) => !each.isExplained());
    return { results: watched.results, ...(broken && { broken }) };
  }

  /** Returns the last result for each instance of a state machine, in the order in which the instances first appeared. */
  looks(machine: string): readonly Look[] {
    return [...(this.#looks.get(machine)?.values() ?? [])];
  }

  #watchSetPlaces(name: string, machine: StateRule, rules: Pick<Behaviour, "entities">): void {
    const all = [...Object.values(machine.transitions), ...Object.values(machine.serverTransitions)];
    const paths = new Set(all.flatMap(({ sets = [] }) => sets));
    for (const path of paths) {
      const place = new SetPlace(rules, machine, path);
      this.#setPlaces.push(place);
      this.#add(machine.field.tool, "set-only", name + path, (...result) => place.check(...result));
    }
  }

  #watchRevisions(rule: RevisionRule, rules: Behaviour): void {
    for (const tool of rule.movedBy ?? []) {
      const revision = new MovedRevision(rules, rule, tool);
      this.#revisions.push(revision);
      this.#add(rule.shownBy.tool, "moves", tool, (...result) => revision.check(...result));
    }
  }

  #addAll<Rule>(
    checked: Checked,
    byTool: Readonly<Record<string, readonly Rule[]>>,
    makeCheck: (rule: Rule, tool: string) => ResultCheck,
  ): void {
    for (const [tool, rules] of Object.entries(byTool))
      for (const [index, rule] of rules.entries()) this.#add(tool, checked, index, makeCheck(rule, tool));
  }

  #add(tool: string, checked: Checked, rule: number | string, check: ResultCheck): void {
    const others = this.#checks.get(tool) ?? [];
    this.#checks.set(tool, [...others, [makeKey(tool, checked, rule), check]]);
  }
}

function makeKey(tool: string, checked: Checked, rule: number | string): string {
  return `${tool} ${checked} ${rule}`;
}

/** The scopes that a token needs to see these places of a tool's results. */
function scopesOf(fields: readonly FieldRule[], tool: string, places: readonly string[]): readonly string[] {
  const patterns = places.map((place) => `${toPattern(place)}/`);
  return fields
    .filter(
      (field) => field.tool === tool && patterns.some((pattern) => pattern.startsWith(`${field.path}/`)),
    )
    .map(({ scope }) => scope);
}

/** A check that applies only to the results of callers with these scopes: the others do not see the places. */
function ifShown(scopes: readonly string[], check: ResultCheck): ResultCheck {
  if (scopes.length === 0) return check;
  return (input, result, call) => {
    const granted = typeof call.credential === "object" ? call.credential.scopes : undefined;
    return scopes.every((scope) => granted?.includes(scope)) ? check(input, result, call) : notApplicable;
  };
}

/** Lists the places that a caller needs to see. */
function listSumPlaces({ parts, total, items }: SumRule): string[] {
  if (items === undefined) return [...parts, total];
  const places = [...parts, ...Object.keys(items.where)];
  return [items.path, ...places.map((place) => `${items.path}/*${place}`), total];
}

function listResultPlaces({ condition }: InvariantRule): string[] {
  return expressionsIn(condition).flatMap((each) => (each.from === "result" ? [each.pointer] : []));
}

function checkOwnSum(rule: SumRule): ResultCheck {
  return (input, result) => {
    // The sum over another tool's list needs another call.
    if (rule.items?.list !== undefined) return notApplicable;
    const problem = checkSum(rule, { input, result });
    return problem === absent ? notApplicable : problem;
  };
}

/**
 * Checks a condition, for each item if it goes over a list. A result says nothing about it in which the first part of `A || B` holds, or
 * the list is empty, or whose call left out an argument that the condition names.
 */
function checkInvariant({ text, condition }: InvariantRule): ResultCheck {
  return (request, structuredContent) => {
    const scope: Scope = { inputs: {}, outputs: {}, request, result: { structuredContent } };
    if (leavesOut(condition, request)) return notApplicable;
    const telling = writeOut(condition, scope).filter(
      (each) => each.kind !== "either" || !holds(each.left, scope),
    );
    if (telling.length === 0) return notApplicable;
    const broken = telling.find((each) => !holds(each, scope));
    return broken && `not ${text}: ${showValues(expressionsIn(broken), scope)}`;
  };
}

function checkCount({ min = 0, max, field }: CountRule): ResultCheck {
  return (_, result) => {
    const found = valuesAt(result, field);
    if (found.length === 0) return notApplicable;
    const wrong = found.find(({ value }) => !(measureSize(value) >= min && measureSize(value) <= max));
    return wrong && `${wrong.pointer} has ${measureSize(wrong.value)}`;
  };
}

/** An instance whose state a result shows. */
interface SeenInstance {
  readonly id: Json;
  readonly state: string;
  /** Tells the instance from others, also from those of another account. */
  readonly key: string;
}

/** Checks that transitions lead from one observed state of an instance to the next. Calls that overlap in time are not compared. */
function checkPath(
  rules: Pick<Behaviour, "entities">,
  machine: StateRule,
  looks: Map<string, Look>,
): ResultCheck {
  const { tool, path } = machine.field;
  return (input, result, call) => {
    const account = typeof call.credential === "object" ? call.credential.account : undefined;
    const named = Object.entries(readNamedEntities(rules, tool, input)).map(([entity, { id }]) => [
      entity,
      id,
    ]);
    const problems = listShown(machine.field, input, result).flatMap(({ id, shown }) => {
      const state = valueAt(shown, path);
      return typeof state === "string"
        ? [checkStep({ id, state, key: canonical([account ?? "", id, named]) })]
        : [];
    });
    return problems.length === 0 ? notApplicable : problems.find((problem) => problem !== undefined);

    function checkStep({ id, state, key }: SeenInstance): string | undefined {
      const before = looks.get(key);
      const at = performance.now();
      looks.set(key, { state, call, at });
      if (before === undefined || before.at > at - call.ms || findRoute(machine, before.state, state))
        return undefined;
      return `${id} was ${before.state}, and is ${state}`;
    }
  };
}

/** Measures a value: the number itself, the items of an array, or the characters of a text. */
export function measureSize(value: Json | undefined): number {
  if (typeof value === "number") return value;
  if (typeof value === "string") return [...value].length;
  return Array.isArray(value) ? value.length : Number.NaN;
}
