/** Runs the whole fault experiment: 500 faulty servers, and 20 runs against a healthy one. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const program = join(import.meta.dirname, "..", "faults", "cli.ts");

test("the suite detects the faults, and reports nothing for a healthy server", async () => {
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ["--conditions=toolwright-source", program, "--seed", "1", "--proxy"],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stderr + stdout }),
    );
  });
  expect(output).toMatch(/\d+ of 500 faults caught/);
  expect(output).toContain("no false alarm in 20 of 20 runs");
  expect({ code, output }).toMatchObject({ code: 0 });
}, 1_500_000);
