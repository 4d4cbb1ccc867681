/** `--login` in every command: the server repeats the token that it gets, and it is in no output and no file. */
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startHostile } from "../../conformance/test/support/oauth/hostile-authorization.ts";
import { start } from "./support/cli/cli.ts";

const top = mkdtempSync(join(tmpdir(), "login-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const token = "hunter2-of-the-login";

/** The whole of what a command with `--login` printed and wrote. The address that it prints is opened as in a browser. */
async function outputOf(args: readonly string[]): Promise<{ code: unknown; all: string }> {
  const server = await startHostile("healthy", token);
  onTestFinished(server.close);
  const folder = mkdtempSync(join(top, "case-"));
  writeFileSync(join(folder, "manifest.json"), '{"tools":[{"name":"one","inputSchema":{"type":"object"}}]}');
  const child = start(folder, [...args, "--url", server.url.href, "--login"], { CI: "" });
  let all = "";
  let opened = false;
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding("utf8").on("data", (text: string) => {
      all += text;
      const [, address] = /^ {2}(http\S+)\n/m.exec(all) ?? [];
      if (address === undefined || opened) return;
      opened = true;
      void fetch(address);
    });
  const [code] = await once(child, "close");
  // Each request has the token: of the reading, and of the checks of the protocol, but for those that leave it out on purpose.
  expect(server.authorizations.filter((each) => each === `Bearer ${token}`).length).toBeGreaterThan(2);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  for (const file of files) all += readFileSync(join(file.parentPath, file.name), "utf8");
  return { code, all };
}

test.each([
  ["check"],
  ["check", "--update"],
  ["check", "--report", "report.json", "--format", "markdown"],
  ["manifest"],
  ["manifest", "--out", "tools.json"],
  ["import"],
  ["stats"],
  ["portability"],
  ["diff", "manifest.json"],
  ["verify", "--manifest", "manifest.json"],
])("%s %s %s %s %s: reads the server, and has the token in no output and no file", async (...args) => {
  const { code, all } = await outputOf(args);
  expect([0, 1]).toContain(code);
  expect(all).not.toContain("hunter2");
  expect(all).not.toMatch(/is a bug of/);
});
