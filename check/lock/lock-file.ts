/** The lock file: the surface of a server as its team committed it. */
import { createHash } from "node:crypto";
import { canonical, isObject } from "@toolwright/json-schema";
import { readManifest } from "../surface/manifest-file.ts";
import { type Surface, sortKeys } from "./surface.ts";
import { type SurfacePath, withoutPlaces } from "./unstable.ts";
import { withoutEqualVersions } from "./versions.ts";

/** A finding that the team accepts: `CODE PLACE`, where `*` stands for any text without a space. */
export interface AcceptedFinding {
  readonly finding: string;
  readonly reason: string;
  /** The new value that is accepted; left out where the finding has none. */
  readonly value?: string;
  /** The section that has the finding; without it, an entry that matches nothing is only called stale if all sections were checked. */
  readonly section?: string;
  /** The digest of the lock file that a break was accepted against: one acceptance belongs to one change. */
  readonly against?: string;
}

export interface LockFile {
  readonly surface: Surface;
  /** Places whose values the server says differently at each start. */
  readonly unstable: readonly SurfacePath[];
  readonly accepted: readonly AcceptedFinding[];
}

/** A lock file cannot be read; the message says why, and what to do. */
export class LockError extends Error {
  /** The name by which code tells it from other errors. */
  override readonly name = "LockError";
}

const lockVersion = 1;

/** Prints a lock file: sorted keys, one value a line, so that a review reads what changed. Ends with a newline. */
export function printLock({ surface, unstable, accepted }: LockFile): string {
  const kept = settleSurface(surface, unstable);
  const content = { lockVersion, ...kept, unstable, accepted };
  return `${JSON.stringify(sortKeys({ ...content, digest: computeDigest(kept) }), null, 2)}\n`;
}

/** The surface as a lock file keeps it: without what differs at each start, and with what is said twice said once. */
export function settleSurface(surface: Surface, unstable: readonly SurfacePath[]): Surface {
  return withoutEqualVersions(withoutPlaces(surface, unstable));
}

/** SHA-256 of the surface as canonical JSON (RFC 8785). */
export function computeDigest(surface: Surface): string {
  return digest(surface);
}

/** SHA-256 of a lock file: of two with the same surface, the accepted findings tell which one it is. */
export function computeLockDigest({ surface, accepted }: LockFile): string {
  return digest({ surface, accepted });
}

function digest(value: object): string {
  return `sha256:${createHash("sha256").update(canonical(value)).digest("hex")}`;
}

/** @throws LockError */
export function readLock(text: string, file: string): LockFile {
  const value = parseLock(text, file);
  const { lockVersion: version, unstable, accepted, digest: written, ...surface } = value;
  if (version !== lockVersion)
    throw new LockError(
      version === undefined
        ? `${file} is not a lock file: it has no lockVersion. Write one with --update.`
        : `${file} has lockVersion ${String(version)}, and this version reads ${lockVersion}. Update the package.`,
    );
  // Checks the tools as those of a manifest, which has at least one; a server may have none.
  const hasNoTools = Array.isArray(surface.tools) && surface.tools.length === 0;
  if (!hasNoTools) readManifest(JSON.stringify({ tools: surface.tools }), file);
  const lock = {
    surface: surface as unknown as Surface,
    unstable: (Array.isArray(unstable) ? unstable : []) as SurfacePath[],
    accepted: readAccepted(accepted, file),
  };
  if (written !== computeDigest(lock.surface))
    throw new LockError(
      `${file} was edited by hand, or merged: its digest is that of another surface. Write it anew with --update.`,
    );
  return lock;
}

function readAccepted(value: unknown, file: string): AcceptedFinding[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map((entry, index) => {
    const { finding, reason, value: accepted, section, against } = isObject(entry) ? entry : {};
    if (typeof finding !== "string" || typeof reason !== "string" || reason === "")
      throw new LockError(`${file}: accepted/${index} needs a finding and a reason.`);
    return {
      finding,
      reason,
      ...(typeof accepted === "string" && { value: accepted }),
      ...(typeof section === "string" && { section }),
      ...(typeof against === "string" && { against }),
    };
  });
}

function parseLock(text: string, file: string): Readonly<Record<string, unknown>> {
  if (/^<{7} /m.test(text))
    throw new LockError(
      `${file} has a merge conflict. Take either side (git checkout --ours ${file}), and write it anew with --update.`,
    );
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    throw new LockError(`${file} is not JSON: ${(error as Error).message}`);
  }
  throw new LockError(`${file} is not a lock file: it has no lockVersion. Write one with --update.`);
}
