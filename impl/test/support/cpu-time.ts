/** Processor time of running processes, as Linux counts it in /proc; elsewhere it is 0. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second for programs, whatever the kernel's own clock. */
const MS_A_TICK = 10;

interface ProcessTimes {
  readonly parent: number;
  /** Milliseconds of its own, and of its children that have ended. */
  readonly own: number;
  readonly ended: number;
}

function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain anything, so fields are counted from its end: proc_pid_stat(5).
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return { parent, own: (user + system) * MS_A_TICK, ended: (childUser + childSystem) * MS_A_TICK };
  } catch {
    return undefined;
  }
}

/** Milliseconds of a process alone, all of its threads. */
export function processMs(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** Milliseconds of a process and all of its children, running and ended. */
export function familyMs(pid: number): number {
  const names = existsSync("/proc") ? readdirSync("/proc") : [];
  const running = names.flatMap((name) => {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    return times?.parent === pid ? [times.own] : [];
  });
  const parent = timesOf(pid);
  return running.reduce((sum, each) => sum + each, (parent?.own ?? 0) + (parent?.ended ?? 0));
}
