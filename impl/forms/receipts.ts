/** Turns the copies on or off that respondents get of their answers. */

import type { Stores } from "../platform/stores.ts";
import { findWritableForm } from "./access.ts";

/** @throws Refusal not_found, forbidden, subscription_inactive */
export async function setReceipts(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  accountId: string,
  formId: string,
  areOn: boolean,
): Promise<void> {
  await storage.db.transaction().execute(async (transaction) => {
    await findWritableForm(transaction, accountId, formId, "edit", clock());
    await transaction
      .updateTable("forms")
      .set({ receipts: Number(areOn) })
      .where("id", "=", formId)
      .execute();
  });
}
