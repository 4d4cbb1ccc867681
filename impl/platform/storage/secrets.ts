/** The keys of this installation and their rotation. A key is generated at its first use and is the same in every process. */
import { randomBytes } from "node:crypto";
import type { Queries, Storage } from "./storage.ts";

/** Keys whose signatures users and agents keep for a while: a former key verifies until it is dropped. */
export const rotatedKeys = ["links", "lessons", "cursors", "pages", "owner", "verification"] as const;
/** Keys that a rotation replaces at once: everything that they protect becomes invalid. */
export const replacedKeys = ["sessions"] as const;

/** The row that is no key, but the key of a file which each node must find in its store. */
export const SHARED_FILE = "shared_file";

export type RotatedKey = (typeof rotatedKeys)[number];
export type KeyName = RotatedKey | (typeof replacedKeys)[number];

/** Separates the name of a key from the time when it was replaced, or from `NEXT`. */
const FORMER = "@";
/** Marks the prepared key: nodes already verify with it, and it signs after the next rotation. */
const NEXT = "next";

/** Returns the key that is in use. */
export async function installationSecret({ db }: Pick<Storage, "db">, name: KeyName): Promise<Buffer> {
  await addKeys(db, [name]);
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, "base64url");
}

/** Returns the key that is in use, and the keys that only verify: the prepared key and the former ones. */
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
  const keys = queries.selectFrom("secrets").select("name").where("name", "<>", SHARED_FILE);
  const rows = await keys.orderBy("name").execute();
  return rows.map(({ name }) => {
    const [key = name, at] = name.split(FORMER);
    if (at === undefined) return { name: key, state: "in use" };
    return { name: key, state: at === NEXT ? "prepared" : `replaced ${at}` };
  });
}

/** Generates the keys for the next rotation, so all nodes verify with them before the first node signs. */
export async function prepareKeys({ db }: Pick<Storage, "db">, names: readonly KeyName[]): Promise<void> {
  await addKeys(db, names.filter(isRotated).map(nextSecretName));
}

/** Replaces the keys in use with the prepared keys, or with new ones. Former keys stay if their kind verifies with them. */
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

/** Removes former keys, so their signatures are no longer valid. Returns how many there were. */
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

/** Generates a key for each name that has none. */
async function addKeys(queries: Queries, names: readonly string[]): Promise<void> {
  await queries
    .insertInto("secrets")
    .values(names.map((name) => ({ name, value: randomBytes(32).toString("base64url") })))
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}
