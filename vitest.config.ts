import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { shareCompiledModules } from "./.ci/compile-cache.ts";
import { seed } from "./.ci/seed.ts";

shareCompiledModules();

/** What stands on a database: all but the first run on SQLite as well. */
const onPostgres = [
  "postgres-engine",
  "forms",
  "form-list",
  "growth",
  "generation",
  "credits",
  "credits-command",
  "lesson-quotes",
  "lessons",
  "lesson-attempts",
  "jobs",
  "worker",
  "update",
  "clone",
  "sharing",
  "unsharing",
  "proposals",
  "owner-forms",
  "owner-response-actions",
  "response-mails",
  "find",
  "responses",
  "capacity",
  "get-responses",
  "exports",
  "long-exports",
  "races",
  "erase-command",
  "service",
  "second-account",
  "account-command",
  "owner-sign-in",
  "owner-tokens",
  "owner-subscription",
  "owner-deletion",
];

/**
 * Tests of functions alone: no server, no other process, no file that they write, no clock, no environment, nothing global. They share
 * the modules that they import, since loading those takes longer than the tests. Their order must not matter:
 * `npx vitest run --project functions --sequence.shuffle`.
 */
const ofFunctions = [
  "conformance/test/{criteria,decided,event-stream,minting,reports}.test.ts",
  "generator/test/{enumerated-names,language,printed-code,rules,spec-language,written-by-zod}.test.ts",
  "generator/test/compatibility/{findings,history,page}.test.ts",
  "generator/test/import/guesses.test.ts",
  "generator/test/release/version.test.ts",
  "impl/test/{answers,edits,editor-merge,html,model-pictures,plans,signing,structure,texts,theme}.test.ts",
  "impl/test/{builder,builder-instructions,builder-lexicon}.test.ts",
  "impl/test/lesson-{answers,prompts,review,statements,styles,tasks,translations}.test.ts",
  "runtime/test/{json,validation,wire/hosts}.test.ts",
];

export default defineConfig({
  resolve: { conditions: ["toolwright-source"] },
  ssr: { resolve: { conditions: ["toolwright-source"] } },
  // Where global set-up files run.
  environments: { __vitest__: { resolve: { conditions: ["toolwright-source"] } } },
  test: {
    reporters: ["default", "./.ci/tally.ts"],
    setupFiles: ["./.ci/properties.ts"],
    // Picked once for all files, where it is picked at random.
    env: { FAST_CHECK_SEED: String(seed) },
    // Tests wait for processes of their own as often as they compute, so two share even two cores well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Generous: a busy machine is no reason to fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: "tests",
          include: ["{runtime,generator,impl,conformance}/test/**/*.test.ts"],
          exclude: ["impl/test/postgres-engine.test.ts", "**/want/**", ...ofFunctions],
        },
      },
      {
        extends: true,
        test: { name: "functions", include: ofFunctions, isolate: false },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: onPostgres.map((name) => `impl/test/${name}.test.ts`),
          globalSetup: ["impl/test/postgres.ts"],
        },
      },
    ],
  },
});
