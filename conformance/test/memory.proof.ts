import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { serveNotes } from "./support/notes-server.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "support/memory-program.ts");

test("ten times as many cases need at most a quarter more memory", async () => {
  const notes = await serveNotes();
  onTestFinished(() => notes.close());
  const few = await measure(notes.url, 8);
  const many = await measure(notes.url, 80);
  expect(many.held).toBe(many.cases);
  expect(many.cases).toBe(10 * few.cases);
  expect(many.bytes).toBeLessThan(1.25 * few.bytes);
});

async function measure(
  url: string,
  copies: number,
): Promise<{ readonly cases: number; readonly held: number; readonly bytes: number }> {
  const { stdout } = await run(process.execPath, [
    "--conditions=toolwright-source",
    "--expose-gc",
    program,
    url,
    String(copies),
  ]);
  return JSON.parse(stdout);
}
