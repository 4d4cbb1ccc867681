/** Runs cases against a server, as a user does. */
import type { CaseFile } from "@toolwright/conformance/cases";
import type { Report } from "../results/report.ts";
import type { Result } from "../results/verdict.ts";
import { makePlan, type Plan } from "../run/plan.ts";
import type { Runnable } from "../run/runnable.ts";
import { runSuite, type SuiteOptions } from "../run/suite.ts";
import { type StartedServer, startServer } from "../target/started.ts";
import type { StartSpec, Target } from "../target/target.ts";
import { readTarget } from "../target/target-file.ts";
import { UsageError } from "../usage/usage-error.ts";
import { httpTransport } from "../wire/http.ts";

/** A target whose server is started for each run. */
export interface StartedTarget extends Target {
  readonly start: StartSpec;
}

export interface Run extends Pick<SuiteOptions, "collection" | "comparison"> {
  readonly cases: CaseFile;
  readonly plan: Plan;
  readonly seed: number;
  readonly connections?: number;
  /** After this time the run ends with what it has. */
  readonly maxSeconds?: number;
  /** Called when the server has started. */
  onStart?(): void;
  /** Returns whether a result ends the run. */
  isEnough?(result: Result): boolean;
}

export const limits = { timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 };

/** Reads a target file. @throws UsageError if it has no start command */
export function readStartedTarget(file: string): StartedTarget {
  const { start, ...target } = readTarget(file);
  if (start) return { ...target, start };
  throw new UsageError(`${file} has no start command.`);
}

export function makeWholePlan(cases: CaseFile, selected: readonly Runnable[]): Plan {
  return makePlan(cases, selected, {
    selection: { kinds: [], tools: [], cases: [] },
    readOnly: false,
    maxRequests: Number.POSITIVE_INFINITY,
  });
}

/** Runs cases against a newly started server without data. */
export async function runOnFreshServer(target: StartedTarget, run: Run): Promise<Report> {
  const started = await startServer(target.start, target.folder);
  try {
    run.onStart?.();
    return await runOn(started.url, target, started.environment, run);
  } finally {
    await started.stop();
  }
}

/** Runs cases against a running server. @param url the address of the server, or of the proxy in front of it */
export async function runOn(
  url: string,
  target: Target,
  environment: StartedServer["environment"],
  { isEnough, connections = 16, maxSeconds, ...run }: Run,
): Promise<Report> {
  const transport = httpTransport({ url: new URL(url), limits, parallel: connections });
  const enough = new AbortController();
  const timer = maxSeconds === undefined ? undefined : setTimeout(() => enough.abort(), maxSeconds * 1000);
  try {
    return await runSuite({
      ...run,
      target: { ...target, url },
      transport,
      environment,
      unverified: target.unverified ?? [],
      expectedFailures: target.expectedFailures ?? [],
      signal: enough.signal,
      onResult(result) {
        if (isEnough?.(result)) enough.abort();
      },
    });
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

export function listHeldIds({ results }: Report): ReadonlySet<string> {
  return new Set(results.filter(({ verdict }) => verdict.status === "held").map(({ subject }) => subject.id));
}
