import { type Asked, NoToken, type Probe, type ProtocolVersion, type Wanted } from "../checks/check.ts";
import { failed } from "../verdict.ts";
import { inWords } from "../wire/answer.ts";
import type { WireRequest } from "../wire/transport.ts";
import type { Context } from "./context.ts";

/** A check's way to the target. `id`: of the check, for what is shown. */
export function probeFor({ cases, caller, evidence }: Context, version: ProtocolVersion, id: string): Probe {
  return {
    version,
    cases,
    async ask(wanted) {
      const sent = await caller.send(
        (headers, nextId) => requestFor(wanted, headers, nextId),
        wanted.credential ?? caller.everyScope,
      );
      if ("missing" in sent) throw new NoToken(sent.missing);
      return askedOf(sent.exchange);
    },
    failed: (expected, { exchange }, got) =>
      failed(expected, got ?? inWords(exchange.answer), evidence(exchange, id)),
  };
}

function requestFor(
  wanted: Wanted,
  right: Readonly<Record<string, string>>,
  nextId: () => number,
): WireRequest {
  const changed: [string, string | undefined][] = [
    ...Object.entries(right),
    ...Object.entries(wanted.headers ?? {}),
  ];
  const headers = Object.fromEntries(
    [
      ...new Map(changed.map(([name, value]) => [name.toLowerCase(), [name, value] as const])).values(),
    ].filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
  if (wanted.method === undefined) return { headers, ...pick(wanted), ...wanted.http };
  const id = wanted.id ?? nextId();
  const { method, params } = wanted;
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
  return { id, body, headers, ...wanted.http };
}

function pick({ body, id }: Wanted): Pick<WireRequest, "body" | "id"> {
  return { ...(body !== undefined && { body }), ...(id !== undefined && { id }) };
}

function askedOf(exchange: Asked["exchange"]): Asked {
  const { answer } = exchange;
  const reply = answer.kind === "broken" ? undefined : answer.reply;
  return {
    exchange,
    answer,
    status: reply === undefined || reply.status === 0 ? undefined : reply.status,
    header: (name) => reply?.headers[name.toLowerCase()] ?? "",
  };
}
