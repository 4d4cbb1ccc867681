/** One trial: runs the cases of a fault's scope against the faulty server. */
import type http from "node:http";
import type { CaseFile } from "@toolwright/conformance/cases";
import { failed, type Result } from "../results/verdict.ts";
import type { Plan } from "../run/plan.ts";
import { toSubject } from "../run/runnable.ts";
import type { StartedServer } from "../target/started.ts";
import type { Target } from "../target/target.ts";
import { UsageError } from "../usage/usage-error.ts";
import type { Fault, FaultyServer } from "./fault.ts";
import type { ProxiedRequest, ProxiedResponse } from "./messages.ts";
import { startProxy } from "./proxy.ts";
import type { TokenPool } from "./token-pools.ts";
import { runOn } from "./whole-run.ts";

/** The healthy server, and the cases that hold for it. */
export interface Baseline {
  readonly cases: CaseFile;
  readonly target: Target;
  readonly started: StartedServer;
  readonly agent: http.Agent;
  /** Ids of the cases that held: only these can catch a fault. */
  readonly held: ReadonlySet<string>;
}

/** A fault, and the cases of its scope. */
export interface Trial {
  /** Absent in a control trial, in which no case may fail. */
  readonly fault: Fault | undefined;
  readonly plan: Plan;
}

export interface Outcome {
  readonly trial: Trial;
  /** The first failure of a case that held for the healthy server. */
  readonly firstFinding: Result | undefined;
  /** The number of changed responses; 0 means that the fault never took effect. */
  readonly changed: number;
}

const connections = 2;

/** Runs the cases until one of them fails. `onExchange` is called for each exchange of a trial without a fault. */
export async function runTrial(
  trial: Trial,
  tokenPool: TokenPool,
  baseline: Baseline,
  { seed, onExchange }: { readonly seed: number; readonly onExchange?: OnExchange },
): Promise<Outcome> {
  const { target, cases, started, agent, held } = baseline;
  const faulty = trial.fault?.start() ?? makePassThrough(onExchange);
  const proxy = await startProxy({ endpoint: started.url, faulty, tokens: tokenPool.known, agent });
  const isFinding = ({ verdict, subject }: Result) => verdict.status === "failed" && held.has(subject.id);
  let firstFinding: Result | undefined;
  try {
    const own = { ...withoutHooks(target), tokens: tokenPool.tokens, parallel: connections };
    const run = { cases, plan: trial.plan, seed, connections, isEnough: isFinding };
    firstFinding = (await runOn(proxy.url, own, {}, run)).results.find(isFinding);
  } catch (error) {
    if (trial.fault === undefined || !(error instanceof UsageError)) throw error;
    firstFinding = makeUntestable(trial.plan, error);
  } finally {
    await proxy.close();
  }
  return { trial, firstFinding, changed: proxy.changed() };
}

/** Makes a finding of the error with which the suite refuses to test a server. A user would see this error, too. */
function makeUntestable({ cases: [first] }: Plan, { message }: UsageError): Result {
  return { subject: toSubject(first!), verdict: failed("a target that can be tested", message) };
}

type OnExchange = (request: ProxiedRequest, response: ProxiedResponse) => void;

/** Makes a server that changes nothing. */
export function makePassThrough(onExchange: OnExchange = () => undefined): FaultyServer {
  return async (request, healthy) => {
    const response = await healthy(request);
    onExchange(request, response);
    return response;
  };
}

/** Removes the hooks and the accepted cases of a target: tokens are already minted, no cleanup is necessary, and only cases that held run. */
function withoutHooks({ hooks: _, start: __, cleanup: ___, ...rest }: Target): Omit<Target, "hooks"> {
  return { ...rest, unverified: [], expectedFailures: [] };
}
