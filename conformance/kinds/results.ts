/** Judges the cases of kind results: sums, repeated arguments and conditions in every result of the run, and the values of examples. */
import { canonical } from "@toolwright/runtime/json";
import { readStructured } from "../behaviour/calls/called.ts";
import { isBeyondWaiting } from "../behaviour/clock.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { Watched } from "../behaviour/observe/watched-results.ts";
import { listIdArguments } from "../behaviour/rules/rule-calls.ts";
import { callLate } from "../behaviour/states/late-calls.ts";
import { baseArguments, exampleArguments } from "../calls/arguments.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import { listLeaves } from "../cases/places.ts";
import type { ResultCase } from "../cases/result-cases.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { agreeVerdict, secondsToAgree } from "./agreement.ts";
import { digitsVerdict } from "./digits.ts";
import { addressesVerdict, showsWork } from "./entities/addresses.ts";
import { completionsVerdict } from "./entities/completions.ts";
import { makeExchanged } from "./entities/exchanged.ts";
import { idsVerdict } from "./entities/ids.ts";
import { listedVerdict } from "./entities/listed.ts";
import { namesVerdict } from "./entities/named-entities.ts";
import { secondsForSummary, summaryVerdict } from "./entities/summaries.ts";
import { fileAgreesVerdict } from "./files/agreement.ts";
import { fileVerdict } from "./files/digests.ts";
import { mediaVerdict } from "./files/media.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";
import { needsOwnInstance } from "./own-instances.ts";

type WatchedCase = Extract<ResultCase, { readonly check: "sums" | "repeats" }>;
type InvariantCase = Extract<ResultCase, { readonly check: "invariants" }>;
type ExampleCase = Extract<ResultCase, { readonly check: "example" }>;

const costs = {
  example: 2,
  sums: 0,
  repeats: 0,
  invariants: 0,
  moves: 0,
  media: 0,
  listed: 30,
  file: 8,
  agree: 3,
  "file-agrees": 36,
  digits: 36,
  names: 30,
  ids: 14,
  addresses: 24,
  completions: 30,
  summary: 24,
};

/** The requests of things that are made or changed with two arguments exchanged, or with one moved. */
const requestsOfPair = 8;

/** The costs if requests are limited. */
const briefCosts = { listed: 10, names: 5, ids: 6, completions: 3, digits: 2, "file-agrees": 6 };

export const results: KindOfBehaviour<ResultCase> = {
  needsSuccess: true,
  cost: (each) =>
    each.check === "invariants" ? requestsOfPair * (each.ordered ?? []).length : costs[each.check],
  briefCost({ check, tool }, rules) {
    if (check === "addresses") return needsOwnInstance(tool ?? "", rules) ? 18 : 9;
    return { ...costs, ...briefCosts }[check];
  },
  when(each, rules) {
    // A list that is filled with items in each state may need time to pass.
    if (each.check === "summary" && each.after === "changes") return "quiet";
    // A number of the whole account changes with the calls of all other cases.
    if (each.check === "summary" && listIdArguments(rules, each.tool).length === 0) return "quiet";
    if (each.check === "agree" && secondsToAgree(each, rules) > 0) return "quiet";
    if (each.check === "addresses" && showsWork(each, rules)) return "quiet";
    if (each.check === "sums" || each.check === "invariants") return "last";
    return costs[each.check] === 0 ? "end" : undefined;
  },
  seconds: (each, rules) => (each.check === "summary" ? secondsForSummary(each, rules) : 0),
  hooks: (each, rules) =>
    each.check === "summary" && isBeyondWaiting(secondsForSummary(each, rules)) ? ["clock"] : [],
  verdict(each, engine) {
    if (each.check === "example") return exampleVerdict(each, engine);
    if (each.check === "agree") return agreeVerdict(each, engine);
    if (each.check === "file-agrees") return fileAgreesVerdict(each, engine);
    if (each.check === "completions") return completionsVerdict(each, engine);
    if (each.check === "summary") return summaryVerdict(each, engine);
    if (each.check === "names") return namesVerdict(each, engine);
    if (each.check === "ids") return idsVerdict(each, engine);
    if (each.check === "addresses") return addressesVerdict(each, engine);
    if (each.check === "media") return mediaVerdict(each, engine);
    if (each.check === "digits") return digitsVerdict(each, engine);
    if (each.check === "listed") return listedVerdict(each, engine);
    if (each.check === "moves")
      return verdictOnWatched(each, engine.watched.read(each.shownBy, "moves", each.tool));
    if (each.check === "invariants") return invariantVerdict(each, engine);
    return each.check === "file" ? fileVerdict(each, engine) : watchedVerdict(each, engine);
  },
};

async function watchedVerdict(each: WatchedCase, engine: Engine): Promise<Verdict> {
  const { tool, check, rule, base } = each;
  const readWatched = () => engine.watched.read(tool, check, rule);
  if (check === "sums" && readWatched().broken === undefined) await callLate(engine);
  if (readWatched().results === 0 && base !== undefined)
    await engine.calls.call({
      tool,
      input: await engine.instances.fill(tool, baseArguments(engine.context.cases, base)),
    });
  return verdictOnWatched(each, readWatched());
}

async function invariantVerdict(each: InvariantCase, engine: Engine): Promise<Verdict> {
  const { tool, check, rule, bases } = each;
  const readWatched = () => engine.watched.read(tool, check, rule);
  if (readWatched().broken === undefined) await callLate(engine);
  for (const pair of engine.isBrief ? [] : (each.ordered ?? []))
    if (readWatched().broken === undefined) await makeExchanged(pair, engine);
  for (const base of bases) {
    if (readWatched().results > 0) break;
    const example = baseArguments(engine.context.cases, base);
    await engine.calls.call({ tool, input: await engine.instances.fill(tool, example) });
  }
  return verdictOnWatched(each, readWatched());
}

/** Returns the verdict on a rule that holds for every result. */
export function verdictOnWatched({ must }: { readonly must: string }, { results, broken }: Watched): Verdict {
  if (broken !== undefined) return failed(must, broken.problem, broken.exchange);
  return results > 0 ? held : unverified("unobserved", "the rule applies to no result of the run");
}

/** Finds a sum or a condition that a result of a tool has broken by now: the cases about them may come too late to see it. */
export function findBrokenRule(
  tool: string,
  { must }: { readonly must: string },
  { rules, watched }: Engine,
): Verdict | undefined {
  for (const checked of ["sums", "invariants"] as const)
    for (const index of (rules[checked][tool] ?? []).keys()) {
      const { broken } = watched.read(tool, checked, index);
      if (broken !== undefined) return failed(must, broken.problem, broken.exchange);
    }
  return undefined;
}

async function exampleVerdict(each: ExampleCase, engine: Engine): Promise<Verdict> {
  const { tool, expected } = each;
  const example = exampleArguments(engine.context.cases, each);
  const input = await engine.instances.fill(tool, example);
  const called = await engine.calls.requireSuccess({ tool, input });
  if (engine.isBrief && each.base !== undefined && each.edits === undefined)
    engine.context.succeeded.add(each.base);
  const result = readStructured(called);
  const wrong = expected.find(({ path, value }) => {
    const right = [value, ...listSent(value, example, input)].map(canonical);
    return !right.includes(canonical(valueAt(result, path) ?? null));
  });
  if (wrong === undefined) return held;
  const got = valueAt(result, wrong.path);
  return engine.verdicts.failed(
    `${wrong.path} is ${JSON.stringify(wrong.value)}, as in the example`,
    called,
    got === undefined ? "it is missing" : `it is ${JSON.stringify(got)}`,
  );
}

/** Lists what was sent in place of a value of the example's arguments, as the target file says. */
function listSent(value: Json, example: Json, input: Json): Json[] {
  return listLeaves(example)
    .filter((leaf) => canonical(leaf.value) === canonical(value))
    .map(({ pointer }) => valueAt(input, pointer) ?? null);
}
