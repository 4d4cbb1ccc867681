/** Files that were exported. Each has a URL with a secret, which works for 15 minutes. */
import { createHash, randomBytes } from "node:crypto";
import { now, timeAt } from "./clock.ts";

interface StoredFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly expires: number;
}

const lifetime = 15 * 60_000;
const files = new Map<string, StoredFile>();
let base = "";

export function serveFilesAt(url: string): void {
  base = url;
}

export function keepFile(name: string, text: string) {
  const bytes = Buffer.from(text);
  const secret = randomBytes(24).toString("base64url");
  const expires = now() + lifetime;
  files.set(secret, { name, bytes, expires });
  return {
    file_name: name,
    url: `${base}/files/${secret}`,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    expires_at: timeAt(expires),
  };
}

/** The file at a path such as /files/SECRET; undefined where there is none, or its time is up. */
export function fileAt(path: string): StoredFile | undefined {
  const file = files.get(path.replace(/^\/files\//, ""));
  return file !== undefined && now() < file.expires ? file : undefined;
}
