/** Finds the surface that a server is compared with. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import {
  commandSource,
  type Source,
  sourceName,
  UsageError,
  urlSource,
} from "@toolwright/conformance/server-options";
import { LockError, type LockFile, readLock, settleSurface } from "../lock/lock-file.ts";
import { type Surface, toPublished, toSurface, versionToPublished } from "../lock/surface.ts";
import { isReleaseFile, readRelease, readPublished as releasedIn } from "../release/release.ts";
import type { ComparedSide } from "../sections/breaks.ts";
import type { Listing } from "../surface/listing.ts";
import { readManifest } from "../surface/manifest-file.ts";
import type { CheckOptions } from "./options.ts";

export interface Base extends ComparedSide {
  /** As reports name it. */
  readonly label: string;
  /** The lock file, if that is the base. */
  readonly lock?: LockFile;
}

function ofLock(label: string, lock: LockFile): Base {
  return { label, lock, ...toSide(lock.surface) };
}

function toSide(surface: Surface): ComparedSide {
  const { server, protocolVersions, instructions, capabilities, versions = {} } = surface;
  return {
    published: toPublished(surface),
    protocolVersions,
    instructions,
    capabilities,
    versions: Object.fromEntries(
      Object.entries(versions).map(([version, shown]) => [
        version,
        {
          published: versionToPublished(server, shown),
          instructions: shown.instructions,
          capabilities: shown.capabilities,
        },
      ]),
    ),
  };
}

/**
 * Undefined: there is nothing to compare with.
 *
 * @param read reads a running server
 * @throws UsageError, LockError, ImportError
 */
export async function findBase(
  options: CheckOptions,
  lock: LockFile | undefined,
  read: (server: Source) => Promise<Listing>,
): Promise<Base | undefined> {
  const { against, base, lock: file } = options;
  if (base !== undefined) {
    const text = atRevision(base, file);
    const label = `${file} at ${base}`;
    return text === undefined ? undefined : ofLock(label, readLock(text, label));
  }
  if (against === undefined) return lock && ofLock(file, lock);
  const server = serverAgainst(against, options.source);
  if (server !== undefined) return { label: sourceName(server), ...toSide(toSurface(await read(server))) };
  if (existsSync(against)) return { label: against, ...inFile(against) };
  throw new UsageError(`There is no ${against}. --against names a file, an address or a command.`);
}

/** The other server: a command has the environment of the checked one, and an address of its origin the headers. */
function serverAgainst(against: string, checked: Source): Source | undefined {
  if (/^https?:\/\//.test(against)) {
    const other = urlSource(against, {});
    const isSameOrigin = checked.kind === "http" && checked.url.origin === other.url.origin;
    return isSameOrigin ? { ...other, headers: { ...checked.headers, ...other.headers } } : other;
  }
  if (existsSync(against) || !/\s/.test(against)) return undefined;
  const { environment = {} } = checked.kind === "stdio" ? checked : {};
  return { ...commandSource(against, {}), environment };
}

/** A lock file, a release or a manifest. */
function inFile(file: string): ComparedSide {
  const text = readFileSync(file, "utf8");
  const value = jsonIn(text);
  if (isReleaseFile(value)) return { published: releasedIn(readRelease(text, file)) };
  if (typeof value === "object" && value !== null && "lockVersion" in value)
    return toSide(readLock(text, file).surface);
  const { tools, unreadable } = readManifest(text, file);
  return { published: { tools, unreadable } };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // `readManifest` says what is wrong.
    return undefined;
  }
}

/** The text of the lock file at a revision; undefined: the revision has none. @throws LockError */
function atRevision(revision: string, file: string): string | undefined {
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 2 ** 20,
    });
  try {
    git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  } catch {
    throw new LockError(
      `git does not know ${revision} here. In CI, check out the whole history (fetch-depth: 0), or fetch it: git fetch origin.`,
    );
  }
  // `./`: a relative path is from the working folder, not from the top of the repository.
  const path = relative(process.cwd(), resolve(file)).replaceAll("\\", "/");
  const name = path.startsWith("../") ? path : `./${path}`;
  try {
    git("cat-file", "-e", `${revision}:${name}`);
  } catch {
    return undefined;
  }
  return git("show", `${revision}:${name}`);
}

/** The lock file of the working folder; undefined: there is none. @throws LockError */
export function readOwnLock(file: string): LockFile | undefined {
  return existsSync(file) ? readLock(readFileSync(file, "utf8"), file) : undefined;
}

/** The side that is checked, without what the server says differently at each start. */
export function currentSide(surface: Surface, unstable: LockFile["unstable"]): ComparedSide {
  return toSide(settleSurface(surface, unstable));
}
