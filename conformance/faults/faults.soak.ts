/** The fault experiments: faulty servers and whole runs against a healthy one under load; patches of the service; mutants. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { amount, drawSample, drawSeed } from "../../.ci/draw.ts";
import { readPatches } from "./patches/patches.ts";

const faults = join(import.meta.dirname, ".");

const faultyServers = amount({ proof: 15, soak: 500 });
const healthy = amount({ proof: 1, soak: 20 });
const all = readPatches(join(faults, "patches", "patches.yaml"));
const patches = drawSample(all, amount({ proof: 15, soak: all.length }));
const isSoak = process.env.RING === "soak";

/** The sources that decide the answers to agents. Pages, drawings, mails and the built-in writer do not. */
const domain = ["accounts/**", "forms/**", "lessons/*", "mcp/handlers/**", "responses/**"];

/** Runs the command. Its exit code shows whether the suite passed. */
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
  const { code, output } = await experiment("--mutants", "--fault", "*/src/**", "--count", "12");
  expect(countMutants(output).tried).toBeGreaterThanOrEqual(6);
  process.stdout.write(output);
  expect(code, output).toBe(0);
}, 1_500_000);

test.runIf(isSoak)(
  "the suite detects 300 mutants of the service's domain that give another value",
  async () => {
    const chosen = domain.flatMap((files) => ["--fault", `*/impl/${files}`]);
    const { code, output } = await experiment("--mutants", ...chosen, "--count", "500");
    const { caught, tried } = countMutants(output);
    expect(tried).toBeGreaterThanOrEqual(300);
    // Two seeds drew 304 mutants, and 126 were caught. All survivors were read: most of them show nothing to a client.
    expect(caught / tried).toBeGreaterThan(1 / 3);
    process.stdout.write(output);
    expect(code, output).toBe(0);
  },
  36_000_000,
);

function countMutants(output: string): { readonly caught: number; readonly tried: number } {
  const [, caught, tried] = /(\d+) of (\d+) mutants of .* caught/.exec(output) ?? [];
  return { caught: Number(caught ?? 0), tried: Number(tried ?? 0) };
}
