/** Runs both fault experiments: 500 faulty servers and 20 runs against a healthy one; and all patches of the service. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPatches } from "../faults/patches/patches.ts";

const faults = join(import.meta.dirname, "..", "faults");

/** Runs the command, which says in its exit code whether the suite passed. */
function experiment(way: "--proxy" | "--patches"): Promise<{ code: number; output: string }> {
  const command = ["--conditions=toolwright-source", join(faults, "cli.ts"), "--seed", "1", way];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stderr + stdout }),
    );
  });
}

test("the suite detects the faults, and reports nothing for a healthy server", async () => {
  const { code, output } = await experiment("--proxy");
  expect(output).toMatch(/\d+ of 500 faults caught/);
  expect(output).toContain("no false alarm in 20 of 20 runs");
  expect({ code, output }).toMatchObject({ code: 0 });
}, 1_500_000);

test("the suite detects every patch of the service", async () => {
  const { code, output } = await experiment("--patches");
  const { length } = readPatches(join(faults, "patches", "patches.yaml"));
  expect(output).toContain(`${length} of ${length} patches caught`);
  expect({ code, output }).toMatchObject({ code: 0 });
}, 1_500_000);
