/**
 * Answers that somebody who may edit a form has given in its preview. Each is kept as a test response, which is in no list, count, file or
 * mail, and holds no place: only the owner's list "Test" reads it.
 */
import { sql } from "kysely";
import { findFormFor } from "../../forms/access.ts";
import type { Answers } from "../../forms/answers/answer.ts";
import { lockForm } from "../../forms/forms.ts";
import { newId } from "../../platform/ids.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Stores } from "../../platform/stores.ts";
import { testResponses } from "../filter.ts";

/** The limits of a form. A test response with many long texts may have five megabytes. */
const MAX_TESTS = 100;
const MAX_TEST_BYTES = 1_000_000;

/**
 * @returns whether there was room
 * @throws Refusal not_found, forbidden
 */
export async function keepTest(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  account: { readonly id: string; readonly email: string },
  of: Pick<Schema["responses"], "form_id" | "form_version" | "language">,
  answers: Answers,
): Promise<boolean> {
  return storage.db.transaction().execute(async (transaction) => {
    await findFormFor(transaction, account.id, of.form_id, "edit");
    await lockForm(transaction, of.form_id);
    const text = JSON.stringify(answers);
    const { tests, bytes } = await testResponses(transaction)
      .where("form_id", "=", of.form_id)
      .select(({ fn }) => fn.countAll<number>().as("tests"))
      .select(sql<number | null>`sum(octet_length(answers))`.as("bytes"))
      .executeTakeFirstOrThrow();
    if (Number(tests) >= MAX_TESTS || Number(bytes ?? 0) + Buffer.byteLength(text) > MAX_TEST_BYTES)
      return false;
    const written = { email: account.email, answers: text, submitted_at: clock().toISOString() };
    await transaction
      .insertInto("responses")
      .values({ ...of, ...written, id: newId("rsp"), status: "verified", is_test: 1 })
      .execute();
    return true;
  });
}
