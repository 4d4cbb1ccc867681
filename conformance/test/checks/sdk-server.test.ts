import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { notesCases } from "../notes-server.ts";
import { testServer } from "../testing.ts";

/** A server that others wrote, as its documentation shows one that speaks both versions. */
async function serveWithSdk(): Promise<string> {
  const handle = toNodeHandler(
    createMcpHandler(() => {
      const mcp = new McpServer({ name: "notes", version: "1.0.0" });
      mcp.registerTool("notes_ping", { description: "Says that it is there." }, () => ({
        content: [{ type: "text", text: "pong" }],
      }));
      return mcp;
    }),
  );
  const guards = [localhostHostValidation(), localhostOriginValidation()];
  const server = createServer((request, response) => {
    if (guards.every((passes) => passes(request, response)))
      void handle(request as Parameters<typeof handle>[0], response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test("every check holds for the server of the TypeScript SDK 2.x, in both versions", async () => {
  const cases = { ...notesCases, auth: { ...notesCases.auth, scheme: "none" as const } };
  const report = await testServer(await serveWithSdk(), {
    cases,
    selection: { kinds: ["protocol"] },
    target: { bindings: {}, tokens: [] },
  });
  const open = report.results.filter(({ verdict }) => verdict.status !== "held");
  expect(open).toEqual([]);
  expect(new Set(report.results.map(({ subject }) => subject.id.split("/")[1]))).toEqual(
    new Set(notesCases.server.protocolVersions),
  );
});
