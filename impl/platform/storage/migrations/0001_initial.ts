import type { Kysely, Migration } from "kysely";
import { createAccountTables } from "./0001_initial/accounts.ts";
import { createChoiceTables } from "./0001_initial/choices.ts";
import { createCreditTables } from "./0001_initial/credits.ts";
import { createExportTable } from "./0001_initial/exports.ts";
import { createFillTables } from "./0001_initial/fills.ts";
import { createFormTables } from "./0001_initial/forms.ts";
import { createGenerationTables } from "./0001_initial/generations.ts";
import { createImageTables } from "./0001_initial/images.ts";
import { createInstallationTables } from "./0001_initial/installation.ts";
import { createJobTable } from "./0001_initial/jobs.ts";
import { createLessonTables } from "./0001_initial/lessons.ts";
import { createNotificationTables } from "./0001_initial/notifications.ts";
import { createResponseTables } from "./0001_initial/responses.ts";
import { createSharingTables } from "./0001_initial/sharing.ts";
import { createSignInTables } from "./0001_initial/sign-in.ts";
import { createUnconfirmedTables } from "./0001_initial/unconfirmed.ts";
import { createUsageTables } from "./0001_initial/usage.ts";

/** All tables of the first release, grouped by subject. A table is created after the tables that it refers to. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    await createAccountTables(db);
    await createFormTables(db);
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
    await createJobTable(db);
    await createSignInTables(db);
    await createImageTables(db);
    await createNotificationTables(db);
    await createUsageTables(db);
  },
};
