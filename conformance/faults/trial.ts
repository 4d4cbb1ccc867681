import type http from "node:http";
import type { CaseFile } from "toolwright/runtime";
import type { Result } from "../results/verdict.ts";
import { type Plan, planFor } from "../run/plan.ts";
import type { Runnable } from "../run/runnable.ts";
import { runSuite } from "../run/suite.ts";
import type { Started } from "../target/started.ts";
import type { Target } from "../target/target.ts";
import { httpTransport } from "../wire/http.ts";
import type { Fault, Faulty } from "./fault.ts";
import type { Passed, Passing } from "./messages.ts";
import { startProxy } from "./proxy.ts";
import type { Wallet } from "./token-pools.ts";

/** The healthy server, and what the suite says of it. */
export interface Subject {
  readonly cases: CaseFile;
  readonly target: Target;
  readonly started: Started;
  readonly agent: http.Agent;
  /** Ids of the cases that held: only these can find a fault. */
  readonly held: ReadonlySet<string>;
}

/** A fault that is about to be tried, and the cases of its place. */
export interface Trial {
  /** Absent: nothing is broken, and nothing may be found. */
  readonly fault: Fault | undefined;
  readonly plan: Plan;
}

export interface Outcome {
  readonly trial: Trial;
  /** The first failure of a case that held with the healthy server. */
  readonly found: Result | undefined;
  /** Exchanges that were not what they should have been: 0 means that the fault never came to bear. */
  readonly changed: number;
}

const limits = { timeoutMs: 20_000, maxBytes: 16 * 1024 * 1024 };
const connections = 2;

export function planOf(cases: CaseFile, selected: readonly Runnable[]): Plan {
  return planFor(cases, selected, {
    selection: { kinds: [], tools: [], cases: [] },
    readOnly: false,
    maxRequests: Number.POSITIVE_INFINITY,
  });
}

/**
 * Runs the cases of a fault's place against the faulty server, until one of them fails. `watch` hears what passes where
 * nothing is broken.
 */
export async function tried(
  trial: Trial,
  wallet: Wallet,
  subject: Subject,
  { seed, watch }: { readonly seed: number; readonly watch?: Watch },
): Promise<Outcome> {
  const { target, cases, started, agent, held } = subject;
  const faulty = trial.fault?.start() ?? watching(watch);
  const proxy = await startProxy({ behind: started.url, faulty, known: wallet.known, agent });
  const transport = httpTransport({ url: new URL(proxy.url), limits, parallel: connections });
  const enough = new AbortController();
  let found: Result | undefined;
  try {
    await runSuite({
      cases,
      target: { ...withoutPeople(target), url: proxy.url, tokens: wallet.tokens, parallel: connections },
      plan: trial.plan,
      transport,
      environment: {},
      seed,
      unverified: [],
      expectedFailures: [],
      whole: false,
      signal: enough.signal,
      onResult(result) {
        if (result.verdict.status !== "failed" || !held.has(result.subject.id)) return;
        found ??= result;
        enough.abort();
      },
    });
  } finally {
    transport.close();
    await proxy.close();
  }
  return { trial, found, changed: proxy.changed() };
}

type Watch = (passing: Passing, passed: Passed) => void;

/** Changes nothing. */
export function watching(watch: Watch = () => undefined): Faulty {
  return async (passing, healthy) => {
    const passed = await healthy(passing);
    watch(passing, passed);
    return passed;
  };
}

/** Tokens and people are there already. */
function withoutPeople({ hooks: _, start: __, cleanup: ___, ...rest }: Target): Target {
  return rest;
}
