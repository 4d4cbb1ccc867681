import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { openCache } from "../../cli/cache.ts";
import { compile, emit } from "../../compile.ts";
import type { GeneratedFile } from "../../emit/file.ts";
import { partsOf } from "../../emit/parts.ts";
import { fixture } from "../fixtures.ts";
import { inProject } from "./cli.ts";

const { sources } = fixture("every-key");
/** A spec near to it: entries of one must never serve the other. */
const others = sources.map(({ path, text }) => ({
  path,
  text: text.replace("max: 5,", "max: 6,"),
}));

async function generate(spec: typeof sources, maker: string, folder?: string): Promise<GeneratedFile[]> {
  const memory = openCache(maker, folder);
  const { model } = compile(spec);
  const files = await emit(model!, partsOf(model!, memory));
  memory.prune();
  return files;
}

let wanted: GeneratedFile[];
let wantedOfOthers: GeneratedFile[];
beforeAll(async () => {
  wanted = await generate(sources, "a");
  wantedOfOthers = await generate(others, "a");
  expect(wantedOfOthers).not.toEqual(wanted);
});

test("a warm cache gives what a cold one gives, and serves it from its entries", async () => {
  await inProject(async (folder) => {
    const cache = join(folder, "cache");
    expect(await generate(sources, "a", cache)).toEqual(wanted);
    const entries = readdirSync(cache);
    expect(entries.length).toBeGreaterThan(3);
    expect(await generate(sources, "a", cache)).toEqual(wanted);
    expect(readdirSync(cache).sort()).toEqual(entries.sort());
  });
});

test("entries of another spec or another generator are neither taken nor kept", async () => {
  await inProject(async (folder) => {
    const cache = join(folder, "cache");
    await generate(others, "a", cache);
    await generate(sources, "b", cache);
    expect(await generate(sources, "a", cache)).toEqual(wanted);
    expect(await generate(others, "a", cache)).toEqual(wantedOfOthers);
  });
});

test("a cache that cannot be written is no reason to fail", async () => {
  await inProject(async (folder) => {
    const cache = join(folder, "cache");
    writeFileSync(cache, "a file where a folder should be");
    expect(await generate(sources, "a", cache)).toEqual(wanted);
  });
});

/** What can happen to an entry between two runs. */
type Harm = (path: string, other: string) => void;
const harms: Readonly<Record<string, (at: number, bytes: Uint8Array) => Harm>> = {
  overwritten: (_, bytes) => (path) => writeFileSync(path, bytes),
  cut: (at) => (path) => {
    const text = readFileSync(path);
    writeFileSync(path, text.subarray(0, at % text.length));
  },
  flipped: (at) => (path) => {
    const text = readFileSync(path);
    text[at % text.length]! ^= 1 + (at % 255);
    writeFileSync(path, text);
  },
  extended: (_, bytes) => (path) => writeFileSync(path, Buffer.concat([readFileSync(path), bytes])),
  swapped: () => (path, other) => {
    const [mine, its] = [readFileSync(path), readFileSync(other)];
    writeFileSync(path, its);
    writeFileSync(other, mine);
  },
  deleted: () => (path) => rmSync(path),
  "replaced by a folder": () => (path) => {
    rmSync(path);
    mkdirSync(path);
  },
};

const harm = fc.record({
  kind: fc.constantFrom(...Object.keys(harms)),
  entry: fc.nat(),
  other: fc.nat(),
  at: fc.nat(),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 50 }),
});

test("no damage to a cache changes what is generated", async () => {
  await inProject(async (folder) => {
    const whole = join(folder, "whole");
    await generate(sources, "a", whole);
    const property = fc.asyncProperty(fc.array(harm, { minLength: 1, maxLength: 12 }), async (list) => {
      const cache = join(folder, "damaged");
      rmSync(cache, { recursive: true, force: true });
      cpSync(whole, cache, { recursive: true });
      for (const { kind, entry, other, at, bytes } of list) {
        const files = readdirSync(cache, { withFileTypes: true })
          .filter((found) => found.isFile())
          .map(({ name }) => join(cache, name));
        if (files.length === 0) break;
        harms[kind]!(at, bytes)(files[entry % files.length]!, files[other % files.length]!);
      }
      expect(await generate(sources, "a", cache)).toEqual(wanted);
      expect(await generate(sources, "a", cache)).toEqual(wanted);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
