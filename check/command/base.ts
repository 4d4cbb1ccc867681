/** Finds the surface that a server is compared with. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { LockError, type LockFile, readLock } from "../lock/lock-file.ts";
import { toPublished, toSurface } from "../lock/surface.ts";
import { withoutPlaces } from "../lock/unstable.ts";
import { isReleaseFile, publishedIn, readRelease } from "../release/release.ts";
import { readServer } from "../running-server/read-server.ts";
import { readManifest } from "../surface/manifest-file.ts";
import type { Published } from "../surface/published.ts";
import { type CheckOptions, toUrl, UsageError } from "./options.ts";

export interface Base {
  /** As reports name it. */
  readonly label: string;
  readonly published: Published;
}

/** Undefined: there is nothing to compare with. @throws UsageError, LockError, ImportError */
export async function findBase(options: CheckOptions, lock: LockFile | undefined): Promise<Base | undefined> {
  const { against, base, lock: file, timeoutMs } = options;
  if (base !== undefined) {
    const { surface } = readLock(atRevision(base, file), `${file} at ${base}`);
    return { label: `${file} at ${base}`, published: toPublished(surface) };
  }
  if (against === undefined) return lock && { label: file, published: toPublished(lock.surface) };
  if (/^https?:\/\//.test(against)) {
    const listing = await readServer({ kind: "http", url: toUrl(against), headers: {} }, timeoutMs);
    return { label: against, published: toPublished(toSurface(listing)) };
  }
  if (existsSync(against)) return { label: against, published: inFile(against) };
  if (/\s/.test(against)) {
    const listing = await readServer({ kind: "stdio", command: against }, timeoutMs);
    return { label: against, published: toPublished(toSurface(listing)) };
  }
  throw new UsageError(`There is no ${against}. --against names a file, an address or a command.`);
}

/** A lock file, a release or a manifest. */
function inFile(file: string): Published {
  const text = readFileSync(file, "utf8");
  const value = jsonIn(text);
  if (isReleaseFile(value)) return publishedIn(readRelease(text, file));
  if (typeof value === "object" && value !== null && "lockVersion" in value)
    return toPublished(readLock(text, file).surface);
  const { tools, unreadable } = readManifest(text, file);
  return { tools, unreadable };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // `readManifest` says what is wrong.
    return undefined;
  }
}

function atRevision(revision: string, file: string): string {
  try {
    // `./`: the path is from the working folder, not from the top of the repository.
    return execFileSync("git", ["show", "--end-of-options", `${revision}:./${file}`], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 2 ** 20,
    });
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? (error as Error).message).trim();
    throw new LockError(`${file} at ${revision} cannot be read: ${said.split("\n")[0]}`);
  }
}

/** The lock file of the working folder; undefined: there is none. @throws LockError */
export function readOwnLock(file: string): LockFile | undefined {
  return existsSync(file) ? readLock(readFileSync(file, "utf8"), file) : undefined;
}

/** The side that is checked, without what the server says differently at each start. */
export function comparable(
  published: Published,
  surface: LockFile["surface"],
  unstable: LockFile["unstable"],
): Published {
  return unstable.length === 0 ? published : toPublished(withoutPlaces(surface, unstable));
}
