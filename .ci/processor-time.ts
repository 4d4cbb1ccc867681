/** Measures the processor time of a test run, for the budgets of the rings (docs/decisions/tests.md). */
import { readFileSync } from "node:fs";

/** Linux reports times in hundredths of a second on all platforms that Node supports. */
const ticksPerSecond = 100;

/**
 * Returns the seconds of processor time that this process and its ended children have used, or undefined on systems without
 * `/proc`. Source: proc_pid_stat(5), the fields utime, stime, cutime and cstime.
 */
export function processorSeconds(): number | undefined {
  let stat: string;
  try {
    stat = readFileSync("/proc/self/stat", "utf8");
  } catch {
    return undefined;
  }
  // The second field is the name of the program, which can contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}
