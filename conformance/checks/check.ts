/** The interface of protocol checks. */
import type { Verdict } from "../results/verdict.ts";
import type { Probe, ProtocolVersion } from "./probe.ts";

export * from "./probe.ts";

/** Returns the places of a section that is the same in versions with and without `initialize`. */
export function inBoth(section: string): Check["sections"] {
  return { "2025-11-25": section, "2026-07-28": section };
}

/** A requirement of MCP for every server, independent of its tools. */
export interface Check {
  /**
   * `oauth`: checked once, if the spec accepts OAuth. `card`: checked once, if the server answers a server card. If absent,
   * `protocol`: checked once for each version.
   */
  readonly kind?: "oauth" | "card";
  /** Topic and name, such as `lifecycle/negotiates`; the same for pass and fail. */
  readonly name: string;
  /** The requirement, as a sentence. */
  readonly must: string;
  /**
   * Version -> the section that requires it, below `https://modelcontextprotocol.io/specification/VERSION/`. A version before
   * 2025-11-25 without an entry uses the section of the next version.
   */
  readonly sections?: Readonly<Partial<Record<ProtocolVersion, string>>> | undefined;
  /** The address that requires it, for an extension of MCP. */
  readonly page?: string;
  /** Versions before this one do not require it. */
  readonly since?: "2025-06-18" | "2025-11-25";
  /** The requirement level; by default MUST. A broken SHOULD is advice: it is reported and does not fail the run. */
  readonly level?: "SHOULD";
  /** The sentences that say how a failure ends; for checks that servers of many SDKs fail. */
  readonly remedy?: string;
  /** The transport of the check; if absent, both. */
  readonly over?: "http" | "stdio";
  /** Whether the check applies only to servers with tokens. */
  readonly needsTokens?: true;
  run(probe: Probe): Promise<Verdict>;
}
