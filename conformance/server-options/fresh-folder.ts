/** A fresh, empty folder for what a server keeps during one run: data of the user stay as they are. */
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Stands for the folder in a command and in the variables of its environment. */
const PLACE = "{folder}";

const minFreeBytes = 512 * 1024 * 1024;

/** A program with its arguments, and variables of its environment. */
export interface Invocation {
  /** The program, then its arguments. */
  readonly command: readonly string[];
  /** The variables beside those of this process. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface FreshFolder {
  readonly path: string;
  /** Puts the path in the place of `{folder}`. */
  fill(invocation: Invocation): Invocation;
  /** Removes the folder. It is removed at the latest when this process ends. */
  remove(): void;
}

/** Creates a folder. */
export function makeFreshFolder(): FreshFolder {
  const path = createFolder();
  const remove = () => {
    process.off("exit", remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.once("exit", remove);
  const fillText = (text: string) => text.replaceAll(PLACE, path);
  return {
    path,
    fill: ({ command, environment }) => ({
      command: command.map(fillText),
      environment: Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, fillText(value)]),
      ),
    }),
    remove,
  };
}

/** An invocation with the path of its folder, if it names one. */
export interface Prepared extends Invocation {
  /** Removes the folder. */
  remove(): void;
}

/** Creates a folder if an invocation has a place for one. */
export function prepareFolder(invocation: Invocation): Prepared {
  const { command, environment } = invocation;
  const isNamed = [...command, ...Object.values(environment)].some((text) => text.includes(PLACE));
  if (!isNamed) return { ...invocation, remove: () => undefined };
  const { fill, remove } = makeFreshFolder();
  return { ...fill(invocation), remove };
}

/** Puts a command of the shell that makes a folder in the place of `{folder}`. */
export function withShellFolder(commandLine: string): string {
  return commandLine.replaceAll(PLACE, '"$(mktemp -d)"');
}

/**
 * Creates a folder, if possible in memory: the server's data need not survive a power cut, and waiting for a disk to sync
 * would take most of the run.
 */
function createFolder(): string {
  for (const parent of ["/dev/shm", tmpdir()]) {
    try {
      const { bavail, bsize } = statfsSync(parent);
      if (bavail * bsize >= minFreeBytes) return mkdtempSync(join(parent, "conformance-"));
    } catch {
      // The file system does not exist here, or is not writable.
    }
  }
  return mkdtempSync(join(tmpdir(), "conformance-"));
}
