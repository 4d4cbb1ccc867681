/** Runs the official conformance suite of MCP (`@modelcontextprotocol/conformance`) against a server. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";

const require = createRequire(import.meta.url);
const suiteFolder = dirname(require.resolve("@modelcontextprotocol/conformance/package.json"));

/** A revision of MCP for which the suite says what servers must pass. */
export type Revision = "2025-11-25" | "2026-07-28";

export const revisions: readonly Revision[] = ["2025-11-25", "2026-07-28"];

/** How a check ended that found nothing good to say. */
export type Shortcoming = "FAILURE" | "WARNING" | "SKIPPED";

/** Checks that do not pass, and why that is right. */
export interface Excuse {
  readonly reason: string;
  readonly outcome: Shortcoming;
  /** The one revision in which this holds; left out: all. */
  readonly only?: Revision;
  /** The checks in the form `scenario:check`. */
  readonly checks: readonly string[];
}

export interface SuiteRun {
  /** The exit code; 0 if exactly the expected checks failed. */
  readonly exitCode: number | null;
  readonly output: string;
  /** Every scenario that ran. */
  readonly scenarios: readonly string[];
  readonly shortcomings: readonly Finding[];
}

export interface Finding {
  /** The checks in the form `scenario:check`. */
  readonly check: string;
  readonly outcome: Shortcoming;
  readonly message: string;
}

export function readExcuses(file: string): readonly Excuse[] {
  return parse(readFileSync(file, "utf8")) as Excuse[];
}

/** The excuses that count in a revision: those whose scenarios it runs. */
export function excusedIn(excuses: readonly Excuse[], revision: Revision): readonly Finding[] {
  const scenarios = new Set(requiredScenarios(revision));
  return excuses.flatMap(({ reason, outcome, only = revision, checks }) =>
    checks
      .filter((check) => only === revision && scenarios.has(scenarioOf(check)))
      .map((check) => ({ check, outcome, message: reason })),
  );
}

export function scenarioOf(check: string): string {
  return check.slice(0, check.indexOf(":"));
}

/** The scenarios for servers that the suite runs for a revision, scored or not. */
export function requiredScenarios(revision: Revision): readonly string[] {
  const file = join(suiteFolder, "requirements", `${revision}.yaml`);
  const { server, not_scored } = parse(readFileSync(file, "utf8")) as {
    server: string[];
    not_scored: { scenario: string; leg: string }[];
  };
  return [...server, ...not_scored.filter(({ leg }) => leg === "server").map(({ scenario }) => scenario)];
}

export async function runSuite(
  url: string,
  revision: Revision,
  excused: readonly Finding[],
): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), "official-suite-"));
  try {
    const baseline = join(folder, "baseline.yaml");
    // To the suite a warning fails a scenario too.
    const failing = excused.filter(({ outcome }) => outcome !== "SKIPPED").map(({ check }) => check);
    writeFileSync(baseline, stringify({ server: failing }));
    return await runScenarios(["--url", url, "--requirements", revision, "--expected-failures", baseline]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The scenarios of the skills extension (SEP-2640), which no revision requires. */
export const skillScenarios = ["enumeration", "manifest", "directory"].map(
  (part) => `sep-2640-skills-${part}`,
);

/** Runs the scenarios of an extension. */
export async function runExtension(
  url: string,
  revision: Revision,
  scenarios: readonly string[],
): Promise<SuiteRun[]> {
  const runs: SuiteRun[] = [];
  for (const scenario of scenarios)
    runs.push(
      await runScenarios(["--url", url, "--scenario", scenario, "--spec-version", revision, "--force"]),
    );
  return runs;
}

async function runScenarios(options: readonly string[]): Promise<SuiteRun> {
  const results = mkdtempSync(join(tmpdir(), "official-results-"));
  try {
    const ended = await run(["server", ...options, "--output-dir", results]);
    return { ...ended, ...read(results) };
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

function run(args: readonly string[]): Promise<Pick<SuiteRun, "exitCode" | "output">> {
  return new Promise((resolve, reject) => {
    const program = spawn(process.execPath, [join(suiteFolder, "dist/index.js"), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [program.stdout, program.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    program.on("error", reject).on("close", (exitCode) => resolve({ exitCode, output }));
  });
}

interface CheckResult {
  readonly id: string;
  readonly status: Shortcoming | "SUCCESS" | "INFO";
  readonly errorMessage?: string;
}

/** The suite writes the checks of a scenario to `server-SCENARIO-TIME/checks.json`. */
function read(results: string): Pick<SuiteRun, "scenarios" | "shortcomings"> {
  const folders = readdirSync(results).map((folder) => ({
    folder,
    scenario: folder.replace(/^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/, "$1"),
  }));
  const shortcomings = folders.flatMap(({ folder, scenario }) => {
    const checks = JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8")) as CheckResult[];
    return checks.flatMap(({ id, status, errorMessage = "" }) =>
      status === "SUCCESS" || status === "INFO"
        ? []
        : [{ check: `${scenario}:${id}`, outcome: status, message: errorMessage }],
    );
  });
  return { scenarios: folders.map(({ scenario }) => scenario), shortcomings };
}
