import type { CaseFile, Json } from "toolwright/runtime";
import { baseArguments } from "../calls/arguments.ts";
import type { Context } from "../calls/context.ts";
import {
  type Asked,
  NoToken,
  NoTool,
  type Probe,
  type ProtocolVersion,
  type Wanted,
} from "../checks/check.ts";
import { failed } from "../results/verdict.ts";
import { inWords } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";
import { modernMeta, withModernHeaders } from "../wire/request-metadata.ts";
import type { WireRequest } from "../wire/transport.ts";
import { clientFetch } from "./client-fetch.ts";

/** Makes the ways of checks to the target. What one check has learnt, the others of its version need not ask again. */
export function probesOf(context: Context): (version: ProtocolVersion, id: string) => Probe {
  const { cases, caller, evidence, to } = context;
  const known = new Map<string, Promise<Asked>>();

  return (version, id) => ({
    version,
    cases,
    to,
    opening: askedOf(caller.opening),
    ask: (wanted) => ask(version, wanted),
    askOnce(wanted) {
      const key = `${version} ${JSON.stringify(wanted)}`;
      const asked = known.get(key) ?? ask(version, wanted);
      known.set(key, asked);
      return asked;
    },
    tool: () => callable(context),
    fetch: clientFetch(context),
    failed: (expected, { exchange }, got) =>
      failed(expected, got ?? inWords(exchange.answer), evidence(exchange, id)),
  });

  async function ask(version: ProtocolVersion, wanted: Wanted): Promise<Asked> {
    const isAlone = version >= "2026" || wanted.method === "initialize";
    const sent = await caller.send(
      (headers, nextId) => requestFor(version, wanted, headers, nextId),
      wanted.credential ?? caller.everyScope,
      isAlone ? "alone" : "conversation",
    );
    if ("missing" in sent) throw new NoToken(sent.missing);
    return askedOf(sent.exchange);
  }
}

function requestFor(
  version: ProtocolVersion,
  wanted: Wanted,
  right: Readonly<Record<string, string>>,
  nextId: () => number,
): WireRequest {
  const { method, http } = wanted;
  const isModern = version >= "2026";
  const params = paramsFor(version, wanted);
  const standard = isModern ? withModernHeaders(right, version, method, wanted.params?.name) : right;
  const headers = changed(standard, wanted.headers ?? {});
  if (method === undefined) {
    const { body, id } = wanted;
    return { headers, ...(body !== undefined && { body }), ...(id !== undefined && { id }), ...http };
  }
  const id = wanted.id ?? nextId();
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
  return { id, body, headers, ...http };
}

function paramsFor(version: ProtocolVersion, { params, meta = {} }: Wanted): Json | undefined {
  const fields = { ...(version >= "2026" ? modernMeta(version) : {}), ...meta };
  const set = Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return set.length === 0 ? params : { ...params, _meta: Object.fromEntries(set) };
}

/** A header that is set keeps the letters that it was set with. */
function changed(
  right: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const byName = new Map(
    [...Object.entries(right), ...Object.entries(wanted)].map((entry) => [entry[0].toLowerCase(), entry]),
  );
  return Object.fromEntries(
    [...byName.values()].filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function askedOf(exchange: Exchange): Asked {
  const { answer } = exchange;
  const reply = answer.kind === "broken" ? undefined : answer.reply;
  return {
    exchange,
    answer,
    status: reply === undefined || reply.status === 0 ? undefined : reply.status,
    header: (name) => reply?.headers[name.toLowerCase()] ?? "",
  };
}

/** A tool that changes nothing; one that needs no values of the target, if there is any. */
async function callable({ cases, bindings }: Context): Promise<{ name: string; arguments: Json }> {
  const names = Object.keys(cases.tools).filter((name) => isHarmless(cases, name));
  const free = (name: string) => bindings.concerned(baseArguments(cases, name)).length === 0;
  const name = names.find(free) ?? names[0];
  if (name === undefined) throw new NoTool("no tool of the spec promises to change nothing");
  return { name, arguments: await bindings.shared().into(baseArguments(cases, name)) };
}

function isHarmless({ tools, bases }: CaseFile, name: string): boolean {
  return tools[name]!.readOnly && bases[name] !== undefined;
}
