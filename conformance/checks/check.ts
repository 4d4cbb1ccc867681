import type { Json } from "../cases/edits.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import type { Verdict } from "../results/verdict.ts";
import type { Answer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";

/** The versions of MCP that checks are written for: the last that opens with `initialize`, and the first that does not. */
export const protocolVersions = ["2025-11-25", "2026-07-28"] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

/** Something that MCP demands of every server, and that no spec of tools can say. */
export interface Check {
  /** Topic and name, such as `lifecycle/negotiates`: the same whether it holds or not. */
  readonly name: string;
  /** What must hold, as a sentence. */
  readonly must: string;
  /** The section that demands it in each version that does, below `https://modelcontextprotocol.io/specification/VERSION/`. */
  readonly sections: Readonly<Partial<Record<ProtocolVersion, string>>>;
  /** A SHOULD that does not hold is advice: it is reported, and does not fail the run. */
  readonly level: "MUST" | "SHOULD";
  /** Left out: whatever the transport is. */
  readonly over?: "http" | "stdio";
  /** Only where callers bring tokens. */
  readonly needsTokens?: true;
  /** Requests that it makes at most. */
  readonly requests: number;
  run(probe: Probe): Promise<Verdict>;
}

/** What a check may do with the target. Nothing of it throws for what the target does. */
export interface Probe {
  readonly version: ProtocolVersion;
  readonly cases: CaseFile;
  /** The address of the endpoint; over stdio the command. */
  readonly to: string;
  /** How the target answered the first `initialize`. */
  readonly initialization: ProbeResponse;
  /** Sends a request that is right in every respect, but for what is said here. Rejects with NoToken where there is none. */
  send(overrides: RequestOverrides): Promise<ProbeResponse>;
  /** The same, sent once for all checks of a version. */
  sendOnce(overrides: RequestOverrides): Promise<ProbeResponse>;
  /** Name and arguments of a tool that may be called. Rejects with NoTool where there is none. */
  tool(): Promise<{ readonly name: string; readonly arguments: Json }>;
  /** For clients of other people: their requests reach the target the way of all others, and nothing but the target. */
  fetch(overrides: URL | string, init?: RequestInit): Promise<Response>;
  /** A failure that shows the request and its answer. */
  failed(expected: string, response: ProbeResponse, actual?: string): Verdict;
}

export interface RequestOverrides {
  /** A JSON-RPC request. */
  readonly method?: string;
  readonly params?: { readonly [name: string]: Json };
  /** Keys of `_meta` to set, or with `undefined` to leave out. */
  readonly meta?: Readonly<Record<string, Json | undefined>>;
  /** Instead of a request: any text at all, or nothing. */
  readonly body?: string;
  /** What an answer would carry. */
  readonly id?: Json;
  /** Headers to set, or with `undefined` to leave out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly http?: { readonly method?: string; readonly path?: string; readonly headOnly?: true };
  /** Left out: a token with every scope. */
  readonly credential?: Credential;
}

export interface ProbeResponse {
  readonly exchange: Exchange;
  readonly answer: Answer;
  /** HTTP status; `undefined` over stdio and where nothing came. */
  readonly status: number | undefined;
  /** Header of the answer; empty if it has none. */
  header(name: string): string;
}

/** The target has no token of the kind that a check needs. The check is then unverified. */
export class NoToken extends Error {
  override readonly name = "NoToken";
}

/** The spec has no tool that a check could call without changing anything. The check is then unverified. */
export class NoTool extends Error {
  override readonly name = "NoTool";
}
