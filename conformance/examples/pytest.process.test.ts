/** The example of a runner in Python: pytest runs the cases of kind input in a case file. Skipped where pytest is not installed. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { serveNotes, specFolder, storedCasesOf, tokenScopes } from "../test/support/notes-server.ts";
import { rawProxy } from "../test/support/raw-proxy.ts";

const run = promisify(execFile);
const hasPytest = spawnSync("python3", ["-c", "import pytest"]).status === 0;
const [token = ""] = Object.keys(tokenScopes);

/** Runs the cases of notes_create; returns the exit code and the output. */
async function pytest(url: string): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), "pytest-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cases = join(folder, "cases.json");
  writeFileSync(cases, storedCasesOf(specFolder));
  const args = [
    "-m",
    "pytest",
    "-q",
    "-p",
    "toolwright_cases",
    "-p",
    "no:cacheprovider",
    "--rootdir",
    folder,
  ];
  const target = ["--cases", cases, "--mcp-url", url, "--mcp-tool", "notes_create", folder];
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: "1",
    TOKEN: token,
  };
  return run("python3", [...args, ...target], { env, cwd: folder }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  );
}

test.skipIf(!hasPytest)("pytest runs each case of kind input, and a healthy server passes", async () => {
  const notes = await serveNotes();
  onTestFinished(notes.close);
  const { code, output } = await pytest(notes.url);
  expect(output).toMatch(/\d{2} passed/);
  expect(code).toBe(0);
});

test.skipIf(!hasPytest)(
  "a server that accepts a title of any length fails the case of its bound",
  async () => {
    const notes = await serveNotes();
    const lenient = await rawProxy(notes.url, ({ body, response }) => {
      if (!/"title": ?"[^"]{41,}"/.test(body)) return false;
      const result = { content: [], structuredContent: { id: "note_00000000", title: "x" } };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(body).id, result }));
      return true;
    });
    onTestFinished(async () => void (await Promise.all([lenient.close(), notes.close()])));
    const { code, output } = await pytest(lenient.url);
    expect(output).toMatch(/input\/notes_create\/title\/maxLength\/above .*expected to be refused/);
    expect(code).toBe(1);
  },
);
