import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeGenerated } from "../files/output-files.ts";
import type { SpecSource } from "../parse/source.ts";
import { inProject } from "../test/support/cli/cli.ts";
import { fixture } from "../test/support/fixtures.ts";
import { findUnchanged, recordRun } from "./last-run.ts";
import { generate } from "./spec.ts";

const { sources } = fixture("every-key");
const others = sources.map(({ path, text }) => ({ path, text: text.replace("max: 5,", "max: 6,") }));

/** Generates as the command does, in a project whose cache lies in its `node_modules`. */
async function run(project: string, spec: readonly SpecSource[]): Promise<void> {
  const { diagnostics, spec: generated } = await generate(spec);
  writeGenerated(join(project, "out"), generated!.files);
  recordRun(join(project, "spec"), spec, { diagnostics, spec: generated! });
}

function inCachedProject(use: (project: string) => Promise<void>): Promise<void> {
  return inProject(async (project) => {
    mkdirSync(join(project, "node_modules"), { recursive: true });
    await use(project);
  });
}

const cacheOf = (project: string): string => join(project, "node_modules", ".cache", "toolwright");
const unchanged = (project: string, spec = sources) =>
  findUnchanged(join(project, "spec"), spec, join(project, "out"));

test("a second run of the same spec does nothing, and a run of another spec generates", async () => {
  await inCachedProject(async (project) => {
    expect(unchanged(project)).toBeUndefined();
    await run(project, sources);
    expect(unchanged(project)).toMatchObject({ diagnostics: [], tools: expect.any(Number) });
    expect(unchanged(project, others)).toBeUndefined();
    await run(project, others);
    expect(unchanged(project)).toBeUndefined();
    expect(readdirSync(cacheOf(project)).length).toBe(1);
  });
});

test("notices a generated file that was changed, removed or added", async () => {
  await inCachedProject(async (project) => {
    await run(project, sources);
    const file = join(project, "out", "tools.ts");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, `${text}\n`);
    expect(unchanged(project)).toBeUndefined();
    rmSync(file);
    expect(unchanged(project)).toBeUndefined();
    writeFileSync(file, text);
    expect(unchanged(project)).toBeDefined();
    writeFileSync(join(project, "out", "left-over.ts"), text);
    expect(unchanged(project)).toBeUndefined();
  });
});

test("generates even if the cache cannot be written", async () => {
  await inCachedProject(async (project) => {
    mkdirSync(join(project, "node_modules", ".cache"));
    writeFileSync(cacheOf(project), "a file where a folder should be");
    await run(project, sources);
    expect(unchanged(project)).toBeUndefined();
  });
});

/** Damage to an entry between two runs. */
const damage: fc.Arbitrary<(entry: Buffer) => Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 50 }).map((bytes) => () => Buffer.from(bytes)),
  fc.nat().map((at) => (entry: Buffer) => entry.subarray(0, at % entry.length)),
  fc.nat().map((at) => (entry: Buffer) => {
    const copy = Buffer.from(entry);
    copy[at % copy.length]! ^= 1 + (at % 255);
    return copy;
  }),
  fc
    .uint8Array({ minLength: 1, maxLength: 50 })
    .map((bytes) => (entry: Buffer) => Buffer.concat([entry, bytes])),
);

test("ignores a damaged cache entry", async () => {
  await inCachedProject(async (project) => {
    await run(project, sources);
    const path = join(cacheOf(project), readdirSync(cacheOf(project))[0]!);
    const entry = readFileSync(path);
    const property = fc.property(damage, (damaged) => {
      writeFileSync(path, damaged(entry));
      expect(unchanged(project)).toBeUndefined();
    });
    fc.assert(property, { numRuns: 60 });
    rmSync(path);
    mkdirSync(path);
    expect(unchanged(project)).toBeUndefined();
  });
});
