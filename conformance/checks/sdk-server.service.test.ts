import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { notesCases } from "../test/support/notes-server.ts";
import { testServer } from "../test/support/test-server.ts";

/** A server of the TypeScript SDK, written as its documentation shows it, with both protocol versions. */
async function serveWithSdk(): Promise<string> {
  const handle = toNodeHandler(
    createMcpHandler(() => {
      const mcp = new McpServer({ name: "notes", version: "1.0.0" });
      mcp.registerTool("notes_ping", { description: "Answers pong." }, () => ({
        content: [{ type: "text", text: "pong" }],
      }));
      return mcp;
    }),
  );
  const validations = [localhostHostValidation(), localhostOriginValidation()];
  const server = createServer((request, response) => {
    if (validations.every((passes) => passes(request, response)))
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
