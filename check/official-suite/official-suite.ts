/** MCP's own conformance suite beside the checks of ours, where the project has installed it. All of its findings are advice. */
import type { Source } from "@toolwright/conformance/server-options";
import { findInstalled, type InstalledPackage } from "../installed/package.ts";
import type { Surface } from "../lock/surface.ts";
import { formatCount } from "../report/wording.ts";
import type { CheckFinding } from "../verdict/verdict.ts";
import { type HeaderProxy, openHeaderProxy } from "./header-proxy.ts";
import { type OfficialCheck, runScenario } from "./program.ts";
import { applies, chooseRuns, type ScenarioRun } from "./scenarios.ts";

const packageName = "@modelcontextprotocol/conformance";

/** The longest wait for a scenario. */
const mostMs = 30_000;

export interface OfficialOptions {
  /** The folder in whose `node_modules` the suite is looked for. */
  readonly project: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Names of our checks that failed: the suite does not say their cause once more. */
  readonly failed: readonly string[];
  /** Called before each scenario, with its name. */
  onStart(scenario: string): void;
  /** Called after each scenario, with its name. */
  onResult(scenario: string): void;
}

export interface OfficialSuite {
  readonly findings: readonly CheckFinding[];
  readonly notes: readonly string[];
  /** The suite, if it would have been run. */
  readonly notInstalled?: readonly string[];
}

export async function runOfficialSuite(
  surface: Surface,
  source: Source,
  options: OfficialOptions,
): Promise<OfficialSuite> {
  const suite = findInstalled(packageName, options.project);
  if (suite === undefined)
    return { findings: [], notes: [], notInstalled: source.kind === "http" ? [packageName] : [] };
  const named = `MCP's own suite (${packageName} ${suite.version})`;
  if (source.kind === "stdio")
    return { findings: [], notes: [`${named} was not run: it tests servers over HTTP.`] };
  const { authorization, ...headers } = source.headers;
  const added = { ...headers, ...(authorization !== undefined && { authorization }) };
  const proxy = Object.keys(added).length > 0 ? await openHeaderProxy(source.url, added) : undefined;
  try {
    return await runAll(suite, named, { surface, url: source.url, proxy }, options);
  } finally {
    proxy?.close();
  }
}

interface Tested {
  readonly surface: Surface;
  readonly url: URL;
  readonly proxy: HeaderProxy | undefined;
}

async function runAll(
  suite: InstalledPackage,
  named: string,
  { surface, url, proxy }: Tested,
  { timeoutMs, signal, failed, onStart, onResult }: OfficialOptions,
): Promise<OfficialSuite> {
  // A proxy has a name of its own, so the protection of the server against foreign names cannot be seen through it.
  const runs = chooseRuns(surface, url).filter(({ scenario }) => !proxy || scenario.onLoopback !== true);
  const limits = { url: proxy?.url ?? url.href, timeoutMs: Math.min(timeoutMs, mostMs), signal };
  const findings: CheckFinding[] = [];
  const broken: string[] = [];
  const limited: string[] = [];
  let passed = 0;
  for (const each of runs) {
    const part = `${packageName} ${each.scenario.name}`;
    onStart(part);
    const checks = await runScenario(suite, each, limits);
    onResult(part);
    if (typeof checks === "string") {
      broken.push(`${named} could not run ${each.scenario.name}: ${checks}`);
      continue;
    }
    if (isLimited(checks)) {
      limited.push(each.scenario.name);
      continue;
    }
    const found = toFindings(each, checks, surface, failed);
    if (found.every(({ level }) => level === "note")) passed++;
    findings.push(...found);
  }
  const ran = `${named}: ${passed} of ${formatCount(runs.length, "scenario")} for any server found no fault that is not listed above.`;
  if (limited.length > 0)
    broken.push(
      `${named} could not run ${[...new Set(limited)].join(", ")}: the server took no more requests (HTTP 429). Raise its rate for the check.`,
    );
  return { findings: mergeVersions(findings), notes: runs.length === 0 ? broken : [ran, ...broken] };
}

/** The suite does not wait for servers that limit requests, and takes their HTTP 429 for an answer to its question. */
function isLimited(checks: readonly OfficialCheck[]): boolean {
  return checks.some(
    ({ status, errorMessage = "" }) =>
      status !== "SUCCESS" && /\b429\b|too many requests/i.test(errorMessage),
  );
}

function toFindings(
  { scenario, version }: ScenarioRun,
  checks: readonly OfficialCheck[],
  surface: Surface,
  failed: readonly string[],
): CheckFinding[] {
  const isSaid = (id: string) =>
    scenario.checks?.find((check) => check.id === id)?.sameAs?.some((name) => failed.includes(name)) === true;
  return checks
    .filter(({ status, details }) =>
      status === "FAILURE" || status === "WARNING" ? !details?.untestable : false,
    )
    .filter(({ id }) => applies(scenario, id, surface) && !isSaid(id))
    .map(({ id, status, description, errorMessage, specReferences }) => {
      const address = specReferences?.find(({ url }) => url !== undefined)?.url;
      return {
        code: `official/${scenario.name}/${id}`,
        level: status === "FAILURE" ? "advice" : "note",
        says: `MCP's own suite reports: ${errorMessage ?? description ?? id}`,
        places: [version],
        ...(address !== undefined && { source: address }),
      };
    });
}

/** The same finding in two versions is one. */
function mergeVersions(findings: readonly CheckFinding[]): CheckFinding[] {
  return [...Map.groupBy(findings, ({ code }) => code).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, places: [...new Set([first, ...others].flatMap(({ places }) => places))] }],
  );
}
