/** Changes that are based on an earlier revision of a file are refused. */
import type { DriveFile } from "./records.ts";
import { Refused } from "./refused.ts";

export function needRevision({ name, revision }: DriveFile, expected: number | undefined): void {
  if (expected !== undefined && expected !== revision)
    throw new Refused(
      "revision_conflict",
      `${name} has revision ${revision}, and not ${expected}. Look at it with get_file first.`,
    );
}
