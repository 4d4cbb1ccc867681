import { globSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { shareCompiledModules } from "./.ci/compile-cache.ts";
import { drawSample, drawSeed, isSoak } from "./.ci/draw.ts";
import { nativeModules } from "./.ci/native-modules.ts";
import { seed } from "./.ci/seed.ts";

shareCompiledModules();
// The reporter prints it, and the processes of the tests get it.
process.env.DRAW_SEED = String(drawSeed);

const base = { extends: true } as const;
const files = (kinds: string) => [
  `{json-schema,runtime,conformance,check,generator,impl,evidence}/**/*.${kinds}.ts`,
];
const notTests = ["**/node_modules/**", "generator/template/**", "**/fixtures/**", "**/want/**"];

/** The fault experiments keep two cores busy, so they run alone. */
const faults = "conformance/faults/faults.soak.ts";
/** What tests the packages as they are published. */
const packed = ["generator/test/packed/*.{proof,soak}.ts"];
const packedSetup = ["generator/test/support/packed/setup.ts"];
/** Tests of the same kinds as in `npm test` that take longer, such as `NAME.browser.proof.ts`. They run as there. */
const browsers = files("browser.proof");
const services = files("{unit,service,process}.proof");

/**
 * Features on PostgreSQL. `npm test` has those that a database could get wrong, and tries all of them on SQLite: here a third of these
 * come, others at each run, and all in the soak.
 */
const features = globSync("impl/**/*.service.test.ts").toSorted();
const onPostgres = {
  ...base,
  test: {
    name: "postgres",
    include: [
      ...(isSoak ? features : drawSample(features, Math.ceil(features.length / 3))),
      "impl/**/*.{service,engine}.proof.ts",
    ],
    exclude: notTests,
    globalSetup: ["impl/test/support/postgres.ts"],
    isolate: false,
  },
};
const inBrowsers = {
  ...base,
  test: {
    name: "browser",
    include: browsers,
    exclude: notTests,
    globalSetup: [".ci/bundles.ts"],
    isolate: false,
  },
};

/** `npm run proof`: what takes minutes or needs packages from the network, and a sample of the soak. */
const proof = [
  onPostgres,
  {
    ...base,
    test: { name: "packed", include: packed, globalSetup: packedSetup },
  },
  inBrowsers,
  { ...base, test: { name: "services", include: services, exclude: notTests, isolate: false } },
  {
    ...base,
    test: {
      name: "proof",
      include: files("{proof,soak}"),
      exclude: [...notTests, ...packed, faults, ...browsers, ...services],
    },
  },
  { ...base, test: { name: "faults", include: [faults], maxWorkers: 1, sequence: { groupOrder: 1 } } },
];

/** `npm run soak`: all of what has no end, and of what the proof draws from. */
const soak = [
  onPostgres,
  inBrowsers,
  {
    ...base,
    test: { name: "packed", include: ["generator/test/packed/*.soak.ts"], globalSetup: packedSetup },
  },
  { ...base, test: { name: "soak", include: files("soak"), exclude: [...notTests, ...packed] } },
];

export default defineConfig({
  test: {
    ...nativeModules,
    reporters: ["default", "./.ci/tally.ts"],
    setupFiles: ["./.ci/properties.ts", "./.ci/flush-compile-cache.ts"],
    env: { FAST_CHECK_SEED: String(seed) },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Generous: a busy machine is no reason to fail.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    // They wait for the network, for programs and for slow servers more than they compute: four keep two cores busy. The soak has the
    // machine for one at a time.
    maxWorkers: isSoak ? 1 : 4,
    projects: isSoak ? soak : proof,
  },
});
