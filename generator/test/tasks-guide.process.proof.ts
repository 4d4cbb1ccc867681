/** Runs the example of docs/tasks.md: a server with a slow tool, and a client that takes its tasks. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { compilerErrors, writeAll } from "./support/compiler.ts";
import { generate } from "./support/fixtures.ts";
import { filesIn } from "./support/shown-files.ts";
import { inTemporaryProject, repository } from "./support/temporary-project.ts";

const page = readFileSync(join(repository, "docs/tasks.md"), "utf8");
const fromSource = "--conditions=toolwright-source";

test("the example of docs/tasks.md compiles, and its client waits, follows and cancels", {
  timeout: 90_000,
}, async () => {
  const generated = await generate(filesIn(page, "yaml", "# spec/"));
  await inTemporaryProject(async (folder) => {
    const files = generated.map((file) => ({ ...file, path: `generated/${file.path}` }));
    writeAll(folder, [...files, ...filesIn(page, "ts", "// ")]);
    const scope = "@modelcontextprotocol";
    symlinkSync(join(repository, "node_modules", scope), join(folder, "node_modules", scope), "dir");
    expect(compilerErrors(folder)).toEqual([]);
    const env = { ...process.env, PORT: "0" };
    const server = spawn(process.execPath, [fromSource, "impl/main.ts"], { cwd: folder, env });
    const ended = once(server, "exit");
    try {
      const [address] = await once(server.stdout, "data");
      const args = [fromSource, "client/report.ts", String(address).trim()];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
      const lines = stdout.trim().split("\n");
      const sum = (year: number) => String(12 * year + 78);
      const [first, ...others] = lines;
      expect(first).toBe(sum(2025));
      expect(others.slice(-3)).toEqual(["completed 12 of 12", sum(2026), "UnfinishedTask cancelled"]);
      const working = others.slice(0, -3);
      expect(working.length).toBeGreaterThan(1);
      for (const line of working) expect(line).toMatch(/^working (undefined|\d+ of 12)$/);
    } finally {
      server.kill("SIGTERM");
      await ended;
    }
  });
});
