/** The keys of this installation, made at their first use and the same in every process; and their rotation. */
import { randomBytes } from "node:crypto";
import type { Queries, Storage } from "./storage.ts";

/** Keys that sign what people and agents keep for a while: a former key verifies until it is dropped. */
export const rotatedKeys = ["links", "lessons", "cursors", "pages", "owner", "verification"] as const;
/** Keys without former ones: what they protect ends with a rotation. */
export const replacedKeys = ["sessions"] as const;

export type RotatedKey = (typeof rotatedKeys)[number];
export type KeyName = RotatedKey | (typeof replacedKeys)[number];

/** Between the name of a key and the time when it was replaced, or `NEXT`. */
const FORMER = "@";
/** In place of a time: nodes know this key and verify with it, and it signs from the next rotation on. */
const NEXT = "next";

/** The key that is in use. */
export async function installationSecret({ db }: Pick<Storage, "db">, name: KeyName): Promise<Buffer> {
  await addKeys(db, [name]);
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, "base64url");
}

/** The key that is in use, and those that verify: the prepared one and the former ones. */
export async function installationKeys(
  storage: Pick<Storage, "db">,
  name: RotatedKey,
): Promise<readonly [Buffer, ...Buffer[]]> {
  const current = await installationSecret(storage, name);
  const others = await storage.db
    .selectFrom("secrets")
    .select("value")
    .where("name", "like", `${name}${FORMER}%`)
    .orderBy("name", "desc")
    .execute();
  return [current, ...others.map(({ value }) => Buffer.from(value, "base64url"))];
}

/** A key as an operator sees it. */
export interface ListedKey {
  readonly name: string;
  readonly state: "in use" | "prepared" | `replaced ${string}`;
}

export async function listKeys(queries: Queries): Promise<readonly ListedKey[]> {
  const rows = await queries.selectFrom("secrets").select("name").orderBy("name").execute();
  return rows.map(({ name }) => {
    const [key = name, at] = name.split(FORMER);
    if (at === undefined) return { name: key, state: "in use" };
    return { name: key, state: at === NEXT ? "prepared" : `replaced ${at}` };
  });
}

/** Makes the keys that the next rotation puts in place, so that all nodes verify with them before one signs. */
export async function prepareKeys({ db }: Pick<Storage, "db">, names: readonly KeyName[]): Promise<void> {
  await addKeys(db, names.filter(isRotated).map(nextSecretName));
}

/** Puts the prepared keys, or new ones, in the place of those in use. Former ones stay, where they verify. */
export async function rotateKeys(
  { db }: Pick<Storage, "db">,
  names: readonly KeyName[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const name of names) {
      if (!isRotated(name)) {
        await transaction.deleteFrom("secrets").where("name", "=", name).execute();
      } else {
        const former = `${name}${FORMER}${now.toISOString()}`;
        await rename(transaction, name, former);
        await rename(transaction, nextSecretName(name), name);
      }
      await addKeys(transaction, [name]);
    }
  });
}

async function rename(queries: Queries, from: string, to: string): Promise<void> {
  await queries.updateTable("secrets").set({ name: to }).where("name", "=", from).execute();
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
      .where("name", "<>", nextSecretName(name))
      .executeTakeFirst();
    dropped += Number(numDeletedRows);
  }
  return dropped;
}

function nextSecretName(name: KeyName): string {
  return `${name}${FORMER}${NEXT}`;
}

function isRotated(name: KeyName): name is RotatedKey {
  return rotatedKeys.some((rotated) => rotated === name);
}

/** New keys under the names that have none. */
async function addKeys(queries: Queries, names: readonly string[]): Promise<void> {
  await queries
    .insertInto("secrets")
    .values(names.map((name) => ({ name, value: randomBytes(32).toString("base64url") })))
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}
