/** The interface of protocol checks: what a check is, and what it may do. */
import type { Verdict } from "../results/verdict.ts";
import type { Probe, ProtocolVersion } from "./probe.ts";

export * from "./probe.ts";

/** A section that is at the same place with `initialize` and without. */
export function inBoth(section: string): Check["sections"] {
  return { "2025-11-25": section, "2026-07-28": section };
}

/** A requirement that MCP has for every server, whatever its tools are. */
export interface Check {
  /** Absent: `protocol`, once for each version. Of `oauth`: once, where the spec takes OAuth. */
  readonly kind?: "oauth";
  /** Topic and name, such as `lifecycle/negotiates`; the same for pass and fail. */
  readonly name: string;
  /** The requirement, as a sentence. */
  readonly must: string;
  /**
   * Version -> the section that requires it, below `https://modelcontextprotocol.io/specification/VERSION/`. A version before
   * 2025-11-25 without one has that of the next version.
   */
  readonly sections: Readonly<Partial<Record<ProtocolVersion, string>>>;
  /** Versions before this one do not require it. */
  readonly since?: "2025-06-18" | "2025-11-25";
  /** A SHOULD that does not hold is advice: it is reported and does not fail the run. Absent: MUST. */
  readonly level?: "SHOULD";
  /** Absent: for both transports. */
  readonly over?: "http" | "stdio";
  /** Only for servers with tokens. */
  readonly needsTokens?: true;
  run(probe: Probe): Promise<Verdict>;
}
