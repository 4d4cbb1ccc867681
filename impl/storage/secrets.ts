/** The keys of this installation, made at their first use and the same in every process; and their rotation. */
import { randomBytes } from "node:crypto";
import type { Queries, Storage } from "./storage.ts";

/** Keys that sign what people and agents keep for a while: a former key verifies until it is dropped. */
export const rotatedKeys = ["links", "lessons", "cursors", "pages", "owner"] as const;
/** Keys without former ones: what they protect ends with a rotation. */
export const replacedKeys = ["sessions", "request-states", "verification"] as const;

export type RotatedKey = (typeof rotatedKeys)[number];
export type KeyName = RotatedKey | (typeof replacedKeys)[number];

/** Between the name of a key and the time of its rotation. */
const FORMER = "@";

/** The key that is in use. */
export async function installationSecret({ db }: Pick<Storage, "db">, name: KeyName): Promise<Buffer> {
  await db
    .insertInto("secrets")
    .values({ name, value: newKey() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, "base64url");
}

/** The key that is in use, and the former ones. */
export async function installationKeys(
  storage: Pick<Storage, "db">,
  name: RotatedKey,
): Promise<readonly [Buffer, ...Buffer[]]> {
  const current = await installationSecret(storage, name);
  const former = await storage.db
    .selectFrom("secrets")
    .select("value")
    .where("name", "like", `${name}${FORMER}%`)
    .orderBy("name", "desc")
    .execute();
  return [current, ...former.map(({ value }) => Buffer.from(value, "base64url"))];
}

/** A key as an operator sees it. */
export interface ListedKey {
  readonly name: string;
  /** When it was replaced; undefined: it is in use. */
  readonly replacedAt: string | undefined;
}

export async function listKeys(queries: Queries): Promise<readonly ListedKey[]> {
  const rows = await queries.selectFrom("secrets").select("name").orderBy("name").execute();
  return rows.map(({ name }) => {
    const [key = name, replacedAt] = name.split(FORMER);
    return { name: key, replacedAt };
  });
}

/** Puts new keys in the place of those in use. Former ones stay, where they verify. */
export async function rotateKeys(
  { db }: Pick<Storage, "db">,
  names: readonly KeyName[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const name of names) {
      if (isRotated(name)) {
        await transaction
          .updateTable("secrets")
          .set({ name: `${name}${FORMER}${now.toISOString()}` })
          .where("name", "=", name)
          .execute();
      }
      const value = newKey();
      await transaction
        .insertInto("secrets")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    }
  });
}

/** Removes former keys: what they signed is no longer valid. Returns how many there were. */
export async function dropFormerKeys(
  { db }: Pick<Storage, "db">,
  names: readonly KeyName[],
): Promise<number> {
  let dropped = 0;
  for (const name of names) {
    const { numDeletedRows } = await db
      .deleteFrom("secrets")
      .where("name", "like", `${name}${FORMER}%`)
      .executeTakeFirst();
    dropped += Number(numDeletedRows);
  }
  return dropped;
}

function isRotated(name: KeyName): name is RotatedKey {
  return rotatedKeys.some((rotated) => rotated === name);
}

function newKey(): string {
  return randomBytes(32).toString("base64url");
}
