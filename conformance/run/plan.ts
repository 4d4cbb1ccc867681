/** Plans a run: selects the cases to send, and estimates the number of requests. */
import { isAnswersCase } from "../answers/answers-case.ts";
import { otherAccount } from "../behaviour/calls/identity.ts";
import type { Spend } from "../calls/spending.ts";
import type { ModeCase } from "../cases/behaviour-cases.ts";
import { type CaseFile, isSharedInput } from "../cases/format.ts";
import type { StepRule } from "../cases/workflows.ts";
import { isCheck } from "../checks/check-case.ts";
import { isBehaviour, planBehaviour } from "../kinds/behaviour.ts";
import { describeSample } from "../kinds/modes/observers.ts";
import { callsOtherAccount, isOwnLawCase, ownLawCost, ownLawWrites } from "../laws/own/own-law-case.ts";
import { compileGlob } from "../results/accepted.ts";
import { type Kind, kinds } from "../results/verdict.ts";
import { tokenKey } from "../target/minted.ts";
import type { TokenDemand } from "../target/token-minter.ts";
import { type Estimates, rankCases } from "./ranking.ts";
import type { Runnable } from "./runnable.ts";

/** The cases that the user selected. */
export interface Selection {
  readonly kinds: readonly Kind[];
  readonly tools: readonly string[];
  /** Ids of cases; `*` and `**` are wildcards. */
  readonly cases: readonly string[];
}

/** The plan of a run. */
export interface Plan {
  /** The cases in the order of their kinds; if requests are limited, the most valuable first. */
  readonly cases: readonly Runnable[];
  /** Cases that are sent if the others leave requests, the most valuable first. */
  readonly standby: readonly Runnable[];
  /** Whether the target has the token that a case needs. */
  readonly isSendable: (each: Runnable) => boolean;
  readonly omitted: readonly OmittedCase[];
  /** Tools that the run never calls, also not to prepare other cases. */
  readonly exclude: readonly string[];
  /** Whether a case may change data. */
  readonly writes: boolean;
  /** Ids of the cases that the user did not select. */
  readonly unselected: readonly string[];
  /** The estimated number of requests, including preparations. */
  readonly requests: number;
  /** The limit, which is never exceeded; with `maxSeconds` the requests that are expected in that time. */
  readonly maxRequests: number;
  /** The time in which the run sends requests; undefined: it has no limit of time. */
  readonly maxSeconds?: number | undefined;
  /** The allowed draws from quotas. */
  readonly spend: Spend;
}

/** A selected case that is not sent. */
export interface OmittedCase {
  readonly case: Runnable;
  /** Whether its tool may change data, or is one that the run never calls. */
  readonly cause: "read-only" | "excluded";
}

export interface PlanOptions {
  readonly selection: Selection;
  readonly readOnly: boolean;
  /** Tools that the run never calls. */
  readonly exclude?: readonly string[] | undefined;
  readonly maxRequests: number;
  readonly maxSeconds?: number | undefined;
  /** The allowed draws; by default as many as cases need. */
  readonly spend?: Spend;
  /** Whether the target has the token that a case needs; if absent, it has. */
  isSendable?(each: Runnable): boolean;
}

export function makePlan(file: CaseFile, all: readonly Runnable[], options: PlanOptions): Plan {
  const cases = all.map((each) => nameSample(each, file));
  const { selection, readOnly, exclude = [], maxRequests, spend = "all", isSendable = () => true } = options;
  const isLimited = maxRequests < Number.POSITIVE_INFINITY;
  const cost = (each: Runnable) => (isSendable(each) ? countRequests(each, file, isLimited) : 0);
  const isChosen = isSelected(selection);
  const selected = cases.filter(isChosen);
  const isExcluded = (each: Runnable) =>
    each.tool !== undefined && exclude.includes(each.tool) && callsItsTool(each);
  const {
    excluded = [],
    writing = [],
    allowed = [],
  } = Object.groupBy(selected, (each) => {
    if (isExcluded(each)) return "excluded";
    return readOnly && writes(each, file) ? "writing" : "allowed";
  });
  const omitted = [
    ...excluded.map((each): OmittedCase => ({ case: each, cause: "excluded" })),
    ...writing.map((each): OmittedCase => ({ case: each, cause: "read-only" })),
  ];
  const { kept, left } = selectWithinBudget(allowed, { cost, isSendable }, maxRequests - openingRequests);
  return {
    cases: kept,
    standby: left,
    isSendable,
    omitted,
    exclude,
    writes: kept.some((each) => writes(each, file)),
    unselected: cases.filter((each) => !isChosen(each)).map(({ id }) => id),
    requests: kept.reduce((sum, each) => sum + cost(each), openingRequests),
    maxRequests,
    maxSeconds: options.maxSeconds,
    spend,
  };
}

/** Names in its sentence what a case looks at, if that is a sample. */
function nameSample(each: Runnable, file: CaseFile): Runnable {
  if (each.kind !== "modes" || !("check" in each) || "untestable" in each) return each;
  const sample = describeSample(each as ModeCase, file);
  return sample === undefined ? each : { ...each, must: `${each.must} ${sample}` };
}

function isSelected(selection: Selection): (each: Runnable) => boolean {
  const patterns = selection.cases.map(compileGlob);
  const among = (list: readonly string[], value: string | undefined) =>
    list.length === 0 || (value !== undefined && list.includes(value));
  // Comparisons send nothing: they are about the calls of the selected cases.
  return ({ kind, tool, id }) =>
    isAnswersCase({ kind }) ||
    (among(selection.kinds, kind) &&
      among(selection.tools, tool) &&
      (patterns.length === 0 || patterns.some((pattern) => pattern.test(id))));
}

/** Returns the number of requests that a case itself makes. @param isLimited whether requests are limited, so that it looks at less */
export function countRequests(each: Runnable, file: CaseFile, isLimited = false): number {
  if (isBehaviour(each)) {
    const { cost, briefCost } = planBehaviour(each, file);
    return isLimited ? briefCost : cost;
  }
  if (isOwnLawCase(each)) return ownLawCost(each, isLimited);
  // Most checks send one request. Some send several, but others share their requests.
  if (isCheck(each)) return 1;
  if (isAnswersCase(each)) return 0;
  if (each.kind === "manifest") return each.check === "names" ? 2 : 0;
  if ("watch" in each || (each.kind === "input" && isSharedInput(each))) return 0;
  if ("expires" in each) return requestsUntilExpiry;
  return "unchanged" in each ? observationRequests : 1;
}

/** Whether a case calls a tool that may change data. */
function writes(each: Runnable, file: CaseFile): boolean {
  if (isOwnLawCase(each)) return ownLawWrites(each);
  if (isBehaviour(each)) return planBehaviour(each, file).writes();
  return each.tool !== undefined && callsItsTool(each) && file.tools[each.tool]?.readOnly === false;
}

/** Whether a case calls the tool that it is about. The others read the manifest, or watch the calls of other cases. */
function callsItsTool(each: Runnable): boolean {
  return !("unchanged" in each || "watch" in each || isAnswersCase(each)) && each.kind !== "manifest";
}

/** The requests that open the connection and list the tools. */
const openingRequests = 3;

/** The observations before and after denied calls, which all tools share. */
const observationRequests = 3;

/** A use before the end of a token, and one after it. */
const requestsUntilExpiry = 2;

/** Keeps the first cases of the ranking for which the requests suffice. `left` has the same order. */
function selectWithinBudget(
  cases: readonly Runnable[],
  estimates: Estimates,
  requests: number,
): { kept: Runnable[]; left: Runnable[] } {
  if (requests === Number.POSITIVE_INFINITY)
    return { kept: cases.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)), left: [] };
  let spent = 0;
  const { kept = [], left = [] } = Object.groupBy(rankCases(cases, estimates), (each) => {
    const cost = estimates.cost(each);
    if (spent + cost > requests) return "left";
    spent += cost;
    return "kept";
  });
  return { kept, left };
}

/** Counts the requests per account and set of scopes, so that all tokens can be minted at once. */
export function countTokenDemand({ cases }: Plan, file: CaseFile): TokenDemand[] {
  const counts = new Map<string, TokenDemand>();
  const count = (scopes: readonly string[], requests: number, account?: string) => {
    const key = tokenKey(scopes, account);
    const sofar = counts.get(key) ?? { scopes, account, requests: 0 };
    counts.set(key, { ...sofar, requests: sofar.requests + requests });
  };
  for (const each of cases) {
    const account = findAccount(each, file);
    if (account !== undefined) count(file.scopes, countRequests(each, file), account);
    if (!("with" in each)) count(file.scopes, countRequests(each, file));
    else if (typeof each.with === "object") count(each.with.scopes, 1);
  }
  for (const { account, scopes = file.scopes } of listSteps(cases, file)) count(scopes, 1, account);
  count(file.scopes, openingRequests + bindingsMargin);
  return [...counts.values()];
}

/** Returns the account that a case needs in addition to the account of the run. */
export function findAccount(each: Runnable, file: CaseFile): string | undefined {
  if (isOwnLawCase(each)) return callsOtherAccount(each) ? otherAccount : undefined;
  return isBehaviour(each) ? planBehaviour(each, file).account : undefined;
}

/** Lists the calls of the workflows of the cases: a case runs all steps of its workflow. */
function listSteps(cases: readonly Runnable[], { behaviour }: CaseFile): StepRule[] {
  const names = new Set(cases.flatMap((each) => ("workflow" in each ? [each.workflow] : [])));
  return [...names].flatMap((name) =>
    behaviour!.workflows[name]!.steps.filter(({ tool }) => tool !== undefined),
  );
}

/** Requests that resolve bindings, and calls that are repeated with new values. */
const bindingsMargin = 50;
