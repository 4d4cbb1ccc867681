/** Opens the store of files that the configuration names: a bucket with `S3_BUCKET`, else a folder. */
import type { Config } from "../config/config.ts";
import { type FileStore, openFileStore } from "./store.ts";

/** The S3 client takes a while to load, so it is loaded only where it is used. @throws ConfigError if the bucket cannot be reached */
export async function openConfiguredFiles({
  dataDir,
  s3,
}: Pick<Config, "dataDir" | "s3">): Promise<FileStore> {
  if (s3 === undefined) return openFileStore(dataDir);
  const { openS3Store } = await import("./s3.ts");
  return openS3Store(s3, dataDir);
}
