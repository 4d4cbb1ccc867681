/** The scenarios of MCP's own suite that any server can be tested with: they need no tool of a fixture, and call no tool of the server. */
import type { Surface } from "../lock/surface.ts";
import list from "./scenarios.json" with { type: "json" };

export interface Scenario {
  /** The name that the suite gives it. */
  readonly name: string;
  /** The versions of MCP in which it is run, if the server speaks them. */
  readonly versions: readonly string[];
  /** The capability that the server must declare. */
  readonly needs?: string;
  /** It tests what only servers on this machine need. */
  readonly onLoopback?: boolean;
  /** Its checks that need more than the scenario, or that have the cause of a check of ours. */
  readonly checks?: readonly ScenarioCheck[];
}

export interface ScenarioCheck {
  readonly id: string;
  /** A capability; or `fixture`, which is tools that only servers made for the suite have; or `session`, which is optional. */
  readonly needs?: string;
  /** Names of our checks that fail for the same cause. */
  readonly sameAs?: readonly string[];
}

export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly version: string;
}

const scenarios: readonly Scenario[] = list;

/** Each scenario that fits the server, once in each version that both know. */
export function chooseRuns(surface: Surface, url: URL): ScenarioRun[] {
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return scenarios
    .filter(({ needs, onLoopback }) => declares(surface, needs) && (isLoopback || onLoopback !== true))
    .flatMap((scenario) =>
      scenario.versions
        .filter((version) => surface.protocolVersions.includes(version))
        .map((version) => ({ scenario, version })),
    );
}

/** Whether a server of this surface can be held to a check. */
export function applies({ checks = [] }: Scenario, id: string, surface: Surface): boolean {
  return declares(surface, checks.find((check) => check.id === id)?.needs);
}

/** Whether a server declares a capability, in any version that it speaks. */
function declares({ capabilities, versions = {} }: Surface, name: string | undefined): boolean {
  if (name === undefined) return true;
  return [capabilities, ...Object.values(versions).map((other) => other.capabilities)].some(
    (declared) => declared?.[name] !== undefined,
  );
}
