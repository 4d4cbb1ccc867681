/** The short form of `npm run bench`, which names the ratios that fell since ratios.json. Timings decide no test. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readable } from "./row.ts";
import { describeFalls, readKeptRatios } from "./stored-ratios.ts";

test("the short form measures our call beside peers, and says which ratios fell", () => {
  const args = ["--conditions=toolwright-source", join(import.meta.dirname, "run.ts"), "--short"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  process.stdout.write(stdout);
  expect([status, stderr]).toEqual([0, ""]);
  for (const what of ["toolwright / bare", "toolwright-fetch / mcp-lite"])
    expect(stdout).toMatch(new RegExp(`^  service_ping: ${what} +[\\d.]+ x`, "m"));
});

test("a ratio that fell by a tenth is named, one that fell less or rose is not", () => {
  const rows = Object.entries({ steady: 0.91, fallen: 0.9, risen: 2, unknown: 0.1 }).map(([what, value]) => ({
    what,
    value,
    unit: "x",
  }));
  expect(describeFalls({ steady: 1, fallen: 1, risen: 1, gone: 1 }, rows)).toEqual([
    "fell by a tenth or more: fallen, 1 kept, 0.9 now",
  ]);
});

test("performance.md shows the kept ratios of the wire", () => {
  const page = readFileSync(join(import.meta.dirname, "../performance.md"), "utf8");
  const { wire = {} } = readKeptRatios();
  expect(Object.keys(wire)).not.toEqual([]);
  for (const [what, ratio] of Object.entries(wire))
    expect(page).toMatch(new RegExp(`^\\| \`${what}\` \\|[^|]*\\| ${readable(ratio)}[ |;]`, "m"));
});
