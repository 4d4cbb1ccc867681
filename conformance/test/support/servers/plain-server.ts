/** An MCP server on node:http alone, as a team without any SDK writes it: JSON answers, tokens with scopes and accounts. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import type { CaseFile } from "../../../cases/format.ts";
import { readBody } from "../read-body.ts";

export interface PlainToken {
  readonly token: string;
  readonly scopes: readonly string[];
  /** Absent: `main`. */
  readonly account?: string;
}

export interface PlainServer {
  readonly name: string;
  readonly cases: CaseFile;
  readonly tokens: readonly PlainToken[];
  /** Arguments that the schema does not allow are refused without a code, as libraries do by themselves. */
  readonly hasNoInputCode?: boolean;
  /** The refusal of a token without the scopes; absent: it names them, with the code `insufficient_scope`. */
  readonly denial?: { readonly text: string; readonly code?: string };
  /** Refusals are JSON-RPC errors, with the code in their `data`. */
  readonly refusesWithErrors?: boolean;
  /** Refusals are sentences alone, without codes. */
  readonly refusesInWords?: boolean;
  /** The handler of each tool. It throws a refusal. A text is sent as it is, without structured content. */
  readonly tools: Readonly<
    Record<
      string,
      (input: never, account: string, scopes: readonly string[]) => string | object | Promise<object>
    >
  >;
}

export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

class RpcError extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Returns a page, the oldest items first. A cursor has the question and a multiple of the last number, so that invented cursors are recognised. */
export function page<Item extends Readonly<Record<string, unknown>>>(
  all: readonly Item[],
  id: keyof Item,
  question: string,
  { size = 15, cursor }: { readonly size?: number; readonly cursor?: string },
) {
  const mark = Buffer.from(`${question}#`).toString("hex");
  const last = cursor?.startsWith(mark) ? Number(`0x${cursor.slice(mark.length)}`) : Number.NaN;
  if (cursor !== undefined && !(last % 8191 === 0))
    throw new Refused("bad_cursor", "No page has this cursor.");
  const rest = all.filter((item) => cursor === undefined || (item[id] as number) > last / 8191);
  const items = rest.slice(0, size);
  const next = rest.length > size ? mark + ((items.at(-1)![id] as number) * 8191).toString(16) : null;
  return { items, count: all.length, cursor: next };
}

const versions = ["2025-11-25", "2025-06-18"];

/** Serves tools on a free port of loopback. */
export async function servePlain({
  name: title,
  cases,
  tokens,
  tools,
  hasNoInputCode = false,
  refusesWithErrors = false,
  refusesInWords = false,
  denial,
}: PlainServer): Promise<{ url: string; close(): Promise<void> }> {
  const ajv = new Ajv2020.default({ strict: false, ownProperties: true, validateFormats: false });
  const validators = new Map<string, ValidateFunction>(
    cases.manifest.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema as object)]),
  );
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin = "", host = "", authorization = "", accept = "" } = request.headers;
    const isLocal = (name: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(name);
    const send = (status: number, body?: object, headers = {}) => {
      response.writeHead(status, { ...headers, ...(body && { "Content-Type": "application/json" }) });
      response.end(body && JSON.stringify(body));
    };
    if (!isLocal(host) || (origin !== "" && !isLocal(origin.replace(/^https?:\/\//, "")))) return send(403);
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    const caller = tokens.find((each) => each.token === token);
    if (caller === undefined) return send(401, undefined, { "WWW-Authenticate": `Bearer realm="${title}"` });
    if (request.method !== "POST") return send(405, undefined, { Allow: "POST" });
    if (!request.headers["content-type"]?.startsWith("application/json")) return send(415);
    if (!accept.includes("application/json") || !accept.includes("text/event-stream")) return send(406);
    const body = await readBody(request);
    if (body === undefined) return;
    const message = parsed(body);
    if (message === undefined) return send(400, errorOf(null, new RpcError(-32_700, "This is no JSON.")));
    const { jsonrpc, id, method, params = {} } = Object(message);
    const isId = typeof id === "string" || typeof id === "number";
    const version = request.headers["mcp-protocol-version"];
    if (version !== undefined && !versions.includes(String(version)) && method !== "initialize")
      return send(400, errorOf(isId ? id : null, new RpcError(-32_600, `No version ${version}.`)));
    if (jsonrpc !== "2.0" || typeof method !== "string" || (id !== undefined && !isId)) {
      const isAnswer =
        jsonrpc === "2.0" && isId && ("result" in Object(message) || "error" in Object(message));
      return isAnswer
        ? send(202)
        : send(400, errorOf(isId ? id : null, new RpcError(-32_600, "No request.")));
    }
    if (id === undefined) return send(202);
    try {
      return send(200, { jsonrpc: "2.0", id, result: await resultOf(method, Object(params), caller) });
    } catch (error) {
      if (error instanceof RpcError) return send(200, errorOf(id, error));
      return send(500, errorOf(id, new RpcError(-32_603, "Something went wrong.")));
    }
  }

  function resultOf(
    method: string,
    params: { readonly [name: string]: unknown },
    caller: PlainToken,
  ): object | Promise<object> {
    if (method === "ping") return {};
    if (method === "tools/list") {
      if (params.cursor !== undefined) throw new RpcError(-32_602, "The list has one page.");
      return { tools: cases.manifest };
    }
    if (method === "initialize") {
      const wanted = String(params.protocolVersion);
      return {
        protocolVersion: versions.includes(wanted) ? wanted : versions[0],
        capabilities: { tools: {} },
        serverInfo: { name: title, version: "1.0.0" },
      };
    }
    if (method !== "tools/call") throw new RpcError(-32_601, `There is no method ${method}.`);
    return callTool(String(params.name), params.arguments === undefined ? {} : params.arguments, caller);
  }

  async function callTool(name: string, input: unknown, caller: PlainToken): Promise<object> {
    const tool = tools[name];
    if (!Object.hasOwn(tools, name) || tool === undefined)
      throw new RpcError(-32_602, `There is no tool ${name}.`);
    const missing = cases.tools[name]!.scopes.filter((scope) => !caller.scopes.includes(scope));
    if (missing.length > 0) {
      const { code, text } = denial ?? {
        code: "insufficient_scope",
        text: `This needs ${missing.join(", ")}.`,
      };
      return refusal(code, text);
    }
    const validate = validators.get(name)!;
    if (!validate(input))
      return refusal(hasNoInputCode ? undefined : "invalid_input", ajv.errorsText(validate.errors));
    try {
      const structuredContent = await tool(input as never, caller.account ?? "main", caller.scopes);
      if (typeof structuredContent === "string")
        return { content: [{ type: "text", text: structuredContent }] };
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (refusesWithErrors) throw new RpcError(-32_010, error.message, { reason: error.code });
      return refusal(refusesInWords ? undefined : error.code, error.message);
    }
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function refusal(code: string | undefined, message: string): object {
  return { isError: true, content: [{ type: "text", text: message }], ...(code && { _meta: { code } }) };
}

function errorOf(id: string | number | null, { code, message, data }: RpcError): object {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
