import { mutated, mutatedBytes } from "./mutate.ts";
import type { Random } from "./random.ts";

/** A good request, to be spoilt. */
export interface GoodRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface FuzzedRequest {
  readonly bytes: Buffer;
  /** Whether the connection may be out of step afterwards: bytes of its framing were changed. */
  readonly unframed: boolean;
  /** Whether it may have gone to another path or by another method, where pages answer. */
  readonly astray: boolean;
  /** The part that was spoilt. */
  readonly layer: Layer;
}

const layers = ["bytes", "body", "json", "rpc", "meta", "headers", "arguments"] as const;
export type Layer = (typeof layers)[number];

type Headers = [name: string, value: string][];

/** Spoils one of the good requests in one of its layers, as a client of either era. */
export function fuzzedRequest(
  chance: Random,
  good: readonly GoodRequest[],
  { host, path, token }: { readonly host: string; readonly path: string; readonly token: string },
): FuzzedRequest {
  // Bytes of the framing cost a connection each, so they are rarer.
  const layer = chance.once(20) ? "bytes" : chance.pick(layers.slice(1));
  const { method, params } = chance.pick(good);
  const modern = chance.once(2);
  const meta = modern ? { ...modernMeta, ...progress(chance) } : progress(chance);
  const message: Record<string, unknown> = {
    jsonrpc: "2.0",
    id: chance.int(1000),
    method,
    params: spoiltParams(layer, params, meta, chance),
  };
  const body = spoiltBody(layer, layer === "rpc" ? spoiltMessage(message, chance) : message, chance);
  const headers: Headers = [
    ["Host", host],
    ["Authorization", `Bearer ${token}`],
    ["Content-Type", "application/json"],
    ["Accept", chance.pick(["application/json, text/event-stream", "application/json", "*/*"])],
    ...(modern ? mirrored(method, params) : []),
  ];
  const { sent, unframed } =
    layer === "headers" ? spoiltHeaders(headers, chance) : { sent: headers, unframed: false };
  const request = requestBytes(
    path,
    unframed ? sent : [...sent, ["Content-Length", String(body.length)]],
    body,
  );
  if (layer !== "bytes") return { layer, unframed, astray: false, bytes: request };
  const bytes = mutatedBytes(request, chance);
  const line = request.subarray(0, request.indexOf("\r\n"));
  return { layer, unframed: true, astray: !bytes.subarray(0, line.length).equals(line), bytes };
}

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
};

function progress(chance: Random): object {
  return chance.once(3) ? { progressToken: chance.int(9) } : {};
}

function mirrored(method: string, { name }: GoodRequest["params"]): Headers {
  const named: Headers = typeof name === "string" ? [["Mcp-Name", name]] : [];
  return [["MCP-Protocol-Version", "2026-07-28"], ["Mcp-Method", method], ...named];
}

function spoiltParams(layer: Layer, params: GoodRequest["params"], meta: object, chance: Random): unknown {
  if (layer === "meta") return { ...params, _meta: mutated(meta, chance) };
  if (layer === "arguments")
    return { ...params, arguments: mutated(params.arguments ?? {}, chance), _meta: meta };
  return { ...params, _meta: meta };
}

function spoiltMessage(message: Readonly<Record<string, unknown>>, chance: Random): unknown {
  const key = chance.pick(["jsonrpc", "id", "method", "params", "result", "error"]);
  const others = [
    "initialize",
    "ping",
    "tools/list",
    "server/discover",
    "notifications/cancelled",
    "__proto__",
  ];
  if (key === "method" && chance.once(2)) return { ...message, method: chance.pick(others) };
  if (chance.once(4)) return Object.fromEntries(Object.entries(message).filter(([name]) => name !== key));
  if (chance.once(10)) return [message, message];
  return { ...message, [key]: mutated(message[key], chance) };
}

function spoiltBody(layer: Layer, message: unknown, chance: Random): Buffer {
  if (layer === "json")
    return Buffer.from(spoiltText(JSON.stringify(mutated(message, chance)) ?? "", chance));
  const body = Buffer.from(JSON.stringify(message) ?? "");
  return layer === "body" ? mutatedBytes(body, chance) : body;
}

/** Changes a JSON text: into valid JSON that few servers expect (nesting, duplicate names, escapes, white space), or into invalid JSON. */
function spoiltText(text: string, chance: Random): string {
  const depth = 1 + chance.int(3_000);
  switch (chance.int(8)) {
    case 0:
      return `${"[".repeat(depth)}${text}${"]".repeat(depth)}`;
    case 1:
      return text.replace("{", '{"id":2,"id":3,"__proto__":{"polluted":1},');
    case 2:
      return text.replaceAll(
        /[a-z]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    case 3:
      return text.replaceAll(/[,:]/g, (sign) => `\n\t ${sign} `);
    case 4:
      return text.replaceAll('"', "'");
    case 5:
      return text.replace(/\d+/, "1e400");
    default:
      return text;
  }
}

const headerValues = [
  ...[
    "",
    "0",
    "-1",
    "99999999999999999999",
    "2026-07-28",
    "2025-11-25",
    "x".repeat(5_000),
    "Bearer ",
    "Bearer x y",
  ],
  ...[
    "text/plain",
    "application/json; charset=utf-16",
    "gzip",
    "identity",
    "localhost",
    "evil.example",
    "null",
  ],
  ...[
    "http://evil.example",
    "=?base64?YQ?=",
    "=?base64?4pyT?=",
    "tools/call",
    "100-continue",
    "é",
    "a, b",
    "*",
  ],
];
const headerNames = [
  ...[
    "Authorization",
    "Content-Type",
    "Content-Encoding",
    "Accept",
    "Origin",
    "Host",
    "Mcp-Method",
    "Mcp-Name",
  ],
  ...["MCP-Protocol-Version", "Mcp-Session-Id", "Mcp-Param-To", "Last-Event-ID", "X-Forwarded-For", "Cookie"],
];
const framingHeaders: Headers = [
  ["Content-Length", "5"],
  ["Content-Length", "0x10"],
  ["Transfer-Encoding", "chunked"],
  ["Transfer-Encoding", "identity"],
  ["Expect", "100-continue"],
  ["Expect", "200-ok"],
  ["Connection", "close"],
  ["Connection", "upgrade"],
  ["Upgrade", "h2c"],
];

function spoiltHeaders(headers: Headers, chance: Random): { sent: Headers; unframed: boolean } {
  if (chance.once(15)) return { sent: [...headers, chance.pick(framingHeaders)], unframed: true };
  const at = chance.int(headers.length);
  const [name, value] = headers[at]!;
  const changed: Headers[] = [
    headers.toSpliced(at, 1),
    [...headers, [name, value]],
    headers.with(at, [name, chance.pick(headerValues)]),
    [...headers, [chance.pick(headerNames), chance.pick(headerValues)]],
    headers.with(at, [name.toUpperCase(), ` ${value}\t`]),
  ];
  return { sent: chance.pick(changed), unframed: false };
}

function requestBytes(path: string, headers: Headers, body: Buffer): Buffer {
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head}\r\n`), body]);
}
