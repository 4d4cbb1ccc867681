/** A client of MCP 2026-07-28 that takes tasks. */
import { setTimeout as sleep } from "node:timers/promises";

// biome-ignore lint/suspicious/noExplicitAny: tests read results of any shape
type Json = any;

export interface TaskClient {
  /** The result of a call: the plain one, or a task. */
  call(name: string, args: object): Promise<Json>;
  get(taskId: string): Promise<Json>;
  cancel(taskId: string): Promise<Json>;
  /** Asks until the task has the status. Throws if it ends otherwise. */
  until(taskId: string, status: string): Promise<Json>;
}

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } },
};

export function taskClient(endpoint: string, token: string): TaskClient {
  const client: TaskClient = {
    call: (name, args) => send("tools/call", { name, arguments: args }, name),
    get: (taskId) => send("tasks/get", { taskId }, taskId),
    cancel: (taskId) => send("tasks/cancel", { taskId }, taskId),
    async until(taskId, status) {
      for (;;) {
        const task = await client.get(taskId);
        if (task.status === status) return task;
        if (["completed", "failed", "cancelled"].includes(task.status)) throw new Error(JSON.stringify(task));
        await sleep(50);
      }
    },
  };
  return client;

  async function send(method: string, params: object, name: string): Promise<Json> {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${token}`,
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": method,
        "Mcp-Name": name,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
    });
    const { result, error } = (await response.json()) as Json;
    if (error) throw new Error(`${error.code} ${error.message}`);
    return result;
  }
}
