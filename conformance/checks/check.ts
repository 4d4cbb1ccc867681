/** The interface of protocol checks: what a check is, and what it may do. */
import type { Json } from "../cases/edits.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import type { Verdict } from "../results/verdict.ts";
import type { AccessTokenWish } from "../target/access-tokens.ts";
import type { Answer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";

/** The versions of MCP with checks: those with `initialize` and Streamable HTTP, and the first one without. */
export const protocolVersions = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

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

/** What a check can do with the target. No method throws because of the target's behaviour. */
export interface Probe {
  readonly version: ProtocolVersion;
  readonly cases: CaseFile;
  /** The address of the endpoint; over stdio the command. */
  readonly to: string;
  /** The response to the first `initialize`. */
  readonly initialization: ProbeResponse;
  /** Sends a request that is correct except for the overrides. Rejects with a PreconditionError if the token is missing. */
  send(overrides: RequestOverrides): Promise<ProbeResponse>;
  /** The same, but sent once for all checks of a version. */
  sendOnce(overrides: RequestOverrides): Promise<ProbeResponse>;
  /** An access token of OAuth. Rejects with a PreconditionError if there is none. */
  accessToken(wish?: AccessTokenWish): Promise<string>;
  /** Name and arguments of a tool that changes nothing. Rejects with a PreconditionError if there is none. */
  tool(): Promise<{ readonly name: string; readonly arguments: Json }>;
  /** For SDK clients: reaches only the target, through the suite's own transport. */
  fetch(overrides: URL | string, init?: RequestInit): Promise<Response>;
  /** A failure that shows the request and its answer. */
  failed(expected: string, response: ProbeResponse, actual?: string): Verdict;
}

export interface RequestOverrides {
  /** The method of a JSON-RPC request. */
  readonly method?: string;
  readonly params?: { readonly [name: string]: Json };
  /** Keys of `_meta` to set, or to leave out if `undefined`. */
  readonly meta?: Readonly<Record<string, Json | undefined>>;
  /** Any text in place of a JSON-RPC request; absent together with `method`: no body. */
  readonly body?: string;
  /** The id that an answer would have. */
  readonly id?: Json;
  /** Headers to set, or to leave out if `undefined`. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly http?: { readonly method?: string; readonly path?: string; readonly headOnly?: true };
  /** Absent: a token with every scope. */
  readonly credential?: Credential;
}

export interface ProbeResponse {
  readonly exchange: Exchange;
  readonly answer: Answer;
  /** HTTP status; `undefined` over stdio and without a reply. */
  readonly status: number | undefined;
  /** A header of the response; empty if absent. */
  header(name: string): string;
}
