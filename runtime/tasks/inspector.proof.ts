/** Calls that become tasks as the CLI of the official inspector makes them: it asks for the end of each by itself. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startTasks } from "../test/support/wire/task-notes.ts";

const require = createRequire(import.meta.url);
const inspector = dirname(require.resolve("@modelcontextprotocol/inspector/package.json"));

type Era = "modern" | "legacy";

/** Returns the exit code, and the result or the error that it prints. */
async function inspect(url: URL, era: Era, ...options: string[]) {
  const common = ["--transport", "http", "--header", "Authorization: Bearer notes:read", "--format", "json"];
  const program = spawn(process.execPath, [
    join(inspector, "clients/launcher/build/index.js"),
    ...["--cli", url.href, "--protocol-era", era, ...common, ...options],
  ]);
  const code = new Promise((resolve) => program.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr)]);
  return { code: await code, ...JSON.parse(stdout || stderr) };
}

function call(url: URL, era: Era, tool: string, input: object) {
  const named = ["--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(input)];
  return inspect(url, era, ...named);
}

test("in its modern era, calls become tasks, and their results are printed", async () => {
  const { url, calls, handlers } = await startTasks();
  for (const tool of ["notes_sleep", "notes_always"]) {
    const printed = await call(url, "modern", tool, { ms: 1_500 });
    expect(printed).toMatchObject({ code: 0, result: { structuredContent: { slept: 1_500 } } });
  }
  // It answers the request for roots inside of the task.
  const asked = await call(url, "modern", "notes_always", { end: "roots" });
  expect(asked).toMatchObject({ code: 0, result: { structuredContent: { slept: 0 } } });
  const broken = await call(url, "modern", "notes_always", { end: "broken" });
  expect(broken).toMatchObject({ code: 5, result: { isError: true } });
  // It declares no elicitation, so the task fails.
  const failed = await call(url, "modern", "notes_ask", {});
  expect(failed).toMatchObject({
    code: 1,
    error: { message: expect.stringContaining("declares elicitation") },
  });
  expect(calls.filter(({ task }) => task !== undefined)).toHaveLength(5);
  expect(handlers.background).not.toContain(false);
});

test("in its legacy era, the same call is plain", async () => {
  const { url, calls } = await startTasks();
  const printed = await call(url, "legacy", "notes_sleep", { ms: 100 });
  expect(printed).toMatchObject({ code: 0, result: { structuredContent: { slept: 100 } } });
  expect(calls.map(({ outcome, task }) => [outcome, task])).toEqual([["ok", undefined]]);
});

test("it has no command for a task", async () => {
  const { url } = await startTasks();
  const printed = await inspect(url, "modern", "--method", "tasks/get");
  expect(printed).toMatchObject({
    code: 1,
    error: { message: expect.stringContaining("Unsupported method") },
  });
});
