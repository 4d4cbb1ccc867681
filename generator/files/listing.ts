/** Reads the file from which `import` and `client` start: a lock file of `toolwright check`, or a manifest. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { isLockFile, listingIn } from "@toolwright/check/lock";
import { ImportError, type Listing, readManifest } from "@toolwright/check/surface";

/** @throws ImportError, LockError */
export function readListingFile(file: string): Listing {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new ImportError(`${file} is not UTF-8. Save it as UTF-8.`);
  const content = bytes.toString("utf8");
  return isLockFile(content) ? listingIn(content, file) : readManifest(content, file);
}
