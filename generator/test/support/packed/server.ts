/** Starts the servers that the packages make, and calls their tools as an agent does. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";
import { environment } from "./shell.ts";

export interface StartedServer {
  /** The output before it was ready. */
  readonly printed: string;
  /** @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts a server on a free port, and waits until it has said how to stop it. */
export async function startServer(
  cwd: string,
  command: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<StartedServer> {
  const server = spawn(command, args, { cwd, env: { ...environment(), PORT: "0", ...variables } });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`It ended: ${printed}`)));
    server.stderr.on("data", (chunk) => (printed += chunk));
    server.stdout.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("Ctrl+C")) resolve();
    });
  });
  return {
    printed,
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** Calls a tool over HTTP. */
export async function callTool(
  endpoint: string,
  token: string,
  name: string,
  args: object,
): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: unknown; isError?: boolean } };
  expect(result).not.toMatchObject({ isError: true });
  return result.structuredContent;
}
