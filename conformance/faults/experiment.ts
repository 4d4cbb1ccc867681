/** The experiment that tests the suite: it tries many faults and counts how many the suite catches. */
import http from "node:http";
import type { CaseFile } from "@toolwright/conformance/cases";
import { checkCases } from "../checks/check-case.ts";
import { checks } from "../checks/index.ts";
import { computeExitCode, type Report } from "../results/report.ts";
import type { Runnable } from "../run/runnable.ts";
import { type StartedServer, startServer } from "../target/started.ts";
import type { Fault } from "./fault.ts";
import { operators } from "./operators/index.ts";
import { startProxy } from "./proxy.ts";
import { Recorder } from "./recorder.ts";
import { drawSample, filterFaults, makeFaults } from "./sample.ts";
import { type FaultScope, selectCases } from "./scope.ts";
import { type Baseline, makePassThrough, type Outcome, runTrial, type Trial } from "./trial.ts";
import { listHeldIds, makeWholePlan, runOn, runOnFreshServer, type StartedTarget } from "./whole-run.ts";
import { runOnWorkers } from "./workers.ts";

export interface ExperimentOptions {
  readonly cases: CaseFile;
  readonly target: StartedTarget;
  readonly seed: number;
  readonly count: number;
  /** The number of whole runs against the healthy server. */
  readonly healthyRuns: number;
  /** Only faults whose ids match; empty means all. */
  readonly only: readonly RegExp[];
  /** The number of workers, each with an account of its own. */
  readonly workers: number;
  onReference(report: Report): void;
  onOutcome(outcome: Outcome): void;
  onHealthy(report: Report): void;
}

/** The results of all trials, and of the runs without a fault. */
export interface Experiment {
  /** The report of the healthy server behind a proxy that changes nothing. */
  readonly reference: Report;
  /** Operator -> the faults that it can make. */
  readonly possible: ReadonlyMap<string, readonly Fault[]>;
  /** Drawn faults that were left out because they are equivalent to the healthy server. */
  readonly equivalent: readonly Fault[];
  readonly outcomes: readonly Outcome[];
  readonly healthy: readonly Report[];
}

/** After this many faults, the same cases run once without a fault. */
const controlInterval = 20;

/** Runs the experiment: the suite must find every fault, and nothing else. */
export async function runExperiment(options: ExperimentOptions): Promise<Experiment> {
  const { cases, seed } = options;
  const started = await startServer(options.target.start, options.target.folder);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  try {
    const target = { ...options.target, url: started.url };
    const runnables = [...checkCases(checks, cases, "http"), ...cases.cases];
    const reference = await throughProxy(agent, started, (url) =>
      runOn(url, target, started.environment, { cases, plan: makeWholePlan(cases, runnables), seed }),
    );
    options.onReference(reference);

    const baseline = { cases, target, started, agent, held: listHeldIds(reference) };
    const recorder = new Recorder();
    const workers = { count: options.workers, baseline };
    const observationTrials = observationScopes(cases).map((place) =>
      makeTrial(undefined, place, runnables, baseline),
    );
    const observed = await runOnWorkers(observationTrials, "scout", workers, (trial, tokens, index) =>
      runTrial(trial, tokens, baseline, {
        seed: seed + index,
        onExchange: (...passed) => recorder.record(...passed),
      }),
    );

    const possible = makeFaults(operators, { cases, observed: recorder });
    const { chosen, equivalent } = drawSample(filterFaults(possible, options.only), options.count, seed);
    const trials = chosen.flatMap((fault, index) => [
      makeTrial(fault, fault.scope, runnables, baseline),
      ...(index % controlInterval === 0 ? [makeTrial(undefined, fault.scope, runnables, baseline)] : []),
    ]);
    const outcomes = await runOnWorkers(trials, "lane", workers, async (trial, tokens, index) => {
      const outcome = await runTrial(trial, tokens, baseline, { seed: seed + index });
      options.onOutcome(outcome);
      return outcome;
    });

    const healthy: Report[] = [];
    while (healthy.length < options.healthyRuns) {
      // Each run has its own server, since a run uses up daily limits and moves the clock.
      const run = { cases, plan: makeWholePlan(cases, runnables), seed: seed + healthy.length + 1 };
      const report = await runOnFreshServer(options.target, run);
      options.onHealthy(report);
      healthy.push(report);
    }
    return { reference, possible, equivalent, outcomes: [...observed, ...outcomes], healthy };
  } finally {
    agent.destroy();
    await started.stop();
  }
}

async function throughProxy<T>(
  agent: http.Agent,
  { url: endpoint }: StartedServer,
  run: (url: string) => Promise<T>,
): Promise<T> {
  const tokens = { authorization: () => "", stateOf: () => "valid" as const };
  const proxy = await startProxy({ endpoint, faulty: makePassThrough(), tokens, agent });
  return await run(proxy.url).finally(proxy.close);
}

/** Lists the scopes whose cases run first against the healthy server, to record its answers. */
function observationScopes({ tools }: CaseFile): FaultScope[] {
  const names = Object.keys(tools);
  return [
    { part: "server" },
    ...names.flatMap((tool): FaultScope[] => [
      { part: "answers", tool },
      { part: "access", tool },
    ]),
  ];
}

/** Makes a trial of a fault with the cases of its scope. */
function makeTrial(
  fault: Fault | undefined,
  place: FaultScope,
  runnables: readonly Runnable[],
  { cases, held }: Baseline,
): Trial {
  const selected = selectCases(place, runnables, cases).filter(({ id }) => held.has(id));
  return { fault, plan: makeWholePlan(cases, selected) };
}

export function hasNoFindings(report: Report): boolean {
  return computeExitCode(report) === 0;
}
