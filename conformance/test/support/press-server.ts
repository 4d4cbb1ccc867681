/** A press whose calls become tasks. Each fault makes it break one rule of tasks, as servers of other makes may. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, createMcpHandler, Refusal, type Tool } from "@toolwright/runtime";
import type { CaseFile } from "../../cases/format.ts";
import { casesOf, serviceOf } from "./notes-server.ts";
import { readBody } from "./read-body.ts";

export const pressCases: CaseFile = casesOf(join(import.meta.dirname, "../press"));

const extension = "io.modelcontextprotocol/tasks";

export const pressTokens = [
  { token: "main", scopes: ["press:use"] },
  { token: "other", scopes: ["press:use"], account: "other" },
  { token: "weak", scopes: [] },
];

// biome-ignore lint/suspicious/noExplicitAny: faults change messages of any shape
type Json = any;

/** Changes a request before the server reads it, and its answer before the client does. */
interface Fault {
  request?(message: Json, headers: Headers): void;
  answer?(message: Json, asked: Json): void;
}

const isOfTask = ({ method }: Json) => /^tasks\//.test(method);
const isUnknown = ({ error }: Json) => error?.code === -32602;
const askedOf = (message: Json) => message.params?.taskId;

/** The answer of a server that acknowledges everything. */
const acknowledged = { resultType: "complete" };

export const pressFaults = {
  "every token reads every task": {
    request: (message, headers) => void (isOfTask(message) && headers.set("authorization", "Bearer main")),
  },
  "tokens without the scope read tasks": {
    request: (message, headers) =>
      void (
        isOfTask(message) &&
        headers.get("authorization") === "Bearer weak" &&
        headers.set("authorization", "Bearer main")
      ),
  },
  "keys are used again": {
    request({ method, params }) {
      if (method === "tasks/update" && params.inputResponses.sure)
        for (const n of [1, 2]) params.inputResponses[`sure.${n}`] = params.inputResponses.sure;
    },
    answer({ result }) {
      if (result?.inputRequests) result.inputRequests = { sure: Object.values(result.inputRequests)[0] };
    },
  },
  "unknown tasks are working": {
    answer(message, asked) {
      const now = new Date().toISOString();
      const task = {
        taskId: askedOf(asked),
        status: "working",
        createdAt: now,
        lastUpdatedAt: now,
        ttlMs: null,
      };
      if (asked.method === "tasks/get" && isUnknown(message)) replace(message, { ...acknowledged, ...task });
    },
  },
  "updates of unknown tasks are acknowledged": {
    answer: (message, asked) =>
      void (asked.method === "tasks/update" && isUnknown(message) && replace(message, acknowledged)),
  },
  "cancelled tasks complete": {
    answer: ({ result }) => {
      if (result?.status !== "cancelled") return;
      if (cancelled.has(result.taskId))
        Object.assign(result, { status: "completed", result: { content: [] } });
      cancelled.add(result.taskId);
    },
  },
  "Mcp-Name is not read": {
    request: (message, headers) => void (isOfTask(message) && headers.set("mcp-name", askedOf(message))),
  },
  "everybody gets tasks": {
    request(message) {
      const declared = message.params?._meta?.["io.modelcontextprotocol/clientCapabilities"];
      if (message.method === "tools/call" && declared) declared.extensions = { [extension]: {} };
    },
  },
  "undeclared clients read tasks": {
    request(message) {
      const declared = message.params?._meta?.["io.modelcontextprotocol/clientCapabilities"];
      if (isOfTask(message) && declared) declared.extensions = { [extension]: {} };
    },
  },
  "a missing Mcp-Name is accepted": {
    request(message, headers) {
      if (isOfTask(message) && !headers.has("mcp-name")) headers.set("mcp-name", askedOf(message));
    },
  },
  "results lose their structure": { answer: ({ result }) => void delete result?.result?.structuredContent },
  "results lose their texts": {
    answer: ({ result }) => void (result?.result && Object.assign(result.result, { content: [] })),
  },
  "results are those of other calls": {
    answer({ result }) {
      const structured = result?.result?.structuredContent;
      if (structured?.sheets !== undefined) structured.sheets += 1;
    },
  },
  "results are marked as errors": {
    answer: ({ result }) => void (result?.result && Object.assign(result.result, { isError: true })),
  },
  "tasks are forgotten at their end": {
    answer(message, asked) {
      const { status, taskId } = message.result ?? {};
      if (ended.has(askedOf(asked))) replaceByError(message, -32602);
      else if (status === "completed") ended.add(taskId);
    },
  },
  "refusals fail": {
    answer({ result }) {
      if (!result?.result?.isError) return;
      Object.assign(result, { status: "failed", error: { code: -32000, message: "It was refused." } });
      delete result.result;
    },
  },
  "the task is wrapped": {
    answer({ result }) {
      if (result?.resultType === "task") result.task = { taskId: result.taskId };
    },
  },
  "ids are counted": {
    request(message, headers) {
      const id = ids[Number(askedOf(message)) - 1];
      if (!isOfTask(message) || id === undefined) return;
      message.params.taskId = id;
      headers.set("mcp-name", id);
    },
    answer({ result }) {
      if (result?.taskId === undefined) return;
      if (!ids.includes(result.taskId)) ids.push(result.taskId);
      result.taskId = String(ids.indexOf(result.taskId) + 1);
    },
  },
  "answers under any key are taken": {
    request({ method, params }) {
      const [answer] = Object.values(params?.inputResponses ?? {});
      if (method === "tasks/update")
        for (const key of ["sure.1", "sure.2", "thread.1"]) params.inputResponses[key] = answer;
    },
  },
  "the tasks of 2025-11-25 are declared": {
    answer({ result }, { method }) {
      if (method === "server/discover") result.capabilities.tasks = { list: {} };
    },
  },
  "the extension is declared with settings": {
    answer({ result }, { method }) {
      if (method === "server/discover") result.capabilities.extensions[extension] = { list: true };
    },
  },
  "older versions have tasks": {
    answer({ result }, { method, params }) {
      const isOlder = params?._meta?.["io.modelcontextprotocol/protocolVersion"] === undefined;
      if (isOlder && method === "tools/call" && params.task)
        Object.assign(result, { resultType: "task", taskId: "an-id-that-nobody-guesses", ttlMs: null });
    },
  },
  "tasks are forgotten a second after their end": {
    answer(message, asked) {
      const { status, taskId } = message.result ?? {};
      const at = endedAt.get(askedOf(asked));
      if (at !== undefined && Date.now() - at > 1_000) replaceByError(message, -32602);
      else if (status === "completed" && at === undefined) endedAt.set(taskId, Date.now());
    },
  },
  "tasks get other times": {
    answer({ result }, { method }) {
      if (method === "tasks/get" && result) result.createdAt = new Date(0).toISOString();
    },
  },
} satisfies Record<string, Fault>;
export type PressFault = keyof typeof pressFaults;

const cancelled = new Set<string>();
const ended = new Set<string>();
const endedAt = new Map<string, number>();
const ids: string[] = [];

function replace(message: Json, result: object): void {
  delete message.error;
  message.result = result;
}

function replaceByError(message: Json, code: number): void {
  delete message.result;
  message.error = { code, message: "Unknown task." };
}

const question = (message: string) => ({ message, properties: { ok: { type: "boolean" } } });

const timing = { afterMs: 0, ttlMs: 600_000, pollIntervalMs: 20 };

function asTask(tool: Tool): Tool {
  const when = tool.name === "press_proof" ? "always" : "may";
  return { ...tool, method: tool.name.slice("press_".length), task: { ...timing, when } };
}

/** @param isRefusing whether the handlers refuse every call */
function makeHandlers(isRefusing: boolean) {
  let orders = 0;
  const work = async (call: Call) => {
    await sleep(80, undefined, { signal: call.signal });
    if (isRefusing) throw new Refusal("not_implemented" as never, "The press is out of order.");
  };
  return {
    async print({ pages }: { readonly pages: number }, call: Call): Promise<object> {
      await work(call);
      return { sheets: Math.ceil(pages / 2) };
    },
    async bind(_: object, call: Call): Promise<object> {
      const { action } = await call.ask("thread", question("Which thread?"));
      await work(call);
      orders += 1;
      return { thread: action === "accept" ? "red" : "white", order: orders };
    },
    async ship(_: object, call: Call): Promise<object> {
      if (call.inBackground || isRefusing) await work(call);
      return { state: call.inBackground ? "delivered" : "packed" };
    },
    async proof(_: object, call: Call): Promise<object> {
      const first = await call.ask("sure", question("Is it right?"));
      const second = await call.ask("sure", question("Are you sure?"));
      await work(call);
      return { approved: first.action === "accept" && second.action === "accept" };
    },
  };
}

/** Serves the press on a free port of loopback. */
export async function servePress(
  fault?: PressFault,
  isRefusing = false,
): Promise<{ url: string; close(): void }> {
  cancelled.clear();
  ended.clear();
  endedAt.clear();
  ids.length = 0;
  const service = { ...serviceOf(pressCases, asTask), extensions: { [extension]: {} } };
  const mcp = createMcpHandler(service, {
    handlers: makeHandlers(isRefusing),
    authenticate: ({ token }) => {
      const known = pressTokens.find((each) => each.token === token);
      return known && { account: known.account ?? "ana", token, scopes: new Set(known.scopes) };
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const { request: change, answer: distort }: Fault = fault ? pressFaults[fault] : {};
  const server = createServer(async (incoming, outgoing) => {
    const body = await readBody(incoming);
    if (body === undefined) return;
    const headers = new Headers(incoming.headers as Record<string, string>);
    const asked = parse(body);
    if (asked) change?.(asked, headers);
    headers.delete("content-length");
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const { method = "GET" } = incoming;
    const init = method === "POST" ? { body: asked ? JSON.stringify(asked) : body } : {};
    const response = await mcp.fetch(new Request(url, { method, headers, ...init }));
    const sent = await response.text();
    const message = parse(sent);
    if (message && asked) distort?.(message, asked);
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(message ? JSON.stringify(message) : sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => server.close() };
}

function parse(body: string): Json {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
