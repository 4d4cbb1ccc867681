/** Starts a copy of the service with each mistake, and looks whether the suite notices. */
import { join } from "node:path";
import type { CaseFile } from "../../cases/format.ts";
import type { Report } from "../../results/report.ts";
import type { Result } from "../../results/verdict.ts";
import type { Runnable } from "../../run/runnable.ts";
import { runSuite } from "../../run/suite.ts";
import { startServer } from "../../target/started.ts";
import type { StartSpec, Target } from "../../target/target.ts";
import { httpTransport } from "../../wire/http.ts";
import { planOf } from "../trial.ts";
import { makePatchedCopy } from "./patched-copy.ts";
import type { Patch } from "./patches.ts";

export interface PatchExperimentOptions {
  readonly cases: CaseFile;
  readonly target: Target;
  readonly patches: readonly Patch[];
  readonly seed: number;
  /** How many copies run side by side. */
  readonly parallel: number;
  onOutcome(outcome: PatchOutcome): void;
}

export interface PatchOutcome {
  readonly patch: Patch;
  /** The first failure of a case that held for the service without a mistake. */
  readonly firstFinding: Result | undefined;
  readonly seconds: number;
}

const limits = { timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 };
const connections = 16;
const unchanged: Patch = { id: "unchanged/unchanged", description: "Nothing is wrong.", edits: [] };

/**
 * Runs the suite against a copy without a mistake, and then against one copy for each patch until a case fails that held
 * without the mistake.
 */
export async function patchExperiment(options: PatchExperimentOptions): Promise<readonly PatchOutcome[]> {
  const healthy = await runOnCopy(unchanged, options, () => false);
  const held = new Set(
    healthy.results.filter(({ verdict }) => verdict.status === "held").map(({ subject }) => subject.id),
  );
  const outcomes: PatchOutcome[] = [];
  const waiting = [...options.patches];
  const worker = async () => {
    for (let patch = waiting.shift(); patch; patch = waiting.shift()) {
      const outcome = await tryPatch(patch, held, options);
      outcomes.push(outcome);
      options.onOutcome(outcome);
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, worker));
  return outcomes;
}

async function tryPatch(
  patch: Patch,
  held: ReadonlySet<string>,
  options: PatchExperimentOptions,
): Promise<PatchOutcome> {
  const startedAt = performance.now();
  let firstFinding: Result | undefined;
  await runOnCopy(patch, options, (result) => {
    if (result.verdict.status !== "failed" || !held.has(result.subject.id)) return false;
    firstFinding ??= result;
    return true;
  });
  return { patch, firstFinding, seconds: (performance.now() - startedAt) / 1000 };
}

/** @param isEnough whether a result ends the run */
async function runOnCopy(
  patch: Patch,
  { cases, target, seed }: PatchExperimentOptions,
  isEnough: (result: Result) => boolean,
): Promise<Report> {
  const copy = makePatchedCopy(patch);
  const started = await startServer(startOf(target.start!, copy.folder), target.folder);
  const transport = httpTransport({ url: new URL(started.url), limits, parallel: connections });
  const enough = new AbortController();
  try {
    return await runSuite({
      cases,
      target: { ...target, url: started.url },
      plan: planOf(cases, cases.cases.filter(isAboutBehaviour)),
      transport,
      environment: started.environment,
      seed,
      unverified: target.unverified ?? [],
      expectedFailures: target.expectedFailures ?? [],
      signal: enough.signal,
      onResult: (result) => {
        if (isEnough(result)) enough.abort();
      },
    });
  } finally {
    transport.close();
    await started.stop();
    copy.remove();
  }
}

/** The form of arguments and of the protocol is proven by the faults of the proxy. */
function isAboutBehaviour({ kind }: Runnable): boolean {
  return kind !== "protocol" && kind !== "manifest" && kind !== "input";
}

/** Starts the copy in place of the sources of this repository. */
function startOf(start: StartSpec, folder: string): StartSpec {
  const command = start.command.map((part) =>
    part.endsWith("impl/main.ts") ? join(folder, "impl", "main.ts") : part,
  );
  return { ...start, command };
}
