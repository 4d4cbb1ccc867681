/** Stores a new form within the budget of its account, whose first form sends it mails about responses. */
import type { Transaction } from "kysely";
import type { FormStructure, Warning } from "../../../generated/types.ts";
import { accountById } from "../../accounts/accounts.ts";
import { requireBudget } from "../../accounts/plans/budgets.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { isOwnerLanguage } from "../../texts/owner/owner-texts.ts";
import { recordAuthor } from "../authors.ts";
import { updateChecks } from "../checks.ts";
import { type Form, insertForm } from "../forms.ts";
import { linkImages } from "../images.ts";

interface NewFormOptions {
  readonly status: "draft" | "published";
  readonly now: Date;
  /** The checks that its generator left to the owner. */
  readonly toCheck?: readonly Warning[];
  /** Id of the token of the agent that creates it; undefined: the account works in the browser. */
  readonly tokenId?: string | undefined;
}

/** @throws Refusal quota_exceeded */
export async function storeNewForm(
  transaction: Transaction<Schema>,
  { budgets }: Storage,
  accountId: string,
  structure: FormStructure,
  { status, now, toCheck, tokenId }: NewFormOptions,
): Promise<Form> {
  const form = await insertForm(transaction, accountId, structure, status, now);
  await recordAuthor(transaction, form, { accountId, tokenId });
  await updateChecks(transaction, form.id, structure, toCheck);
  await requireBudget(transaction, budgets, accountId, ["forms", "structures"], now);
  await linkImages(transaction, budgets, { accountId, form, structure }, now);
  await mailAboutFirst(transaction, form, now);
  return form;
}

/** Creates a mail subscription for the owner's first form, since the owner might not notice answers otherwise. */
async function mailAboutFirst(
  transaction: Transaction<Schema>,
  { id, owner_id, default_language }: Form,
  now: Date,
): Promise<void> {
  const other = await transaction
    .selectFrom("forms")
    .select("id")
    .where("owner_id", "=", owner_id)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) return;
  const { language } = await accountById(transaction, owner_id);
  const known = language ?? default_language;
  await transaction
    .insertInto("response_mails")
    .values({
      form_id: id,
      account_id: owner_id,
      mode: "each",
      answers: 1,
      language: isOwnerLanguage(known) ? known : "en",
      waiting: 0,
      mails: 0,
      day: now.toISOString().slice(0, 10),
      mails_of_day: 0,
      last_sent_at: null,
    })
    .execute();
}
