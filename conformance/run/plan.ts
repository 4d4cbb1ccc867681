/** Plans a run: which cases are sent, and how many requests that takes. */
import type { CaseFile } from "../cases/format.ts";
import { globPattern } from "../results/accepted.ts";
import { type Kind, kinds } from "../results/verdict.ts";
import type { Runnable } from "./runnable.ts";

/** The cases that the user selected. */
export interface Selection {
  readonly kinds: readonly Kind[];
  readonly tools: readonly string[];
  /** Ids of cases, with `*` and `**`. */
  readonly cases: readonly string[];
}

/** What a run will do. */
export interface Plan {
  /** In the order of their kinds. */
  readonly cases: readonly Runnable[];
  /** Selected cases that are not sent. */
  readonly omitted: readonly { readonly case: Runnable; readonly cause: "left-out" | "read-only" }[];
  /** The estimated number of requests, including preparations. */
  readonly requests: number;
  /** The limit, which is never exceeded. */
  readonly maxRequests: number;
}

export interface PlanOptions {
  readonly selection: Selection;
  readonly readOnly: boolean;
  readonly maxRequests: number;
  /** Whether the target has the token that a case needs; absent means yes. */
  isSendable?(each: Runnable): boolean;
}

export function planFor(
  file: CaseFile,
  cases: readonly Runnable[],
  { selection, readOnly, maxRequests, isSendable = () => true }: PlanOptions,
): Plan {
  const cost = (each: Runnable) => (isSendable(each) ? costOf(each) : 0);
  const selected = cases.filter(isSelected(selection));
  const writing = readOnly ? selected.filter((each) => writes(each, file)) : [];
  const allowed = selected.filter((each) => !writing.includes(each));
  const { kept, left } = withinBudget(allowed, cost, maxRequests - overheadOf(allowed, file));
  return {
    cases: inOrderOfKinds(kept),
    omitted: [
      ...writing.map((each) => ({ case: each, cause: "read-only" as const })),
      ...left.map((each) => ({ case: each, cause: "left-out" as const })),
    ],
    requests: kept.reduce((sum, each) => sum + cost(each), 0) + overheadOf(kept, file),
    maxRequests,
  };
}

function isSelected(selection: Selection): (each: Runnable) => boolean {
  const patterns = selection.cases.map(globPattern);
  const among = (list: readonly string[], value: string | undefined) =>
    list.length === 0 || (value !== undefined && list.includes(value));
  return ({ kind, tool, id }) =>
    among(selection.kinds, kind) &&
    among(selection.tools, tool) &&
    (patterns.length === 0 || patterns.some((pattern) => pattern.test(id)));
}

/** The number of requests that a case makes itself. */
function costOf(each: Runnable): number {
  if (each.kind === "protocol") return each.check.requests;
  if (each.kind === "manifest") return each.check === "names" ? 2 : 0;
  return "watch" in each || "unchanged" in each ? 0 : 1;
}

/** Whether a case calls a tool that may change data. */
function writes(each: Runnable, { tools }: CaseFile): boolean {
  return (
    each.tool !== undefined && costOf(each) > 0 && each.kind !== "manifest" && !tools[each.tool]!.readOnly
  );
}

/** Opening the connection, and three snapshots of the reading tools around the denied calls. */
function overheadOf(cases: readonly Runnable[], { tools }: CaseFile): number {
  const snapshots = cases.some((each) => "unchanged" in each) ? 3 : 0;
  return 2 + snapshots * Object.values(tools).filter(({ readOnly }) => readOnly).length;
}

/** Keeps the most valuable cases: kind by kind, and within a kind one case of each tool in turn. */
function withinBudget(
  cases: readonly Runnable[],
  cost: (each: Runnable) => number,
  requests: number,
): { kept: Runnable[]; left: Runnable[] } {
  if (requests === Number.POSITIVE_INFINITY) return { kept: [...cases], left: [] };
  const turns = new Map<string, number>();
  const ranked = cases.map((each) => {
    const key = `${each.kind} ${each.tool ?? ""}`;
    const turn = (turns.get(key) ?? -1) + 1;
    turns.set(key, turn);
    return { each, turn };
  });
  ranked.sort((a, b) => rank(a.each) - rank(b.each) || a.turn - b.turn);
  let spent = 0;
  const kept = new Set<Runnable>();
  for (const { each } of ranked) {
    if (spent + cost(each) > requests) continue;
    spent += cost(each);
    kept.add(each);
  }
  return { kept: cases.filter((each) => kept.has(each)), left: cases.filter((each) => !kept.has(each)) };
}

const kindsByValue: readonly Kind[] = [
  "protocol",
  "manifest",
  "authorization",
  "output",
  "failures",
  "input",
  "errors",
];

function rank({ kind }: Runnable): number {
  return kindsByValue.indexOf(kind);
}

function inOrderOfKinds(cases: readonly Runnable[]): Runnable[] {
  return cases.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** The number of requests per set of scopes, so that all tokens can be minted at once. */
export function tokenDemand(
  { cases }: Plan,
  file: CaseFile,
): { scopes: readonly string[]; requests: number }[] {
  const counts = new Map<string, { scopes: readonly string[]; requests: number }>();
  const count = (scopes: readonly string[], requests: number) => {
    const key = [...scopes].sort().join(" ");
    const sofar = counts.get(key) ?? { scopes, requests: 0 };
    counts.set(key, { scopes, requests: sofar.requests + requests });
  };
  for (const each of cases) {
    if (!("with" in each)) count(file.scopes, costOf(each));
    else if (typeof each.with === "object") count(each.with.scopes, 1);
  }
  count(file.scopes, overheadOf(cases, file) + bindingsMargin);
  return [...counts.values()];
}

/** Requests that resolve bindings, and calls that are repeated with new values. */
const bindingsMargin = 50;
