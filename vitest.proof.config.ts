import { defineConfig } from "vitest/config";
import { shareCompiledModules } from "./.ci/compile-cache.ts";
import { drawSeed } from "./.ci/draw.ts";
import { nativeModules } from "./.ci/native-modules.ts";
import { seed } from "./.ci/seed.ts";

shareCompiledModules();
// The reporter prints it, and the processes of the tests get it.
process.env.DRAW_SEED = String(drawSeed);

const base = { extends: true } as const;
const files = (kinds: string) => [
  `{runtime,generator,impl,conformance,conformance/faults}/test/**/*.${kinds}.ts`,
];

/** `npm run soak`: all of what has no end. */
const soak = [{ ...base, test: { name: "soak", include: files("soak") } }];

/** `npm run proof`: a sample of that, and what takes minutes or needs packages from the network. */
const proof = [
  { ...base, test: { name: "proof", include: files("{proof,soak}") } },
  {
    ...base,
    test: {
      name: "postgres",
      // Every feature; `npm test` has those that a database could get wrong.
      include: ["impl/test/**/*.service.test.ts"],
      globalSetup: ["impl/test/support/postgres.ts"],
      isolate: false,
    },
  },
];

export default defineConfig({
  test: {
    ...nativeModules,
    reporters: ["default", "./.ci/tally.ts"],
    setupFiles: ["./.ci/properties.ts"],
    env: { FAST_CHECK_SEED: String(seed) },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Generous: a busy machine is no reason to fail.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    fileParallelism: false,
    projects: process.env.RING === "soak" ? soak : proof,
  },
});
