import type { AccountTables } from "./schema/accounts.ts";
import type { ChoiceTables } from "./schema/choices.ts";
import type { CreditTables } from "./schema/credits.ts";
import type { ExportTables } from "./schema/exports.ts";
import type { FillTables } from "./schema/fills.ts";
import type { FolderTables } from "./schema/folders.ts";
import type { FormTables } from "./schema/forms.ts";
import type { GenerationTables } from "./schema/generations.ts";
import type { ImageTables } from "./schema/images.ts";
import type { InstallationTables } from "./schema/installation.ts";
import type { JobTables } from "./schema/jobs.ts";
import type { LessonTables } from "./schema/lessons.ts";
import type { NotificationTables } from "./schema/notifications.ts";
import type { ResponseTables } from "./schema/responses.ts";
import type { SavedViewTables } from "./schema/saved-views.ts";
import type { SharingTables } from "./schema/sharing.ts";
import type { SignInTables } from "./schema/sign-in.ts";
import type { UnconfirmedTables } from "./schema/unconfirmed-responses.ts";
import type { UsageTables } from "./schema/usage.ts";
import type { VisitTables } from "./schema/visits.ts";
import type { WaitingTables } from "./schema/waiting.ts";

/**
 * The tables, grouped by subject; `migrations/0001_first_release/` creates them in files of the same names. The types work in SQLite
 * and PostgreSQL: ids and times are text (times as `Date.toISOString`, which sorts by time), booleans are 0 or 1, lists and
 * structures are JSON text.
 */
export interface Schema
  extends AccountTables,
    SignInTables,
    InstallationTables,
    FormTables,
    SharingTables,
    ImageTables,
    GenerationTables,
    ResponseTables,
    FillTables,
    UnconfirmedTables,
    ChoiceTables,
    ExportTables,
    NotificationTables,
    CreditTables,
    LessonTables,
    JobTables,
    UsageTables,
    VisitTables,
    SavedViewTables,
    FolderTables,
    WaitingTables {}
