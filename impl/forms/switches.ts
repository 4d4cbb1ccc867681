/** Turns parts of a form on or off that are not in its structure: respondents' copies, and title and look on the password page. */
import type { Stores } from "../platform/stores.ts";
import { findWritableForm } from "./access.ts";

/** A column of the table of forms that is 0 or 1. */
export type FormSwitch = "receipts" | "shows_title";

/** @throws Refusal not_found, forbidden, subscription_inactive */
export async function setSwitch(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  accountId: string,
  formId: string,
  name: FormSwitch,
  isOn: boolean,
): Promise<void> {
  await storage.db.transaction().execute(async (transaction) => {
    await findWritableForm(transaction, accountId, formId, "edit", clock());
    await transaction
      .updateTable("forms")
      .set({ [name]: Number(isOn) })
      .where("id", "=", formId)
      .execute();
  });
}
