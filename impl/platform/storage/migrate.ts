import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { StorageError } from "./error.ts";
import { first } from "./migrations/0001_first.ts";
import { responses } from "./migrations/0002_responses.ts";
import { directories } from "./migrations/0003_directories.ts";
import { exports } from "./migrations/0004_exports.ts";
import { credits } from "./migrations/0005_credits.ts";
import { lessonQuotes } from "./migrations/0006_lesson_quotes.ts";
import { lessons } from "./migrations/0007_lessons.ts";
import { lessonAttempts } from "./migrations/0008_lesson_attempts.ts";
import { signIn } from "./migrations/0009_sign_in.ts";
import { creditMovements } from "./migrations/0010_credit_movements.ts";
import { accountDeletion } from "./migrations/0011_account_deletion.ts";
import { modelCalls } from "./migrations/0014_model_calls.ts";
import { usedStates } from "./migrations/0015_used_states.ts";
import { creditPeriods } from "./migrations/0020_credit_periods.ts";
import { totals } from "./migrations/0020_totals.ts";
import { images } from "./migrations/0023_images.ts";
import { choiceTotals } from "./migrations/0025_choice_totals.ts";
import { markedResponses } from "./migrations/0027_marked_responses.ts";
import { responseMails } from "./migrations/0028_response_mails.ts";
import { deletions } from "./migrations/0031_deletions.ts";
import { formDeletion } from "./migrations/0032_form_deletion.ts";
import { generationLeases } from "./migrations/0033_generation_leases.ts";
import { noUsedStates } from "./migrations/0034_no_used_states.ts";
import { connectors } from "./migrations/0035_connectors.ts";
import { accountUsage } from "./migrations/0036_account_usage.ts";
import { unsentFiles } from "./migrations/0038_unsent_files.ts";
import { passkeys } from "./migrations/0039_passkeys.ts";
import { unsentUsage } from "./migrations/0044_unsent_usage.ts";
import { webhooks } from "./migrations/0045_webhooks.ts";
import { answersInMails } from "./migrations/0046_answers_in_mails.ts";
import { ownLessons } from "./migrations/0047_own_lessons.ts";
import { invitations } from "./migrations/0050_invitations.ts";
import { pictureSizes } from "./migrations/0051_picture_sizes.ts";
import { deletedResponses } from "./migrations/0052_deleted_responses.ts";
import { pendingChanges } from "./migrations/0053_pending_changes.ts";
import { mailCopies } from "./migrations/0054_mail_copies.ts";
import { formVisits } from "./migrations/0055_form_visits.ts";

/** By name; they run in the order of their names. A migration that has been released is never changed. */
const migrations: Readonly<Record<string, Migration>> = {
  "0001_first": first,
  "0002_responses": responses,
  "0003_directories": directories,
  "0004_exports": exports,
  "0005_credits": credits,
  "0006_lesson_quotes": lessonQuotes,
  "0007_lessons": lessons,
  "0008_lesson_attempts": lessonAttempts,
  "0009_sign_in": signIn,
  "0010_credit_movements": creditMovements,
  "0011_account_deletion": accountDeletion,
  "0014_model_calls": modelCalls,
  "0015_used_states": usedStates,
  "0020_credit_periods": creditPeriods,
  "0020_totals": totals,
  "0023_images": images,
  "0025_choice_totals": choiceTotals,
  "0027_marked_responses": markedResponses,
  "0028_response_mails": responseMails,
  "0031_deletions": deletions,
  "0032_form_deletion": formDeletion,
  "0033_generation_leases": generationLeases,
  "0034_no_used_states": noUsedStates,
  "0035_connectors": connectors,
  "0036_account_usage": accountUsage,
  "0038_unsent_files": unsentFiles,
  "0039_passkeys": passkeys,
  "0044_unsent_usage": unsentUsage,
  "0045_webhooks": webhooks,
  "0046_answers_in_mails": answersInMails,
  "0047_own_lessons": ownLessons,
  "0050_invitations": invitations,
  "0051_picture_sizes": pictureSizes,
  "0052_deleted_responses": deletedResponses,
  "0053_pending_changes": pendingChanges,
  "0054_mail_copies": mailCopies,
  "0055_form_visits": formVisits,
};

/**
 * Brings the schema up to date in one transaction. Of processes that start at once, the first one migrates and the
 * others wait.
 */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<void> {
  await refuseNewerSchema(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function refuseNewerSchema<Tables>(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name));
  if (unknown === undefined) return;
  throw new StorageError(
    `The database was made by a newer version of this service (its schema has ${unknown.name}). ` +
      "Start that version again, or name another data folder with DATA_DIR.",
  );
}
