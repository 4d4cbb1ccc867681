/** Deletes an account with everything that is its own. */
import type { FileStore } from "../files/store.ts";
import { deleteForm } from "../forms/delete.ts";
import { endLinks } from "../sign-in/mailed-links.ts";
import { endSessions } from "../sign-in/sessions.ts";
import { recordDeletion } from "../storage/deletions.ts";
import type { Queries, Storage } from "../storage/storage.ts";

/** What belongs to an account and goes with it. */
export interface Belongings {
  readonly forms: number;
  /** Of these forms, how many others can access. */
  readonly sharedForms: number;
  /** Of every status. */
  readonly responses: number;
  readonly lessons: number;
  readonly tokens: number;
}

interface DeletionParts {
  readonly storage: Storage;
  readonly files: FileStore;
}

export async function belongingsOf(queries: Queries, accountId: string): Promise<Belongings> {
  const ownForms = queries.selectFrom("forms").select("id").where("owner_id", "=", accountId);
  const counts = await queries
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("forms")
        .where("owner_id", "=", accountId)
        .select(({ fn }) => fn.countAll().as("count"))
        .as("forms"),
      selectFrom("form_shares")
        .where("form_id", "in", ownForms)
        .select(({ fn }) => fn.count("form_id").distinct().as("count"))
        .as("sharedForms"),
      selectFrom("responses")
        .where("form_id", "in", ownForms)
        .select(({ fn }) => fn.countAll().as("count"))
        .as("responses"),
      selectFrom("lessons")
        .where("account_id", "=", accountId)
        .select(({ fn }) => fn.countAll().as("count"))
        .as("lessons"),
      selectFrom("tokens")
        .where("account_id", "=", accountId)
        .select(({ fn }) => fn.countAll().as("count"))
        .as("tokens"),
    ])
    .executeTakeFirstOrThrow();
  const { forms, sharedForms, responses, lessons, tokens } = counts;
  return {
    forms: Number(forms),
    sharedForms: Number(sharedForms),
    responses: Number(responses),
    lessons: Number(lessons),
    tokens: Number(tokens),
  };
}

/**
 * Deletes an account for good: its forms with responses, files and exports, also where they are shared, then lessons,
 * tokens, credits, sessions and the account itself. First it is locked, so that nothing new is made meanwhile. A deletion
 * that is interrupted goes on with the next cleanup.
 */
export async function deleteAccount(parts: DeletionParts, accountId: string, now: Date): Promise<void> {
  const { storage, files } = parts;
  await storage.db.transaction().execute(async (transaction) => {
    const at = now.toISOString();
    await transaction
      .updateTable("accounts")
      .set({ locked_at: at, deleting_at: at })
      .where("id", "=", accountId)
      .execute();
    await recordDeletion(transaction, accountId, now);
    await endSessions(transaction, accountId);
    await endLinks(transaction, accountId);
  });
  storage.startEpoch();
  for (;;) {
    const forms = await storage.db
      .selectFrom("forms")
      .select("id")
      .where("owner_id", "=", accountId)
      .limit(100)
      .execute();
    if (forms.length === 0) break;
    for (const { id } of forms) await deleteForm(parts, accountId, id, now);
  }
  const pictures = await storage.db
    .selectFrom("lesson_parts")
    .innerJoin("lessons", "lessons.id", "lesson_parts.lesson_id")
    .select("storage_key")
    .where("lessons.account_id", "=", accountId)
    .where("storage_key", "is not", null)
    .execute();
  // Foreign keys delete everything that refers to the account. Files go last: one without a row is not served.
  await storage.db.deleteFrom("accounts").where("id", "=", accountId).execute();
  storage.startEpoch();
  await files.remove(pictures.map(({ storage_key }) => storage_key!));
}

/** Goes on where deletions were interrupted. @returns how many accounts were deleted */
export async function resumeDeletions(parts: DeletionParts, now: Date): Promise<number> {
  const accounts = await parts.storage.db
    .selectFrom("accounts")
    .select("id")
    .where("deleting_at", "is not", null)
    .execute();
  for (const { id } of accounts) await deleteAccount(parts, id, now);
  return accounts.length;
}
