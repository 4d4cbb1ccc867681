/**
 * Servers written with other libraries from npm: a healthy one has no findings except those its target file lists, and
 * each fault is detected. The command runs as its users run it.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";

const servers = join(import.meta.dirname, "support/servers");
const program = join(import.meta.dirname, "..", "bin", "toolwright-conformance.js");
const folder = mkdtempSync(join(tmpdir(), "other-teams-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** Fault of the server -> a case that must detect it. */
const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shelf: {
    "lets-everybody-write": "authorization/add_book/without-books:write",
    "takes-long-titles": "input/add_book/title/maxLength/above",
    "loses-pages": "input/add_book/required-only",
    "old-description": "manifest/get_book",
    "knows-all": "input/get_book/id/maxLength/at",
  },
  units: {
    "old-description": "manifest/convert",
    "takes-negative": "input/convert/value/minimum/below",
    leaks: "errors/convert/clean",
  },
  tickets: {
    "shows-all-tools": "authorization/open_ticket/without-tickets:write",
    "takes-any-token": "authorization/count_tickets/unknown-token",
    "takes-any-title": "input/open_ticket/title/minLength/below",
    "tells-its-stack": "errors/open_ticket/clean",
    "has-a-tool-more": "manifest/names",
  },
};

const allSeeds = Array.from({ length: 20 }, (_, index) => index + 1);
const seeds = drawSample(allSeeds, amount({ proof: 4, soak: allSeeds.length }));

/** Runs the command. @returns its exit code, the ids of unexpected failures, and its output */
async function tested(server: string, fault?: string, seed = 1) {
  const target = join(servers, `${server}.target.yaml`);
  const broken = join(servers, `.${server}-${fault}.target.yaml`);
  if (fault !== undefined)
    writeFileSync(broken, readFileSync(target, "utf8").replace("-program.ts]", `-program.ts, ${fault}]`));
  try {
    const args = [
      "--target",
      fault === undefined ? target : broken,
      "--spec",
      join(servers, server),
      "--seed",
      `${seed}`,
    ];
    const { code, output } = await run([program, ...args, "--report", folder]);
    const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as {
      results: { id: string; counted: string }[];
    };
    const failed = report.results.filter(({ counted }) => counted === "failed").map(({ id }) => id);
    return { code, output, failed };
  } finally {
    rmSync(broken, { force: true });
  }
}

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--conditions=toolwright-source", ...args]);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("close", (code) => resolve({ code, output }));
  });
}

describe.each(Object.keys(faults))("%s", (server) => {
  test.each(seeds)("without a fault has no findings with seed %i", async (seed) => {
    const { code, output, failed } = await tested(server, undefined, seed);
    expect({ code, failed, output }).toEqual({
      code: 0,
      failed: [],
      output: expect.stringContaining("0 failed"),
    });
  });

  test.each(Object.entries(faults[server]!))("with the fault %s fails %s", async (fault, id) => {
    const { code, failed, output } = await tested(server, fault);
    expect({ failed, output }).toEqual({ failed: expect.arrayContaining([id]), output: expect.anything() });
    expect(code).toBe(1);
  });
});
