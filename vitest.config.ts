import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { shareCompiledModules } from "./.ci/compile-cache.ts";
import { nativeModules } from "./.ci/native-modules.ts";
import { seed } from "./.ci/seed.ts";

shareCompiledModules();

/** Test files of a kind, which their name tells: `forms.service.test.ts` (CONTRIBUTING.md, "Tests"). */
const ofKind = (...kinds: readonly string[]) =>
  kinds.map((kind) => `{.ci,json-schema,runtime,conformance,check,generator,impl}/**/*.${kind}.test.ts`);

export default defineConfig({
  test: {
    ...nativeModules,
    reporters: ["default", "./.ci/tally.ts"],
    setupFiles: ["./.ci/properties.ts", "./.ci/flush-compile-cache.ts"],
    // Picked once for all files, where it is picked at random.
    env: { FAST_CHECK_SEED: String(seed) },
    // Tests wait for processes of their own as often as they compute, so two share even two cores well. A third would load all modules again.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Files share the modules that they import: loading those takes longer than most tests.
    isolate: false,
    // Generous: a busy machine is no reason to fail.
    exclude: ["**/node_modules/**", "generator/template/**", "**/fixtures/**", "**/want/**"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    projects: [
      // One project, since each has workers of its own, which load the modules again.
      {
        extends: true,
        test: { name: "node", include: ofKind("unit", "service", "engine", "sqlite", "process") },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: ofKind("engine", "postgres"),
          globalSetup: ["impl/test/support/postgres.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ofKind("browser"),
          globalSetup: [".ci/bundles.ts"],
        },
      },
    ],
  },
});
