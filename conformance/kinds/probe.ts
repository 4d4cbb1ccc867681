/** Implements the `Probe` that protocol checks use. */
import { baseArguments } from "../calls/arguments.ts";
import type { Context } from "../calls/context.ts";
import type { Json } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Probe, ProbeResponse, ProtocolVersion, RequestOverrides } from "../checks/check.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { failed } from "../results/verdict.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";
import { requestMetadata, withMetadataHeaders } from "../wire/request-metadata.ts";
import type { WireRequest } from "../wire/transport.ts";
import { clientFetch } from "./client-fetch.ts";

/** Creates probes. Responses that checks share are requested once per version. */
export function makeProbes(context: Context): (version: ProtocolVersion) => Probe {
  const { cases, caller, evidence, to } = context;
  const responses = new Map<string, Promise<ProbeResponse>>();

  return (version) => ({
    version,
    cases,
    to,
    initialization: probeResponse(caller.initialization),
    send: (overrides) => send(version, overrides),
    sendOnce(overrides) {
      // What is left out makes another request.
      const key = `${version} ${JSON.stringify(overrides, (_, value) => value ?? `${value}`)}`;
      const response = responses.get(key) ?? send(version, overrides);
      responses.set(key, response);
      return response;
    },
    accessToken: (wish = {}) => caller.accessToken(wish),
    tool: () => harmlessTool(context),
    fetch: clientFetch(context),
    failed: (expected, { exchange }, got) =>
      failed(expected, got ?? describeAnswer(exchange.answer), evidence(exchange)),
  });

  async function send(version: ProtocolVersion, overrides: RequestOverrides): Promise<ProbeResponse> {
    const isAlone = version >= "2026" || overrides.method === "initialize";
    const { exchange } = await caller.send(
      (headers, nextId) => requestFor(version, overrides, headers, nextId),
      overrides.credential ?? caller.allScopes,
      isAlone ? "alone" : "conversation",
    );
    return probeResponse(exchange);
  }
}

function requestFor(
  version: ProtocolVersion,
  overrides: RequestOverrides,
  correctHeaders: Readonly<Record<string, string>>,
  nextId: () => number,
): WireRequest {
  const { method, http } = overrides;
  const isModern = version >= "2026";
  const params = paramsFor(version, overrides);
  const standard = isModern
    ? withMetadataHeaders(correctHeaders, version, method, overrides.params?.name)
    : correctHeaders;
  const headers = withHeaders(standard, overrides.headers ?? {});
  if (method === undefined) {
    const { body, id } = overrides;
    return { headers, ...(body !== undefined && { body }), ...(id !== undefined && { id }), ...http };
  }
  const id = overrides.id ?? nextId();
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
  return { id, body, headers, ...http };
}

function paramsFor(version: ProtocolVersion, { params, meta = {} }: RequestOverrides): Json | undefined {
  const fields = { ...(version >= "2026" ? requestMetadata(version) : {}), ...meta };
  const set = Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return set.length === 0 ? params : { ...params, _meta: Object.fromEntries(set) };
}

/** Header names are compared without case; an override keeps its own spelling. */
function withHeaders(
  correctHeaders: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const byName = new Map(
    [...Object.entries(correctHeaders), ...Object.entries(overrides)].map((entry) => [
      entry[0].toLowerCase(),
      entry,
    ]),
  );
  return Object.fromEntries(
    [...byName.values()].filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
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

/** A tool that changes nothing, if possible one that needs no bound values. */
async function harmlessTool({ cases, bindings }: Context): Promise<{ name: string; arguments: Json }> {
  const names = Object.keys(cases.tools).filter((name) => isHarmless(cases, name));
  const needsNoBinding = (name: string) =>
    bindings.boundPlaces(name, baseArguments(cases, name)).length === 0;
  const name = names.find(needsNoBinding) ?? names[0];
  if (name === undefined)
    throw new PreconditionError("unobserved", "no tool of the spec promises to change nothing");
  return { name, arguments: await bindings.shared().into(name, baseArguments(cases, name)) };
}

function isHarmless({ tools, bases }: CaseFile, name: string): boolean {
  return tools[name]!.readOnly && bases[name] !== undefined;
}
