/** Deletes a form: it is hidden at once, and a job removes what belongs to it. */
import { Refusal } from "@toolwright/runtime";
import { addJob } from "../platform/jobs/jobs.ts";
import { recordDeletion } from "../platform/storage/deletions.ts";
import type { Stores } from "../platform/stores.ts";
import { findForm, notAccessible } from "./access.ts";
import { recordChange } from "./directory/changes.ts";
import { accountsWithAccess, lockForm } from "./forms.ts";
import { unlinkImages } from "./images.ts";

/**
 * Deletes a form permanently. Only its owner may do so, with or without an active subscription, because users may always take
 * their data back. Exports and images are removed at once. Responses, unfinished fills, uploads, versions and shares are no
 * longer served: a job removes their rows and files. @returns the title @throws Refusal not_found, forbidden
 */
export async function deleteForm(
  { storage, files }: Pick<Stores, "storage" | "files">,
  accountId: string,
  formId: string,
  now: Date,
): Promise<string> {
  const { title, keys } = await storage.db.transaction().execute(async (transaction) => {
    const form = await findForm(transaction, accountId, formId);
    if (form.access !== "owner") throw notOwner(formId, form.owner_email);
    // The lock prevents submissions and exports from starting until the form is removed.
    if ((await lockForm(transaction, formId)) === undefined) throw notAccessible(formId);
    const exported = await transaction
      .deleteFrom("exports")
      .where("form_id", "=", formId)
      .returning("storage_key")
      .execute();
    const keys = exported.flatMap(({ storage_key }) => storage_key ?? []);
    keys.push(...(await unlinkImages(transaction, formId)));
    await recordChange(transaction, formId, await accountsWithAccess(transaction, form));
    await recordDeletion(transaction, formId, now);
    await transaction
      .updateTable("forms")
      .set({ deleting_at: now.toISOString() })
      .where("id", "=", formId)
      .execute();
    await addJob(transaction, { accountId, kind: "form_deletion", subject: formId }, now);
    return { title: form.title, keys };
  });
  // The next cleanup removes files that cannot be removed now, since no row refers to them.
  for (const key of keys) await files.remove([key]).catch(() => {});
  return title;
}

function notOwner(formId: string, owner: string): Refusal {
  return new Refusal(
    "forbidden",
    `Only its owner, ${owner}, can delete form ${formId}. To see it no longer, end your own access to it.`,
    { owner },
  );
}
