import type { Kysely, Migration } from "kysely";
import { createAccountTables } from "./0001_first_release/accounts.ts";
import { createChoiceTables } from "./0001_first_release/choices.ts";
import { createCreditTables } from "./0001_first_release/credits.ts";
import { createExportTable } from "./0001_first_release/exports.ts";
import { createFillTables } from "./0001_first_release/fills.ts";
import { createFolderTable, createFolderUseTables } from "./0001_first_release/folders.ts";
import { createFormTables } from "./0001_first_release/forms.ts";
import { createGenerationTables } from "./0001_first_release/generations.ts";
import { createImageTables } from "./0001_first_release/images.ts";
import { createInstallationTables } from "./0001_first_release/installation.ts";
import { createJobTables } from "./0001_first_release/jobs.ts";
import { createLessonTables } from "./0001_first_release/lessons.ts";
import { createNotificationTables } from "./0001_first_release/notifications.ts";
import { createResponseTables } from "./0001_first_release/responses.ts";
import { createSavedViewTable } from "./0001_first_release/saved-views.ts";
import { createSharingTables } from "./0001_first_release/sharing.ts";
import { createSignInTables } from "./0001_first_release/sign-in.ts";
import { createUnconfirmedTables } from "./0001_first_release/unconfirmed-responses.ts";
import { createUsageTables } from "./0001_first_release/usage.ts";
import { createVisitTables } from "./0001_first_release/visits.ts";
import { createWaitingTables } from "./0001_first_release/waiting.ts";

/** All tables of the first release, grouped by subject. A table is created after the tables that it refers to. */
export const firstRelease: Migration = {
  async up(db: Kysely<unknown>) {
    await createAccountTables(db);
    await createFolderTable(db);
    await createFormTables(db);
    await createFolderUseTables(db);
    await createSharingTables(db);
    await createGenerationTables(db);
    await createInstallationTables(db);
    await createResponseTables(db);
    await createFillTables(db);
    await createUnconfirmedTables(db);
    await createChoiceTables(db);
    await createExportTable(db);
    await createCreditTables(db);
    await createLessonTables(db);
    await createJobTables(db);
    await createSignInTables(db);
    await createImageTables(db);
    await createNotificationTables(db);
    await createUsageTables(db);
    await createVisitTables(db);
    await createSavedViewTable(db);
    await createWaitingTables(db);
  },
};
