/** The keys of confirmation codes. Part of each key is outside of the database. */
import { createHmac, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Keys } from "../signing/signature.ts";
import { installationKeys } from "./secrets.ts";
import type { Storage } from "./storage.ts";

/**
 * Returns the keys of confirmation codes. A code has six digits, so an attacker with its hash and the key can try all codes. The
 * key is derived from a secret in the database and one outside: `SECRET_KEY`, or a file in the data folder. So a copy of the
 * database alone does not reveal codes.
 */
export async function codeKeys(
  storage: Storage,
  { secretKey, dataDir }: { readonly secretKey: string | undefined; readonly dataDir: string },
): Promise<Keys> {
  const outside = secretKey ?? (await keyFile(resolve(dataDir)));
  const keyFrom = (inside: Buffer) => createHmac("sha256", inside).update(`codes\0${outside}`).digest();
  const [current, ...former] = await installationKeys(storage, "verification");
  // The last keys only verify codes of an earlier version, which used the part in the database alone.
  return [keyFrom(current), ...former.map(keyFrom), current, ...former];
}

/** Reads or creates the file with the secret. If several processes start at once, one creates it; it appears complete. */
async function keyFile(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret.key");
  const part = `${file}.${process.pid}.part`;
  const read = () => readFile(file, "utf8");
  const present = await read().catch(absent);
  if (present !== undefined) return present.trim();
  await mkdir(dataDir, { recursive: true });
  await writeFile(part, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  await link(part, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(part);
  return (await read()).trim();
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
