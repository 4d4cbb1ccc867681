/** Ends all processes of a server that was started: under `npx` or a shell, the server is a grandchild. */
import type { ChildProcess } from "node:child_process";

/** A process, and the processes that it starts. */
export interface ProcessGroup {
  /**
   * Sends a signal to all processes of the group, also after the first of them has exited.
   *
   * @returns whether the group has a process
   */
  kill(signal: NodeJS.Signals | 0): boolean;
  /** Kills what is left of the group, and forgets it. */
  end(): void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The groups that are not ended. None of them outlives this process, unless it is killed with SIGKILL. */
const running = new Set<ProcessGroup>();

const isWindows = process.platform === "win32";

/** Options of `spawn` for the first process of a group. */
export const groupOptions = { detached: !isWindows, windowsHide: true } as const;

/**
 * Watches a group until it ends.
 *
 * Signals of the terminal, such as Ctrl-C, do not reach the group: this process decides. If it does not handle a signal, and so dies
 * of it, the group is killed first.
 *
 * @param child the first process, started with `groupOptions`
 */
export function groupOf(child: ChildProcess): ProcessGroup {
  const group: ProcessGroup = {
    kill: (signal) => (isWindows ? child.kill(signal) : signalGroup(child, signal)),
    end() {
      group.kill("SIGKILL");
      running.delete(group);
      if (running.size === 0) stopWatching();
    },
  };
  if (running.size === 0) watch();
  running.add(group);
  return group;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    // All of them have exited.
    return false;
  }
}

function watch(): void {
  process.on("exit", killAll);
  // First: a handler that was added with `once` still counts then.
  for (const signal of signals) process.prependListener(signal, onSignal);
}

function stopWatching(): void {
  process.off("exit", killAll);
  for (const signal of signals) process.off(signal, onSignal);
}

/** Dies of the signal where nothing else handles it, as without this handler. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  process.kill(process.pid, signal);
}

function killAll(): void {
  for (const group of [...running]) group.end();
}
