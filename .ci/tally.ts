import type { Reporter, TestModule } from "vitest/node";
import { seed } from "./seed.ts";

/** Ends a test run with one plain line that any CI can read: `12 passed, 0 failed, 1 skipped`. */
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) count[test.result().state]++;
      // A file that breaks before its first test fails as a whole.
      if (tests.length === 0 && !module.ok()) count.failed++;
    }
    const skipped = count.skipped + count.pending;
    // Runs after the other reporters have printed.
    process.once("exit", () => {
      // The exit hook of the tests' PostgreSQL would end the process with 0 even if tests failed.
      if (count.failed > 0) {
        process.exitCode = 1;
        process.stdout.write(`\nRandom input was that of FAST_CHECK_SEED=${seed}.\n`);
      }
      if (process.env.DRAW_SEED !== undefined)
        process.stdout.write(`\nThe samples were those of DRAW_SEED=${process.env.DRAW_SEED}.\n`);
      process.stdout.write(
        `\n${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
      );
    });
  }
}
