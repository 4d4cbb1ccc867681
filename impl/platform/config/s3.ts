/** Reads where files are kept: S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. */
import { isEndpoint } from "./endpoint.ts";

export interface S3Config {
  readonly bucket: string;
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  /** Secret. */
  readonly secretAccessKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const names = ["S3_BUCKET", "S3_ENDPOINT", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

/** Undefined without any S3_*; adds a sentence to `mistakes` for each one that is wrong or missing. */
export function readS3Config(environment: Environment, mistakes: string[]): S3Config | undefined {
  const value = (name: string) => environment[name]?.trim() || undefined;
  const set = names.filter((name) => value(name) !== undefined);
  if (set.length === 0) return undefined;
  function requireSetting(name: string, what: string, example: string): string {
    const text = value(name);
    if (text === undefined)
      mistakes.push(
        `${name} is missing beside ${set.join(", ")}: it is ${what}. Example: ${name}=${example}`,
      );
    return text ?? "";
  }
  const bucket = requireSetting("S3_BUCKET", "the bucket of uploads and exports", "forms-files");
  if (bucket !== "" && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    mistakes.push(
      `S3_BUCKET is ${JSON.stringify(bucket)}, which is not a bucket name (3 to 63 of a-z, 0-9, dot and hyphen). Example: S3_BUCKET=forms-files`,
    );
  const endpoint = value("S3_ENDPOINT");
  if (endpoint !== undefined && !isEndpoint(endpoint))
    // The address may have a password in it.
    mistakes.push(
      "S3_ENDPOINT is not an http:// or https:// address without user, query and fragment. Example: S3_ENDPOINT=https://s3.example.org",
    );
  return {
    bucket,
    endpoint,
    region: value("S3_REGION") ?? "us-east-1",
    accessKeyId: requireSetting("S3_ACCESS_KEY_ID", "the name of the access key", "AKIA..."),
    secretAccessKey: requireSetting("S3_SECRET_ACCESS_KEY", "the access key itself", "$(cat s3-key)"),
  };
}
