import { sql, type Transaction } from "kysely";
import { dropExportsOf } from "../exports/cleanup.ts";
import type { FileStore } from "../files/store.ts";
import type { Schema } from "../storage/schema.ts";
import type { Storage } from "../storage/storage.ts";

/** What was erased. */
export interface Erased {
  readonly responses: number;
  /** Uploads, and exports of the forms that were answered. */
  readonly files: number;
  /** Forms that were begun with this address and not sent. */
  readonly fills: number;
}

/**
 * Erases everything that was answered under an address: answers and address are gone, and what stays of a response is
 * that there was one. Forms in the making that name the address go, too, and so does every export that may hold it.
 * @param email normalised
 */
export async function eraseRespondent(
  { storage, files }: { storage: Storage; files: FileStore },
  email: string,
): Promise<Erased> {
  const { responses, fills, keys } = await storage.db.transaction().execute(async (transaction) => {
    const keys: string[] = [];
    const responses = await eraseResponses(transaction, email);
    for (const { id } of responses) keys.push(...(await eraseBelongings(transaction, id)));
    keys.push(...(await dropExportsOf(transaction, [...new Set(responses.map(({ form_id }) => form_id))])));
    const fills = await fillsThatName(transaction, email);
    for (const { id } of fills) keys.push(...(await eraseFill(transaction, id)));
    return { responses, fills, keys };
  });
  await files.remove(keys);
  return { responses: responses.length, files: keys.length, fills: fills.length };
}

async function eraseResponses(
  transaction: Transaction<Schema>,
  email: string,
): Promise<{ id: string; form_id: string }[]> {
  return transaction
    .updateTable("responses")
    .set({ status: "deleted", email: null, answers: "{}" })
    .where("email", "=", email)
    .returning(["id", "form_id"])
    .execute();
}

/** Returns the keys of the response's files. */
async function eraseBelongings(transaction: Transaction<Schema>, responseId: string): Promise<string[]> {
  await transaction.deleteFrom("verifications").where("response_id", "=", responseId).execute();
  const files = await transaction
    .deleteFrom("files")
    .where("response_id", "=", responseId)
    .returning("storage_key")
    .execute();
  return files.map(({ storage_key }) => storage_key);
}

async function fillsThatName(transaction: Transaction<Schema>, email: string): Promise<{ id: string }[]> {
  const escaped = email.replace(/[\\%_]/g, "\\$&");
  return transaction
    .selectFrom("fills")
    .select("id")
    .where(sql<boolean>`lower(given) like ${`%${escaped}%`} escape '\\'`)
    .execute();
}

/** Returns the keys of the fill's files. */
async function eraseFill(transaction: Transaction<Schema>, fillId: string): Promise<string[]> {
  const files = await transaction
    .deleteFrom("files")
    .where("fill_id", "=", fillId)
    .returning("storage_key")
    .execute();
  await transaction.deleteFrom("fills").where("id", "=", fillId).execute();
  return files.map(({ storage_key }) => storage_key);
}
