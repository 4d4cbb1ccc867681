/** Runs cases against a copy of the service. */
import { join } from "node:path";
import type { CaseFile } from "@toolwright/conformance/cases";
import type { Result } from "../../results/verdict.ts";
import type { Runnable } from "../../run/runnable.ts";
import { runSuite } from "../../run/suite.ts";
import { type StartedServer, startServer } from "../../target/started.ts";
import type { StartSpec, Target } from "../../target/target.ts";
import { httpTransport } from "../../wire/http.ts";
import { makePlan } from "../trial.ts";

export interface CopyRunOptions {
  readonly cases: CaseFile;
  readonly target: Target;
  readonly seed: number;
}

const limits = { timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 };
const connections = 16;

/** Starts the copy in this folder, with an empty database. */
export async function onCopy<T>(
  folder: string,
  { target }: CopyRunOptions,
  use: (started: StartedServer) => Promise<T>,
): Promise<T> {
  const started = await startServer(startIn(target.start!, folder), target.folder);
  try {
    return await use(started);
  } finally {
    await started.stop();
  }
}

/** @param isEnough whether a result ends the run */
export async function runCases(
  selected: readonly Runnable[],
  { url, environment }: StartedServer,
  { cases, target, seed }: CopyRunOptions,
  isEnough: (result: Result) => boolean = () => false,
): Promise<readonly Result[]> {
  const transport = httpTransport({ url: new URL(url), limits, parallel: connections });
  const enough = new AbortController();
  try {
    const { results } = await runSuite({
      cases,
      target: { ...target, url },
      plan: makePlan(cases, selected),
      transport,
      environment,
      seed,
      unverified: [],
      expectedFailures: [],
      signal: enough.signal,
      onResult: (result) => {
        if (isEnough(result)) enough.abort();
      },
    });
    return results;
  } finally {
    transport.close();
  }
}

/** The form of arguments and of the protocol is proven by the faults of the proxy. */
export function casesAboutBehaviour({ cases }: CaseFile): readonly Runnable[] {
  return cases.filter(({ kind }) => kind !== "manifest" && kind !== "input");
}

/** Starts the copy in place of the sources of this repository. */
function startIn(start: StartSpec, folder: string): StartSpec {
  const command = start.command.map((part) =>
    part.endsWith("impl/main.ts") ? join(folder, "impl", "main.ts") : part,
  );
  return { ...start, command };
}
