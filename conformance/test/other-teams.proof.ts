import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

/**
 * Servers as other teams write them, with what npm has for it: each is left in peace when it is healthy, but for what its
 * target file names, and found out when it is not. The command runs as its users run it.
 */
const servers = join(import.meta.dirname, "servers");
const program = join(import.meta.dirname, "..", "bin", "toolwright-conformance.js");
const folder = mkdtempSync(join(tmpdir(), "other-teams-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** Fault of the server -> a case that has to find it. */
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
    "text-differs": "output/convert/text",
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

/** Runs the command. @returns its exit code, the ids of failures that nobody expected, and what it said */
async function tested(server: string, fault?: string) {
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
      "1",
    ];
    const { code, said } = await run([program, ...args, "--report", folder]);
    const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as {
      results: { id: string; counted: string }[];
    };
    const failed = report.results.filter(({ counted }) => counted === "failed").map(({ id }) => id);
    return { code, said, failed };
  } finally {
    rmSync(broken, { force: true });
  }
}

function run(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--conditions=toolwright-source", ...args]);
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (said += text));
    child.once("close", (code) => resolve({ code, said }));
  });
}

describe.each(Object.keys(faults))("%s", (server) => {
  test("is left in peace", async () => {
    const { code, said, failed } = await tested(server);
    expect({ code, failed, said }).toEqual({
      code: 0,
      failed: [],
      said: expect.stringContaining("0 failed"),
    });
  });

  test.each(Object.entries(faults[server]!))("that %s is found out by %s", async (fault, id) => {
    const { code, failed, said } = await tested(server, fault);
    expect({ failed, said }).toEqual({ failed: expect.arrayContaining([id]), said: expect.anything() });
    expect(code).toBe(1);
  });
});
