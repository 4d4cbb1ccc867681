/** `toolwright import` of servers that send tens of megabytes; `import.process.proof.ts` has the other servers. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toolwright } from "../test/support/cli/cli.ts";
import { stdioServer } from "../test/support/import/stdio-server.ts";

const tooMuch = { code: 1, stderr: expect.stringContaining("it sent more than 64 MiB.") };

/** Imports into a folder of the test's own. */
async function imported(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { code, stderr } = await toolwright(folder, ["import", ...args]);
  return { code, stderr, isWritten: existsSync(join(folder, "spec")) };
}

test("over stdio, a flood: explains the failure", async () => {
  expect(await imported("--command", stdioServer("flood"))).toEqual({ ...tooMuch, isWritten: false });
});

test("over stdio, long: reads an answer of 12 MiB", async () => {
  expect(await imported("--command", stdioServer("long"))).toMatchObject({ code: 0, isWritten: true });
});

test("over HTTP, a body without end: explains the failure", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const more = () => {
      while (response.write("a".repeat(2 ** 20)));
      response.once("drain", more);
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  expect(await imported("--url", url)).toEqual({ ...tooMuch, isWritten: false });
});
