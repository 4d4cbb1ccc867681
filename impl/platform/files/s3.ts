/** Stores uploads and exports in a bucket of S3 or of a service that speaks its protocol. */
import { createWriteStream, mkdirSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { HeadBucketCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";
import { Disk, errors } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import { ConfigError } from "../config/config.ts";
import type { S3Config } from "../config/s3.ts";
import { s3Client } from "../outgoing/s3-client.ts";
import { type FileStore, newKey } from "./store.ts";

/** The age after which remains of an interrupted upload are removed. */
const LEFT_BEHIND_MS = 86_400_000;

/**
 * Keeps files in a bucket. Each is written to `DATA_DIR/arriving` first: S3 wants to know the size before the first byte, and
 * a stream that breaks off leaves nothing in the bucket.
 * @throws ConfigError if the bucket cannot be reached
 */
export async function openS3Store(config: S3Config, dataDir: string): Promise<FileStore> {
  const { bucket, endpoint } = config;
  const client = s3Client(config);
  await checkBucket(client, bucket, endpoint);
  const arriving = join(resolve(dataDir), "arriving");
  mkdirSync(arriving, { recursive: true, mode: 0o700 });
  await removeLeftBehind(arriving);
  const disk = new Disk(new S3Driver({ client, bucket, visibility: "private", supportsACL: false }));
  return {
    async put(content) {
      const key = newKey();
      const file = join(arriving, key.replace("/", "-"));
      try {
        await pipeline(content, createWriteStream(file, { flags: "wx", mode: 0o600 }));
        await disk.copyFromFs(file, key).catch(throwCause);
      } finally {
        await rm(file, { force: true });
      }
      return key;
    },
    async open(key) {
      const content = await disk.getStream(key).catch(failing);
      // Readers get the error from the stream. Without a listener, the error of an unread stream would end the process.
      return content.on("error", () => undefined);
    },
    async remove(keys) {
      for (const key of keys) await disk.delete(key).catch(throwCause);
    },
    async *list() {
      // flydrive's own list does not say when a file was written, and would ask for each.
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        for (const { Key, LastModified } of Contents)
          if (Key !== undefined && LastModified !== undefined) yield { key: Key, writtenAt: LastModified };
    },
  };
}

/** Mistakes in S3_* are found at the start, not at the first upload. */
async function checkBucket(client: S3Client, bucket: string, endpoint: string | undefined): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), {
      abortSignal: AbortSignal.timeout(15_000),
    });
  } catch (error) {
    const { $metadata, name, message } = error as Error & { $metadata?: { httpStatusCode?: number } };
    const reason = explainStatus($metadata?.httpStatusCode, message === "UnknownError" ? name : message);
    throw new ConfigError(`S3_BUCKET is ${bucket}${endpoint ? ` at ${endpoint}` : ""}, but ${reason}.`);
  }
}

function explainStatus(status: number | undefined, failure: string): string {
  if (status === 404) return "there is no such bucket: create it first";
  if (status === 401 || status === 403) return "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not use it";
  return `the service did not answer (${failure})`;
}

async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
  }
}

/** A stream that fails when it is read. */
function failing(error: unknown): Readable {
  return new Readable({ read: () => {} }).destroy(toError(error));
}

/** Callers need the error of the bucket, not flydrive's. */
function toError(error: unknown): Error {
  const isWrapped =
    error instanceof errors.E_CANNOT_WRITE_FILE ||
    error instanceof errors.E_CANNOT_READ_FILE ||
    error instanceof errors.E_CANNOT_DELETE_FILE ||
    error instanceof errors.E_CANNOT_COPY_FILE;
  return (isWrapped ? error.cause : error) as Error;
}

function throwCause(error: unknown): never {
  throw toError(error);
}
