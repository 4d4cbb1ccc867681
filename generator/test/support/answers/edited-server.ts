/** Serves edited answers over HTTP, and counts the requests. Written by hand, since no SDK lets a server send these. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answerText, type Edit, replyTo } from "./edits.ts";
import { healthyAnswers } from "./healthy-answers.ts";

const unknownMethod = '"error":{"code":-32601,"message":"Method not found"}';

export interface EditedServer {
  readonly url: string;
  /** The number of requests so far. */
  readonly requests: () => number;
  /** The edited answer to `tools/list`, a JSON text. */
  readonly manifest: string;
  close(): Promise<void>;
}

/** Starts a server with these edits. */
export async function serveEdited(edits: readonly Edit[]): Promise<EditedServer> {
  const answers = new Map(Object.keys(healthyAnswers).map((name) => [name, answerText(name, edits)]));
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const { method, url = "/" } = request;
    const body = await text(request).catch(() => "");
    if (url.startsWith("/.well-known/")) return sendDocument(url, response);
    if (!url.startsWith("/mcp")) return void response.writeHead(404).end();
    if (method !== "POST") return void response.writeHead(method === "DELETE" ? 200 : 405).end();
    sendMessage(body, response);
  });

  function sendDocument(url: string, response: ServerResponse): void {
    const name = [...answers.keys()].find((each) => each.startsWith("/") && url.startsWith(each));
    if (name === undefined) return void response.writeHead(404).end();
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    send(name, (answers.get(name) ?? "").replaceAll("ORIGIN", origin), response);
  }

  function sendMessage(body: string, response: ServerResponse): void {
    const { id, method } = readMessage(body);
    if (id === undefined && method !== undefined) return void response.writeHead(202).end();
    const name = String(method);
    const { id: otherId, error } = replyTo(name, edits);
    const shownId = otherId ?? JSON.stringify(id ?? null);
    const answer = answers.get(name);
    const content = answer === undefined ? unknownMethod : `"result":${answer}`;
    const own = error === undefined ? content : `"error":${error}`;
    send(name, `{"jsonrpc":"2.0","id":${shownId},${own}}`, response);
  }

  function send(name: string, body: string, response: ServerResponse): void {
    const { status = 200, headers = {}, body: other = body } = replyTo(name, edits);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(other);
  }

  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests: () => requests,
    manifest: answers.get("tools/list") ?? "",
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

function readMessage(body: string): { readonly id?: unknown; readonly method?: unknown } {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}
