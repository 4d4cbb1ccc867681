import { hash, randomBytes } from "node:crypto";
import { readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/**
 * A name for what is written beside its place before it is renamed into it. It tells who writes it, so that a later run
 * knows what a process left that was killed.
 */
export function stagingName(): string {
  return `.staging-${machine()}-${process.pid}-${randomBytes(6).toString("hex")}`;
}

const shape = String.raw`\.staging-([0-9a-f]{8})-([1-9]\d*)-[0-9a-f]{12}`;
const staged = new RegExp(`^${shape}$`);
const belowStaged = new RegExp(String.raw`[\\/]?${shape}(?:[\\/].*)?$`);

/** A path without the name of what is staged there, and what lies below that: the place that is meant. */
export function withoutStaging(path: string): string {
  return path.replace(belowStaged, "");
}

/**
 * Removes what killed processes have left in a folder under names that begin with `prefix`, and nothing that a running one
 * still needs. What cannot be read or removed stays: it is in nobody's way.
 */
export function removeAbandoned(folder: string, prefix = ""): void {
  for (const name of quietly(() => readdirSync(folder)) ?? []) {
    const [, writtenOn, pid] = (name.startsWith(prefix) && staged.exec(name.slice(prefix.length))) || [];
    const path = join(folder, name);
    if (writtenOn !== undefined && isAbandoned(path, writtenOn, Number(pid)))
      quietly(() => rmSync(path, { recursive: true, force: true }));
  }
}

/** Another machine's processes cannot be asked: a day is far more than any of them takes. */
function isAbandoned(path: string, writtenOn: string, pid: number): boolean {
  if (writtenOn === machine()) return !isRunning(pid);
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > 24 * 60 * 60 * 1_000;
}

/** Whether a process writes just now. This one does not: it stages and renames in one go. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Where a process id means the same process: a host, and on Linux a container of its own there. */
function machine(): string {
  const processes = quietly(() => readlinkSync("/proc/self/ns/pid")) ?? "";
  return hash("sha256", `${hostname()} ${processes}`).slice(0, 8);
}

function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
