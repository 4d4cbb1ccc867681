/** Refuses a node that does not share its files with the other nodes of its database. */
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { ConfigError } from "../config/config.ts";
import { SHARED_FILE } from "../storage/secrets.ts";
import type { Storage } from "../storage/storage.ts";
import type { FileStore } from "./store.ts";

const CONTENT = "The nodes of this installation look for this file at their start.";

/** @throws ConfigError if the store lacks the file that another node has written */
export async function checkSharedFiles({ db }: Pick<Storage, "db">, files: FileStore): Promise<void> {
  const read = () =>
    db.selectFrom("secrets").select("value").where("name", "=", SHARED_FILE).executeTakeFirst();
  if ((await read()) === undefined) {
    const key = await files.put(Readable.from([CONTENT]));
    const row = { name: SHARED_FILE, value: key };
    await db
      .insertInto("secrets")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
  }
  const key = (await read())?.value;
  const content =
    key === undefined
      ? ""
      : await files
          .open(key)
          .then(text)
          .catch(() => "");
  if (content !== CONTENT)
    throw new ConfigError(
      "This node does not see the files of the other nodes of DATABASE_URL. Give all nodes the same bucket (S3_BUCKET), or mount one folder as DATA_DIR on all of them. After a restore, or a move to a bucket, copy the files first.",
    );
}
