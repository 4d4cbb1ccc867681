/** The order of cases if requests are limited: the most informative cases first, with some of every tool and kind. */
import type { InputCase } from "../cases/format.ts";
import { isCheck } from "../checks/check-case.ts";
import type { Kind } from "../results/verdict.ts";
import type { Runnable } from "./runnable.ts";

const kindsByValue: readonly Kind[] = [
  "protocol",
  "manifest",
  "law",
  "scenarios",
  "states",
  "access",
  "accounts",
  "pages",
  "modes",
  "input",
  "failures",
  "output",
  "resources",
  "prompts",
  "isolation",
  "effects",
  "arguments",
  "replay",
  "concurrency",
  "fields",
  "results",
  "tasks",
  "authorization",
  "oauth",
  "card",
  "limits",
  "errors",
];

/** Kinds in which every case tests something different, and comes first unless it needs more requests than most. */
const wholeKinds: readonly Kind[] = ["law", "scenarios", "states", "access", "pages", "modes"];

/** Kinds with cases that wait for a refusal or a result which may not come. */
const waitingKinds: readonly Kind[] = ["failures", "results"];

/** The share of the cases of each kind but `input` that come before the constraints of arguments: those that need the fewest requests. */
const shareOfKind = 0.8;

export interface Estimates {
  /** Returns the number of requests of a case. */
  cost(each: Runnable): number;
  /** Whether the target has the token that a case needs. */
  isSendable(each: Runnable): boolean;
}

/**
 * Sorts cases by rounds, and within a round by kind. The first round has the basic cases of every tool and kind: all of authorization
 * that this token decides, each tool without a token and with an invented one first; the whole protocol; every case of the most
 * informative kinds, but for those that need many requests; an example of each tool and one breach of each keyword; a first case of each other kind at each tool. Within it, steps of
 * workflows that the target cannot complete come after arguments. The second round has most cases of one or two requests, and then of
 * each other kind: of two kinds the one comes next of which a smaller share is there. The third has the constraints of arguments, each place of the spec once; the other cases follow.
 */
export function rankCases(cases: readonly Runnable[], { cost, isSendable }: Estimates): Runnable[] {
  const turns = new Map<string, number>();
  // Workflows with steps that the target cannot run: their other steps show little.
  const cut = new Set(cases.map((each) => "workflow" in each && each.tool && !cost(each) && each.workflow));
  const cheap = selectCheap(cases.filter(isSendable), cost);
  const isOfCut = (each: Runnable) => "workflow" in each && cut.has(each.workflow);
  const ranked = cases.map((each): Ranked => {
    const facts = { cost: cost(each), isCheap: cheap.has(each), turnOf: nextTurn };
    const round = isOfCut(each) ? 3 : findRound(each, facts);
    return { each, cost: facts.cost, round, turn: nextTurn(`turn ${each.kind} ${each.tool}`) };
  });
  const shares = findShares(ranked);
  const places = ranked.map((one) => ({ ...one, place: findPlace(one) }));
  places.sort((a, b) => a.round - b.round || a.place - b.place || a.turn - b.turn);
  return places.map(({ each }) => each);

  function findPlace({ each, cost, round }: Ranked): number {
    if (needsNoOtherToken(each)) return -1;
    if (round === 1) return cost <= 2 ? 0 : shares.get(each)!;
    return kindsByValue.indexOf(each.kind);
  }

  /** Returns the number of previous cases with this key. */
  function nextTurn(key: string): number {
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return turn;
  }
}

/**
 * Selects the cases of each kind but `input` that need the fewest requests. Those that need none count too: calls of other cases
 * decide them.
 */
function selectCheap(cases: readonly Runnable[], cost: (each: Runnable) => number): ReadonlySet<Runnable> {
  const byKind = Map.groupBy(cases, ({ kind }) => kind);
  byKind.delete("input");
  const cheap = [...byKind.values()].flatMap((group) => {
    const sent = group.filter((each) => cost(each) > 0).toSorted((a, b) => cost(a) - cost(b));
    const free = group.filter((each) => cost(each) === 0 && !waitingKinds.includes(each.kind)).length;
    return sent.slice(0, Math.max(0, Math.ceil(shareOfKind * (sent.length + free)) - free));
  });
  return new Set(cheap);
}

interface Ranked {
  readonly each: Runnable;
  readonly cost: number;
  readonly round: number;
  /** The number of cases of its kind and tool before it. */
  readonly turn: number;
}

/** Case -> the share of the cases of its kind that come before it: those of the first round, and those that need fewer requests. */
function findShares(ranked: readonly Ranked[]): ReadonlyMap<Runnable, number> {
  const sent = ranked.filter(({ cost, round }) => cost > 0 && (round === 0 || cost <= mostOfCheap));
  const groups = [...Map.groupBy(sent, ({ each }) => each.kind).values()];
  const isLater = ({ round }: Ranked) => Number(round > 0);
  return new Map(
    groups.flatMap((group) => {
      const firstFirst = group.toSorted((a, b) => isLater(a) - isLater(b) || a.cost - b.cost);
      return firstFirst.map(({ each }, index) => [each, index / group.length] as const);
    }),
  );
}

interface RoundFacts {
  readonly cost: number;
  /** Whether it is among the cases of its kind that need the fewest requests. */
  readonly isCheap: boolean;
  /** Returns the number of previous cases with this key. */
  turnOf(key: string): number;
}

function findRound(each: Runnable, { cost, isCheap, turnOf }: RoundFacts): number {
  const { kind, tool } = each;
  if (kind === "input") return findInputRound(each, turnOf);
  if (kind === "authorization" || cost === 0 || isCheck(each) || kind === "manifest") return 0;
  if (wholeKinds.includes(kind) && isCheap && cost <= mostOfFirst) return 0;
  const isFirst = turnOf(`${kind} ${tool}`) === 0;
  if (isFirst && cost <= 1) return 0;
  if (!isCheap) return cost <= 1 ? 3 : 4;
  if (isFirst && cost <= mostOfFirst) return 0;
  return cost <= mostOfCheap ? 1 : 3;
}

/** A case that needs more requests is not among the first ones of its kind and tool. */
const mostOfFirst = 20;
/** A case that needs more requests comes after the places of arguments, several of which share a request. */
const mostOfCheap = 7;

/** The credentials that a run has, whatever tokens it was given. */
const ownCredentials: readonly unknown[] = ["none", "malformed", "unknown"];

/** Whether a case is a call with no token or with an invented one. Each of a few requests decides one, and each may show a hole. */
export function needsNoOtherToken(each: Runnable): boolean {
  return each.kind === "authorization" && "with" in each && ownCredentials.includes(each.with);
}

function findInputRound({ tool, expect, breaks, at }: InputCase, turnOf: (key: string) => number): number {
  if (expect === "accepted") return 4;
  const isFirst = turnOf(`input ${tool} ${breaks?.keyword}`) === 0;
  const isNewHere = turnOf(`input ${tool} ${at}`) === 0;
  const isNew = turnOf(`input ${at}`) === 0;
  if (isFirst) return 0;
  if (isNew) return 2;
  return isNewHere ? 3 : 4;
}
