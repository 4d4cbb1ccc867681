/** Runs one scenario of MCP's own suite in a process of its own, and reads the checks that it writes. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InstalledPackage } from "../installed/package.ts";
import type { ScenarioRun } from "./scenarios.ts";

/** A check as the suite writes it. */
export interface OfficialCheck {
  readonly id: string;
  readonly description?: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
  readonly specReferences?: readonly { readonly url?: string }[];
  readonly details?: { readonly untestable?: boolean };
}

export interface RunOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The suite may take this much longer than a scenario to start and to end. */
const graceMs = 10_000;

/** Resolves to its checks, or to the reason why there are none. */
export async function runScenario(
  suite: InstalledPackage,
  { scenario, version }: ScenarioRun,
  { url, timeoutMs, signal }: RunOptions,
): Promise<readonly OfficialCheck[] | string> {
  const results = mkdtempSync(join(tmpdir(), "official-suite-"));
  try {
    const program = join(suite.folder, "dist/index.js");
    const asked = ["--url", url, "--scenario", scenario.name, "--spec-version", version];
    const limits = ["--timeout", String(timeoutMs), "--output-dir", results];
    const output = await run(
      [program, "server", ...asked, ...limits],
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs + graceMs)]),
    );
    return readChecks(results) ?? output.trim().split("\n").at(-1) ?? "it says nothing";
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** Resolves to the output. The exit code says no more than the checks do. */
function run(args: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], signal });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-2_000);
      });
    child.once("error", (error) => resolve(error.message));
    child.once("close", () => resolve(output));
  });
}

/** The suite writes `SCENARIO-TIME/checks.json`. */
function readChecks(results: string): OfficialCheck[] | undefined {
  const [folder] = readdirSync(results);
  if (folder === undefined) return undefined;
  return JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8")) as OfficialCheck[];
}
