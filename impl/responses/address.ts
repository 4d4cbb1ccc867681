import type { Answers } from "../forms/answers/answer.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { parseAnswers, type StoredResponse } from "./responses.ts";
import { endVerification } from "./verification.ts";

/**
 * Corrects the address of a response that waits for its confirmation; mails to the old address no longer confirm it.
 * @param email normalised
 * @param fieldId of the address field, if the form has one: its answer is corrected, too
 */
export async function changeAddress(
  { storage }: { storage: Storage },
  response: StoredResponse,
  email: string,
  fieldId: string | undefined,
): Promise<void> {
  const answers: Answers = { ...parseAnswers(response), ...(fieldId !== undefined && { [fieldId]: email }) };
  await storage.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("responses")
      .set({ email, answers: JSON.stringify(answers) })
      .where("id", "=", response.id)
      .where("status", "=", "pending_verification")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await endVerification(transaction, response.id);
  });
}
