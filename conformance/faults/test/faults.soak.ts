/** The fault experiments: faulty servers and whole runs against a healthy one under load; patches of the service; mutants. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { amount, drawn, drawSeed } from "../../../.ci/draw.ts";
import { readPatches } from "../patches/patches.ts";

const faults = join(import.meta.dirname, "..");

const faultyServers = amount({ proof: 30, soak: 500 });
const healthy = amount({ proof: 2, soak: 20 });
const all = readPatches(join(faults, "patches", "patches.yaml"));
const patches = drawn(all, amount({ proof: 30, soak: all.length }));
const isSoak = process.env.RING === "soak";

/** Runs the command, which says in its exit code whether the suite passed. */
function experiment(...args: readonly string[]): Promise<{ code: number; output: string }> {
  const program = ["--conditions=toolwright-source", join(faults, "cli.ts"), "--seed", String(drawSeed)];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...program, ...args],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stderr + stdout }),
    );
  });
}

test(`the suite detects ${faultyServers} faults, and reports nothing in ${healthy} runs against a healthy server`, async () => {
  const { code, output } = await experiment(
    "--proxy",
    "--count",
    `${faultyServers}`,
    "--healthy",
    `${healthy}`,
  );
  expect(output).toMatch(new RegExp(`\\d+ of ${faultyServers} faults caught`));
  expect(output).toContain(`no false alarm in ${healthy} of ${healthy} runs`);
  expect(code, output).toBe(0);
}, 1_500_000);

test(`the suite detects ${patches.length} patches of the service`, async () => {
  const { code, output } = await experiment("--patches", ...patches.flatMap(({ id }) => ["--fault", id]));
  expect(output).toContain(`${patches.length} of ${patches.length} patches caught`);
  expect(code, output).toBe(0);
}, 3_600_000);

test("the suite detects mutants of a new project", async () => {
  const { code, output } = await experiment("--mutants", "--fault", "*/src/**", "--count", "20");
  expect(countedMutants(output)).toBeGreaterThanOrEqual(10);
  process.stdout.write(output);
  expect(code, output).toBe(0);
}, 1_500_000);

test.runIf(isSoak)(
  "the suite detects 300 mutants of the service that give another value",
  async () => {
    const { code, output } = await experiment("--mutants", "--fault", "*/impl/**", "--count", "500");
    expect(countedMutants(output)).toBeGreaterThanOrEqual(300);
    process.stdout.write(output);
    expect(code, output).toBe(0);
  },
  36_000_000,
);

function countedMutants(output: string): number {
  return Number(/\d+ of (\d+) mutants of .* caught/.exec(output)?.[1] ?? 0);
}
