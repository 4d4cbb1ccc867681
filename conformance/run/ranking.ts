/** The order of cases if requests are limited: the most informative cases first, with some of every tool and kind. */
import type { InputCase } from "../cases/format.ts";
import { isCheck } from "../checks/check-case.ts";
import { isBehaviour } from "../kinds/behaviour.ts";
import type { Kind } from "../results/verdict.ts";
import type { Runnable } from "./runnable.ts";

const kindsByValue: readonly Kind[] = [
  "protocol",
  "manifest",
  "scenarios",
  "states",
  "access",
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
  "fields",
  "results",
  "tasks",
  "authorization",
  "oauth",
  "card",
  "limits",
  "errors",
];

/** Kinds in which every case tests something different. */
const wholeKinds: readonly Kind[] = ["scenarios", "states", "access", "pages", "modes"];

/** A case that needs more requests comes after cases that need few. */
const costlyRequests = 20;

/**
 * Sorts cases by rounds, and within a round by kind. The first round has the basic cases of every tool and kind: each tool without a
 * token and with an invented one, the whole protocol, every case of the most informative kinds, an example and a few arguments of each tool, and a first case of each other kind at each
 * tool. Within it, steps of workflows that the target cannot complete come after arguments. The second round has the constraints of
 * arguments, each shared type once; the other cases follow.
 */
export function rankCases(cases: readonly Runnable[], cost: (each: Runnable) => number): Runnable[] {
  const turns = new Map<string, number>();
  // Workflows with steps that the target cannot run: their other steps show little.
  const cut = new Set(cases.map((each) => "workflow" in each && each.tool && !cost(each) && each.workflow));
  const places = cases.map((each) => {
    const isOfCut = "workflow" in each && cut.has(each.workflow);
    const place = isOfCut ? kindsByValue.indexOf("input") + 0.5 : kindsByValue.indexOf(each.kind);
    const round = findRound(each, cost(each), nextTurn);
    const turn = nextTurn(`turn ${each.kind} ${each.tool}`);
    return { each, round, place: needsNoOtherToken(each) ? -1 : place, turn };
  });
  places.sort((a, b) => a.round - b.round || a.place - b.place || a.turn - b.turn);
  return places.map(({ each }) => each);

  /** Returns the number of previous cases with this key. */
  function nextTurn(key: string): number {
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return turn;
  }
}

function findRound(each: Runnable, cost: number, turnOf: (key: string) => number): number {
  const { kind, tool } = each;
  if (kind === "input") return findInputRound(each, turnOf);
  if (needsNoOtherToken(each)) return 0;
  if (cost === 0 || isCheck(each) || kind === "manifest" || wholeKinds.includes(kind)) return 0;
  if ("unchanged" in each) return 3;
  if (isBehaviour(each) && cost > costlyRequests) return 3;
  return turnOf(`${kind} ${tool}`) === 0 ? 0 : 2;
}

/** The credentials that a run has, whatever tokens it was given. */
const ownCredentials: readonly unknown[] = ["none", "malformed", "unknown"];

/** Whether a case is a call with no token or with an invented one. Each of a few requests decides one, and each may show a hole. */
function needsNoOtherToken(each: Runnable): boolean {
  return each.kind === "authorization" && "with" in each && ownCredentials.includes(each.with);
}

function findInputRound(
  { tool, expect, breaks, constraint }: InputCase,
  turnOf: (key: string) => number,
): number {
  if (expect === "accepted") return 3;
  const isFirst = turnOf(`input ${tool} ${breaks?.keyword}`) === 0;
  const isNewHere = turnOf(`input ${tool} ${constraint}`) === 0;
  const isNew = turnOf(`input ${constraint}`) === 0;
  if (isFirst) return 0;
  if (isNew) return 1;
  return isNewHere ? 2 : 3;
}
