/** Judges the cases of kind arguments: an optional argument has an effect. */
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import type { ArgumentCase } from "../../cases/result-cases.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { held, inapplicable, unverified, type Verdict } from "../../results/verdict.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { needsOwnInstance } from "../own-instances.ts";
import {
  type BriefConsequences,
  type Consequences,
  callAndObserve,
  listDifferences,
  type View,
} from "./consequences.ts";
import { findSharedCall, isSentSeen, listPairs, type Pair, type Which } from "./pairs.ts";
import { findSeenTogether } from "./seen-together.ts";

/** The most pairs of calls for one argument, and for one of a tool whose calls draw from a quota. */
const mostPairs = 10;
const mostDrawingPairs = 3;

export const argumentEffects: KindOfBehaviour<ArgumentCase> = {
  needsSuccess: true,
  // Mostly one call, with the entities that it needs and a look afterwards: the other call of the pair is shared.
  cost: () => 5,
  briefCost({ tool, argument }, rules) {
    const isOwn = needsOwnInstance(tool, rules);
    // Arguments of one object are sent together.
    if (argument.lastIndexOf("/") > 0) return isOwn ? 4 : 3;
    return isOwn ? 9 : 4;
  },
  writes: ({ tool }, { tools }) => tools[tool]?.readOnly !== true,
  // After the others: lists have items then, and no other case changes what the calls show.
  when: () => "quiet",
  verdict: effectVerdict,
};

/** Arguments of calls -> what a second call with the same arguments showed. */
const equalCalls = whileInstancesLast<Promise<BriefConsequences>>();

async function effectVerdict(each: ArgumentCase, engine: Engine): Promise<Verdict> {
  const most = engine.rules.draws[each.tool] === undefined ? mostPairs : mostDrawingPairs;
  if (engine.isBrief && (await findSeenTogether(each, engine)).has(each.id)) return held;
  let last: Called | undefined;
  const looks: Look[] = [];
  const seen: Seen = { others: false, later: (look) => looks.push(look) };
  for (const pair of listPairs(each).slice(0, most)) {
    const called = await findEffect(each, pair, engine, seen);
    if (called === "seen") return held;
    last = called ?? last;
  }
  for (const look of looks) if (await look()) return held;
  if (last === undefined)
    throw new PreconditionError("setup", `each pair of calls of ${each.tool} was refused`);
  // An argument is probably not read if it changes nothing of what other tools show.
  if (each.page !== undefined && !seen.others)
    return inapplicable(`its effect may show only on ${each.page}, to which hosts give the arguments`);
  const why = `no effect of ${each.argument} was seen: calls of ${each.tool} with and without it differ no more than equal calls`;
  const isHidden = !seen.others && engine.context.cases.tools[each.tool]?.readOnly !== true;
  const hidden = isHidden ? ", and no other tool showed what it changes" : "";
  return unverified("no-effect", `${why}${hidden}`, last.exchange);
}

/** Observes the entities of two calls by every tool that shows them. Returns whether they differ. */
type Look = () => Promise<boolean>;

/** The observations of the pairs of an argument. */
interface Seen {
  /** Whether a tool other than the called one showed something. */
  others: boolean;
  /** Keeps a look for the end: another pair needs fewer requests. */
  later(look: Look): void;
}

/**
 * Makes a pair of calls. Returns the last call if they show the same, and nothing if both are refused for the same reason. In most
 * pairs one call has the arguments of the base, which several arguments share. A place that shows what was sent in one answer and not
 * in the other is enough; then the rest is not observed.
 */
async function findEffect(
  { tool }: ArgumentCase,
  pair: Pair,
  engine: Engine,
  seen: Seen,
): Promise<Called | "seen" | undefined> {
  const call = (which: Which, isEnough?: (view: View) => boolean) =>
    callAndObserve(tool, pair.base, pair[which], engine, isEnough);
  const shared = findSharedCall(tool, pair, engine);
  const first = await shared.make();
  let isSeen = false;
  const second = await call(shared.which === "with" ? "without" : "with", (view) => {
    isSeen ||= isSentSeen(pair, shared, first, view);
    return isSeen;
  });
  if (isSeen) return "seen";
  seen.others ||= first.shown.length > 1 || second.shown.length > 1;
  const [without, withIt] = shared.which === "with" ? [second, first] : [first, second];
  if (withIt.called.usedUp !== undefined) throw engine.verdicts.setupFailed(withIt.called);
  const again = () => equalCalls(engine, shared.key, () => call(shared.which));
  const compared = { first, second, again };
  const places = await listUnusualPlaces(compared, engine);
  if (engine.isBrief) {
    if (places.length > 0) return "seen";
    // The tool that shows most of an entity may not show the effect. Another pair needs fewer requests than a look by all tools.
    seen.later(async () => (await listUnusualPlaces(await observeWhole(compared), engine)).length > 0);
  } else {
    // The call without it may differ from an equal one where the call of the base does not.
    const again = places.length > 0 ? listDifferences(without, await call("without"), engine) : [];
    if (places.some((place) => !again.includes(place))) return "seen";
  }
  return withIt.called.outcome.is === "success" ? withIt.called : undefined;
}

/** Two calls that differ in an argument. */
interface Compared<Seen extends Consequences = Consequences> {
  readonly first: Seen;
  readonly second: Seen;
  /** Makes another call that is equal to the first, once per run. */
  again(): Promise<Seen>;
}

async function observeWhole({ first, second, again }: Compared<BriefConsequences>): Promise<Compared> {
  return {
    first: await first.observeWhole(),
    second: await second.observeWhole(),
    again: async () => (await again()).observeWhole(),
  };
}

/** Lists the places that differ between two calls, and not between two equal ones, as ids, times and counters do. */
async function listUnusualPlaces({ first, second, again }: Compared, engine: Engine): Promise<string[]> {
  const places = listDifferences(first, second, engine);
  if (places.length === 0) return [];
  const ordinary = listDifferences(first, await again(), engine);
  return places.filter((place) => !ordinary.includes(place));
}
