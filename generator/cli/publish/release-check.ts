/** Compares a spec with its last release, for `generate`. */
import { ReleaseError } from "@toolwright/check/release";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { DiskError } from "../../files/disk-error.ts";
import { releaseAt, releasesIn } from "../../files/releases.ts";
import type { Model } from "../../model/model.ts";
import { parse, placeFinder } from "../../parse/document.ts";
import type { SpecSource } from "../../parse/source.ts";
import { releaseProblems } from "../../published/breaks.ts";

/** Breaks since the last release under the same version, or a version that goes back. None without a release. */
export function releaseDiagnostics(
  folder: string,
  sources: readonly SpecSource[],
  model: Model,
): Diagnostic[] {
  const stored = releasesIn(folder).at(-1);
  if (!stored) return [];
  try {
    return releaseProblems(model, releaseAt(stored.path), placeFinder(parse(sources)));
  } catch (error) {
    if (error instanceof ReleaseError) throw new DiskError(error.message);
    throw error;
  }
}
