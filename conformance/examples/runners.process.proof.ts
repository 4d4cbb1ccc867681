/** The examples of runners in Python and Go: they run the cases of kind input in a case file. Skipped where the language is not installed. */
import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveNotes, specFolder, storedCasesOf, tokenScopes } from "../test/support/notes-server.ts";
import { rawProxy } from "../test/support/raw-proxy.ts";

const run = promisify(execFile);
const [token = ""] = Object.keys(tokenScopes);

interface Runner {
  readonly name: string;
  readonly isInstalled: boolean;
  /** The command that runs the cases of notes_create. `folder` is empty but for `cases.json`. */
  command(url: string, folder: string): { args: readonly string[]; env: Record<string, string> };
  /** The line that names a failed case. */
  failure(id: string): RegExp;
}

const runners: readonly Runner[] = [
  {
    name: "pytest",
    isInstalled: spawnSync("python3", ["-c", "import pytest"]).status === 0,
    command: (url, folder) => ({
      args: [
        ...["python3", "-m", "pytest", "-v", "-p", "toolwright_cases", "-p", "no:cacheprovider"],
        ...["--rootdir", folder, "--cases", join(folder, "cases.json")],
        ...["--mcp-url", url, "--mcp-tool", "notes_create", folder],
      ],
      env: { PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: "1" },
    }),
    failure: (id) => new RegExp(`${id} .*expected to be refused`),
  },
  {
    name: "go test",
    isInstalled: spawnSync("go", ["version"]).status === 0,
    command: (url, folder) => {
      const file = "toolwright_cases_test.go";
      copyFileSync(join(import.meta.dirname, file), join(folder, file));
      const env = { CASES: join(folder, "cases.json"), MCP_URL: url, TOOL: "notes_create" };
      return {
        args: ["go", "test", "-count=1", "-v", file],
        env: { ...env, HOME: process.env.HOME ?? folder },
      };
    },
    failure: (id) => new RegExp(`RUN +TestInput/${id}\\n.*expected to be refused`),
  },
];

/** Runs the cases of notes_create; returns the exit code and the output. */
async function runCases({ command }: Runner, url: string): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), "runner-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "cases.json"), storedCasesOf(specFolder));
  const { args, env } = command(url, folder);
  const { PATH, GOROOT, GOCACHE } = process.env;
  const [program = "", ...rest] = args;
  return run(program, rest, { env: { PATH, GOROOT, GOCACHE, TOKEN: token, ...env }, cwd: folder }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  );
}

describe.each(runners)("$name", (runner) => {
  const title = "runs each case of kind input, and a healthy server passes";
  test.skipIf(!runner.isInstalled)(title, { timeout: 60_000 }, async () => {
    const notes = await serveNotes();
    onTestFinished(notes.close);
    const { code, output } = await runCases(runner, notes.url);
    expect(output.match(/PASSED|PASS: TestInput\//g)?.length).toBeGreaterThan(20);
    expect(code, output).toBe(0);
  });

  const bound = "fails the case of its bound at a server that accepts a title of any length";
  test.skipIf(!runner.isInstalled)(bound, { timeout: 60_000 }, async () => {
    const notes = await serveNotes();
    const lenient = await rawProxy(notes.url, ({ body, response }) => {
      if (!/"title": ?"[^"]{41,}"/.test(body)) return false;
      const result = { content: [], structuredContent: { id: "note_00000000", title: "x" } };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(body).id, result }));
      return true;
    });
    onTestFinished(async () => void (await Promise.all([lenient.close(), notes.close()])));
    const { code, output } = await runCases(runner, lenient.url);
    expect(output).toMatch(runner.failure("input/notes_create/title/maxLength/above"));
    expect(code).toBe(1);
  });
});
