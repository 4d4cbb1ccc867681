/** The releases of a spec on disk: `releases/VERSION.json`. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  compareVersions,
  parseVersion,
  type ReleaseFile,
  readRelease,
  type Version,
} from "@toolwright/check/release";
import { DiskError } from "./disk-error.ts";

export interface StoredRelease {
  readonly version: string;
  readonly parsed: Version;
  readonly path: string;
}

/** Returns the releases in a spec folder, oldest first. Skips files whose name is not a version. */
export function releasesIn(folder: string): StoredRelease[] {
  const releases = join(folder, "releases");
  if (!existsSync(releases)) return [];
  return readdirSync(releases)
    .flatMap((name) => {
      const version = name.replace(/\.json$/, "");
      const parsed = name.endsWith(".json") ? parseVersion(version) : undefined;
      return parsed ? [{ version, parsed, path: join(releases, name) }] : [];
    })
    .sort((a, b) => compareVersions(a.parsed, b.parsed));
}

/** @throws ReleaseError */
export function releaseAt(path: string): ReleaseFile {
  return readRelease(readFileSync(path, "utf8"), path.replaceAll("\\", "/"));
}

/**
 * The release of a version; of `latest`, the last one.
 *
 * @throws DiskError if there is none
 */
export function storedRelease(folder: string, version: string): StoredRelease {
  const all = releasesIn(folder);
  const found = version === "latest" ? all.at(-1) : all.find((each) => each.version === version);
  if (found) return found;
  const known =
    all.length === 0
      ? "There are none. `npx toolwright release` freezes the first one."
      : `There are ${all.map((each) => each.version).join(", ")}.`;
  throw new DiskError(`${join(folder, "releases")} has no release ${version}. ${known}`);
}
