/** Turns errors of the file system into messages for users. */
import table from "./disk-errors.json" with { type: "json" };
import { withoutStaging } from "./staging.ts";

/** A problem on disk that the user of a command has to fix. */
export class DiskError extends Error {
  override readonly name = "DiskError";
}

const reasons: Readonly<Record<string, string>> = table;

/** Describes a file system error in words. @returns undefined for an error of any other kind */
export function toDiskError(error: unknown): DiskError | undefined {
  if (error instanceof DiskError) return error;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const reason = typeof code === "string" ? reasons[code] : undefined;
  if (reason === undefined || (path === undefined && syscall !== "read" && syscall !== "write"))
    return undefined;
  if (syscall === "watch" && (code === "ENOSPC" || code === "EMFILE"))
    return new DiskError(`${path} cannot be watched: this system watches too many files already (${code}).`);
  // Errors of an open file have no path. For a staged file, the message names the folder that it was staged for.
  const what = path === undefined ? "A file" : withoutStaging(path);
  return new DiskError(`${what} cannot be ${nameAction(syscall)}: ${reason} (${code}).`, { cause: error });
}

const reading: readonly (string | undefined)[] = ["scandir", "stat", "lstat", "realpath", "read", "watch"];

function nameAction(syscall: string | undefined): string {
  if (syscall === "open") return "opened";
  return reading.includes(syscall) ? "read" : "written";
}
