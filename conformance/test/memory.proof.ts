import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { serveNotes } from "./notes-server.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "memory-program.ts");

test("memory is flat in the number of cases: ten times as many take no more than a quarter more", async () => {
  const notes = await serveNotes();
  onTestFinished(() => notes.close());
  const few = await measured(notes.url, 8);
  const many = await measured(notes.url, 80);
  expect(many.held).toBe(many.cases);
  expect(many.cases).toBe(10 * few.cases);
  expect(many.bytes).toBeLessThan(1.25 * few.bytes);
});

async function measured(
  url: string,
  copies: number,
): Promise<{ readonly cases: number; readonly held: number; readonly bytes: number }> {
  const { stdout } = await run(process.execPath, [
    "--conditions=toolwright-source",
    program,
    url,
    String(copies),
  ]);
  return JSON.parse(stdout);
}
