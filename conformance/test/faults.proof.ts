import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const program = join(import.meta.dirname, "..", "faults", "cli.ts");

/** The whole of it: 500 faulty servers, and 20 runs against a healthy one. The seed says which. */
test("the suite finds what is broken, and leaves a healthy server in peace", async () => {
  const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      ["--conditions=toolwright-source", program, "--seed", "1"],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, said: stderr + stdout }),
    );
  });
  expect(said).toMatch(/\d+ of 500 faults caught/);
  expect(said).toContain("no false alarm in 20 of 20 runs");
  expect({ code, said }).toMatchObject({ code: 0 });
}, 1_500_000);
