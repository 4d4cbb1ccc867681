/** Creates the `Probe` that protocol checks use. */
import { baseArguments } from "../calls/arguments.ts";
import type { Context } from "../calls/context.ts";
import type { Json } from "../cases/edits.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import { PreconditionError, requireDeclared } from "../results/precondition-error.ts";
import { failed, failedHeader, type Verdict } from "../results/verdict.ts";
import type { AccessTokenWish } from "../target/access-tokens.ts";
import { type Answer, describeAnswer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";
import { requestMetadata, withMetadataHeaders } from "../wire/request-metadata.ts";
import type { WireRequest } from "../wire/transport.ts";
import { clientFetch } from "./client-fetch.ts";

/**
 * The versions of MCP with checks: versions with `initialize`, and the first version without it. 2024-11-05 is checked over stdio
 * alone, since it has another transport over HTTP.
 */
export const protocolVersions = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

/** The actions of a check on the target. No function throws because of the target's behaviour. */
export interface Probe {
  /** The version of MCP of the requests. */
  readonly version: ProtocolVersion;
  readonly cases: CaseFile;
  /** The address of the endpoint; over stdio the command. */
  readonly to: string;
  /** The response to the first `initialize`. */
  readonly initialization: ProbeResponse;
  /** Sends a request that is correct except for the overrides. Rejects with a PreconditionError if the token is missing. */
  readonly send: (overrides: RequestOverrides) => Promise<ProbeResponse>;
  /** Sends such a request once for all checks of a version. */
  readonly sendOnce: (overrides: RequestOverrides) => Promise<ProbeResponse>;
  /** Returns an OAuth access token. Rejects with a PreconditionError if there is none. */
  readonly accessToken: (wish?: AccessTokenWish) => Promise<string>;
  /** Returns the name and the arguments of a tool that changes nothing. Rejects with a PreconditionError if there is none. */
  readonly tool: () => Promise<HarmlessCall>;
  /** The `fetch` for SDK clients: reaches only the target, through the suite's own transport. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Returns a failure with the request and its answer. `got` is by default the answer. */
  readonly failed: (expected: string, response: ProbeResponse, got?: string) => Verdict;
  /** Returns a failure about a header of the response. */
  readonly failedHeader: (name: string, expected: string, response: ProbeResponse) => Verdict;
}

/** A call of a tool that changes nothing. */
export interface HarmlessCall {
  readonly name: string;
  readonly arguments: Json;
}

export interface RequestOverrides {
  /** The method of a JSON-RPC request. */
  readonly method?: string;
  readonly params?: { readonly [name: string]: Json };
  /** Keys of `_meta` to set, or to leave out if `undefined`. */
  readonly meta?: Readonly<Record<string, Json | undefined>>;
  /** Any text instead of a JSON-RPC request. Without `body` and `method`, the request has no body. */
  readonly body?: string;
  /** The id that an answer would have. */
  readonly id?: Json;
  /** Headers to set, or to leave out if `undefined`. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly http?: { readonly method?: string; readonly path?: string; readonly headOnly?: true };
  /** How long to wait for the answer, if that is shorter than the limit of the run. */
  readonly timeoutMs?: number;
  /** The token; by default one with every scope. */
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

/** Creates probes. Responses that checks share are requested once per version. */
export function makeProbes(context: Context): (version: ProtocolVersion) => Probe {
  const { cases, caller, to } = context;
  const responses = new Map<string, Promise<ProbeResponse>>();

  return (version) => ({
    version,
    cases,
    to,
    initialization: probeResponse(caller.initialization),
    send: (overrides) => send(version, overrides),
    sendOnce(overrides) {
      // Keep undefined values in the key: a request without a header is a different request.
      const key = `${version} ${JSON.stringify(overrides, (_, value) => value ?? `${value}`)}`;
      const response = responses.get(key) ?? send(version, overrides);
      responses.set(key, response);
      return response;
    },
    accessToken: (wish = {}) => caller.accessToken(wish),
    tool: () => harmlessTool(context),
    fetch: clientFetch(context),
    failed: (expected, { exchange }, got = describeAnswer(exchange.answer)) =>
      failed(expected, got, exchange),
    failedHeader: (name, expected, { exchange, header }) =>
      failedHeader(name.toLowerCase(), expected, header(name) || `no ${name}`, exchange),
  });

  async function send(version: ProtocolVersion, overrides: RequestOverrides): Promise<ProbeResponse> {
    const { name } = overrides.params ?? {};
    if (overrides.method === "tools/call" && typeof name === "string") caller.requireCallable(name);
    const isAlone = version >= "2026" || overrides.method === "initialize";
    const { exchange } = await caller.send(
      (headers, nextId) => requestFor(version, overrides, headers, nextId),
      overrides.credential ?? caller.allScopes,
      isAlone ? "alone" : "conversation",
    );
    const { answer } = exchange;
    if (answer.kind === "broken" && answer.broken.tooLarge)
      throw new PreconditionError("large", answer.broken.problem, exchange);
    return probeResponse(exchange);
  }
}

function requestFor(
  version: ProtocolVersion,
  overrides: RequestOverrides,
  correctHeaders: Readonly<Record<string, string>>,
  nextId: () => number,
): WireRequest {
  const { method, http, timeoutMs } = overrides;
  const others = { ...http, ...(timeoutMs !== undefined && { timeoutMs }) };
  const isModern = version >= "2026";
  const params = paramsFor(version, overrides);
  const standard = isModern
    ? withMetadataHeaders(correctHeaders, version, method, overrides.params?.name)
    : correctHeaders;
  const headers = withHeaders(standard, overrides.headers ?? {});
  if (method === undefined) {
    const { body, id } = overrides;
    return { headers, ...(body !== undefined && { body }), ...(id !== undefined && { id }), ...others };
  }
  const id = overrides.id ?? nextId();
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
  return { id, body, headers, ...others };
}

function paramsFor(version: ProtocolVersion, { params, meta = {} }: RequestOverrides): Json | undefined {
  const fields = { ...(version >= "2026" ? requestMetadata(version) : {}), ...meta };
  const set = Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return set.length === 0 ? params : { ...params, _meta: Object.fromEntries(set) };
}

/** Merges headers. Names are compared without case; an override keeps its own spelling. */
function withHeaders(
  correctHeaders: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const overridden = new Set(Object.keys(overrides).map((name) => name.toLowerCase()));
  const kept = Object.entries(correctHeaders).filter(([name]) => !overridden.has(name.toLowerCase()));
  const set = Object.entries(overrides).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries([...kept, ...set]);
}

function probeResponse(exchange: Exchange): ProbeResponse {
  const { answer } = exchange;
  const reply = answer.kind === "broken" ? undefined : answer.reply;
  return {
    exchange,
    answer,
    status: reply === undefined || reply.status === 0 ? undefined : reply.status,
    header: (name) => reply?.headers[name.toLowerCase()] ?? "",
  };
}

/** Finds a tool that changes nothing, if possible one that needs no bound values and makes nothing that lasts, such as a quote. */
async function harmlessTool({ cases, caller, bindings }: Context): Promise<HarmlessCall> {
  const makers = Object.values(cases.behaviour?.entities ?? {}).map(({ madeBy }) => madeBy?.tool);
  const needsNoBinding = (name: string) =>
    bindings.listBoundPlaces(name, baseArguments(cases, name)).length === 0;
  const [first] = Object.keys(cases.tools)
    .filter((name) => isHarmless(cases, name) && caller.isCallable(name))
    .map((name) => ({ name, effort: 2 * Number(makers.includes(name)) + Number(!needsNoBinding(name)) }))
    .toSorted((a, b) => a.effort - b.effort)
    .map(({ name }) => name);
  const name = requireDeclared(first, "no tool promises to change nothing (readOnlyHint)");
  return { name, arguments: await bindings.listShared().into(name, baseArguments(cases, name)) };
}

function isHarmless({ tools, bases, cases }: CaseFile, name: string): boolean {
  // The client of a probe takes no tasks.
  const isAlwaysTask = cases.some(
    (each) => each.kind === "tasks" && "when" in each && each.tool === name && each.when === "always",
  );
  return tools[name]!.readOnly && bases[name] !== undefined && !isAlwaysTask;
}
