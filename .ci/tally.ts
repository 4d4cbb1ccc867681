import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { processorSeconds } from "./processor-time.ts";
import { seed } from "./seed.ts";

/** The most characters of why a test failed. */
const mostOfMessage = 1000;

/** Names a failed test and says why it failed, for a reader who sees only the end of a long log. */
function describeFailure(test: TestCase): string {
  const messages = (test.result().errors ?? []).map(({ message, diff }) => [message, diff].join("\n"));
  const why = stripVTControlCharacters(messages.join("\n")).trim().slice(0, mostOfMessage);
  return `\n${test.module.relativeModuleId} > ${test.fullName}\n${why}\n`;
}

/**
 * Ends a test run with the tests that failed, and with one plain line that any CI can read:
 * `12 passed, 0 failed, 1 skipped`.
 */
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    const failures: string[] = [];
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) count[test.result().state]++;
      failures.push(...[...module.children.allTests("failed")].map(describeFailure));
      // A file that breaks before its first test fails as a whole.
      if (tests.length === 0 && !module.ok()) count.failed++;
    }
    const skipped = count.skipped + count.pending;
    // Runs after the other reporters have printed.
    process.once("exit", () => {
      // The exit hook of the tests' PostgreSQL would end the process with 0 even if tests failed.
      if (count.failed > 0) {
        process.exitCode = 1;
        process.stdout.write(failures.join(""));
        process.stdout.write(`\nRandom input was that of FAST_CHECK_SEED=${seed}.\n`);
      }
      if (process.env.DRAW_SEED !== undefined)
        process.stdout.write(`\nThe samples were those of DRAW_SEED=${process.env.DRAW_SEED}.\n`);
      const seconds = processorSeconds();
      if (seconds !== undefined) process.stdout.write(`\nProcessor time: ${Math.round(seconds)} s\n`);
      process.stdout.write(
        `\n${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
      );
    });
  }
}
