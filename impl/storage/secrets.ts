import { randomBytes } from "node:crypto";
import type { Storage } from "./storage.ts";

/** A random key of this installation, created at its first use; the same in every process. */
export async function installationSecret(storage: Storage, name: string): Promise<Buffer> {
  await storage.db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await storage.db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, "base64url");
}
