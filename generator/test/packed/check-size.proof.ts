/** The installed size of `@toolwright/check`, and the processor time of a run with all of its sections. */
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { run, succeeds } from "../support/packed/shell.ts";
import { repository } from "../support/temporary-project.ts";

const { generator: _, ...needed } = inject("tarballs");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "check-size-"));
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await succeeds(folder, "npm", ["install", ...Object.values(needed).map(({ path }) => path)]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("takes at most 20 MB, without native code", async () => {
  const modules = join(folder, "node_modules");
  const files = await readdir(modules, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name))),
  );
  // As a file system counts it, in whole blocks.
  expect(sizes.reduce((sum, { blocks }) => sum + blocks * 512, 0)).toBeLessThan(20e6);
  expect(files.filter(({ name }) => name.endsWith(".node"))).toEqual([]);
});

test.each([
  [14, 3],
  [60, 10],
])("%i tools take at most %i seconds of processor time", async (count, seconds) => {
  const meter = join(folder, "meter.mjs");
  const usage = join(folder, `usage-${count}.json`);
  await writeFile(
    meter,
    `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.USAGE, JSON.stringify(process.cpuUsage())));
`,
  );
  const program = join(repository, "check/test/support/manifest-program.ts");
  const manifest = join(repository, "generated/manifest.json");
  const command = `"${process.execPath}" "${program}" "${manifest}" ${count}`;
  const check = join(folder, "node_modules/@toolwright/check/bin/toolwright-check.js");
  const args = ["--import", meter, check, "--command", command, "--env", "USAGE=/dev/null"];
  const { code, output } = await run(folder, process.execPath, args, undefined, { USAGE: usage });
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(`${count} tools`) });
  const { user, system } = (await import(usage, { with: { type: "json" } })).default as NodeJS.CpuUsage;
  expect((user + system) / 1e6).toBeLessThan(seconds);
});
