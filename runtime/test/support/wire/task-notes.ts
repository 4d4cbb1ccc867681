/** Notes whose calls become tasks, and a client that declares the extension. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, type McpServerOptions, Refusal, type Service } from "@toolwright/runtime";
import { onTestFinished } from "vitest";
import { notes, tool } from "./notes.ts";
import { modern } from "./rpc.ts";
import { serve } from "./serving.ts";

const timing = { when: "may", afterMs: 30, ttlMs: 60_000, pollIntervalMs: 1_000 } as const;
const input = {
  properties: { ms: { type: "integer" }, end: { enum: ["well", "refused", "broken", "roots"] } },
};
const output = {
  type: "object",
  properties: { slept: { type: "integer" }, email: { type: "string" } },
};

export const taskNotes: Service = {
  ...notes,
  server: { ...notes.server, protocolVersions: ["2025-11-25", "2026-07-28"] },
  extensions: { "io.modelcontextprotocol/tasks": {} },
  tools: [
    tool({
      name: "notes_sleep",
      method: "sleep",
      task: timing,
      scopes: ["notes:read"],
      failures: { refused: { when: "it shall", retryable: false } },
      input,
      output,
      redaction: [{ remove: { email: ["notes:pii"] } }],
    }),
    tool({ name: "notes_brief", method: "brief", task: { ...timing, ttlMs: 300 }, output }),
    tool({
      name: "notes_always",
      method: "always",
      task: { ...timing, when: "always", afterMs: 0 },
      input,
      output,
    }),
    tool({ name: "notes_ask", method: "ask", task: { ...timing, afterMs: 0 }, output: { type: "object" } }),
    tool({ name: "notes_plain", method: "plain", input, output, deadlineMs: 40 }),
  ],
};

interface Input {
  readonly ms?: number;
  readonly end?: string;
}

/** Sleeps as long as it is told, and says how often it was started and aborted. */
export class TaskHandlers {
  readonly started: string[] = [];
  readonly aborted: string[] = [];
  readonly background: boolean[] = [];

  async #sleep({ ms = 0, end = "well" }: Input, call: Call): Promise<object> {
    this.started.push(call.requestId);
    this.background.push(call.inBackground);
    call.progress(1, 2, `Sleeps ${ms} ms`);
    await sleep(ms, undefined, { signal: call.signal }).catch((error) => {
      this.aborted.push(String(call.signal.reason.message));
      throw error;
    });
    if (end === "refused") throw new Refusal("refused" as never, "It shall.");
    if (end === "broken") throw new Error("The disk is gone.");
    if (end === "roots") await call.requestInput({ roots: { method: "roots/list" } });
    return { slept: ms, email: "ana@example.org" };
  }

  readonly sleep = (each: Input, call: Call) => this.#sleep(each, call);
  readonly always = (each: Input, call: Call) => this.#sleep(each, call);
  readonly plain = (each: Input, call: Call) => this.#sleep(each, call);
  readonly brief = (_: Input, call: Call) => this.#sleep({ ms: 60_000 }, call);

  /** Asks two things at once, and then twice under one key. */
  async ask(_: object, call: Call): Promise<object> {
    this.started.push(call.requestId);
    const question = (message: string) => ({ message, properties: { words: { type: "string" } } });
    const [one, two] = await Promise.all([
      call.ask("one", question("One?")),
      call.ask("two", question("Two?")),
    ]);
    const again = await call.ask("one", question("One, really?"));
    return {
      replies: [one, two, again].map((reply) =>
        reply.action === "accept" ? reply.content.words : reply.action,
      ),
    };
  }
}

const declared = { elicitation: {}, extensions: { "io.modelcontextprotocol/tasks": {} } };

/** Serves the notes for one test. Tokens are scopes, joined by `+`; `ben:` before them makes another account of it. */
export async function startTasks(options: Partial<McpServerOptions> = {}, handlers = new TaskHandlers()) {
  const served = await serve({
    service: taskNotes,
    handlers,
    limit: () => ({ allowed: true }),
    authenticate: ({ token }) => {
      const [account, scopes] = token.startsWith("ben:") ? ["ben", token.slice(4)] : ["ana", token];
      return { account, token, scopes: new Set(scopes.split("+")) };
    },
    ...options,
  });
  onTestFinished(() => served.server.close(0));
  const { url } = served;

  interface As {
    readonly token?: string;
    readonly capabilities?: object;
    readonly headers?: Readonly<Record<string, string | null>>;
  }

  function send(
    method: string,
    params: Record<string, unknown>,
    { token, capabilities = declared, headers }: As = {},
  ) {
    const meta = { "io.modelcontextprotocol/clientCapabilities": capabilities };
    const name = typeof params.taskId === "string" ? { "Mcp-Name": params.taskId } : {};
    return modern(url, { method, params, meta, headers: { ...name, ...headers }, ...(token && { token }) });
  }

  const call = async (name: string, args: object = {}, as?: As) =>
    (await send("tools/call", { name, arguments: args }, as)).message;
  /** Calls a tool whose call becomes a task; its id. */
  const startTask = async (name: string, args?: object, as?: As): Promise<string> =>
    (await call(name, args, as)).result.taskId;
  const get = async (taskId: string, as?: As) => (await send("tasks/get", { taskId }, as)).message;
  /** Polls until a task has one of these statuses. */
  async function until(taskId: string, ...statuses: string[]) {
    for (;;) {
      const { result } = await get(taskId);
      if (statuses.includes(result.status)) return result;
      await sleep(10);
    }
  }
  return { ...served, handlers, send, call, startTask, get, until };
}
