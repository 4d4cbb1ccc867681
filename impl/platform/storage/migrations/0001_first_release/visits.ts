import type { Kysely } from "kysely";
import { makePartOf, makeRequired } from "./columns.ts";

/** Counters of visits by form, day and language. */
export async function createVisitTables(db: Kysely<unknown>): Promise<void> {
  await createVisitDays(db);
  await createVisitPlaces(db);
  await createVisitTimes(db);
}

async function createVisitDays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("visit_days")
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("day", "text", makeRequired)
    .addColumn("language", "text", makeRequired)
    .addColumn("opened", "integer", makeRequired)
    .addColumn("started", "integer", makeRequired)
    .addColumn("sent", "integer", makeRequired)
    .addPrimaryKeyConstraint("visit_days_key", ["form_id", "day", "language"])
    .execute();
}

async function createVisitPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("visit_places")
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("day", "text", makeRequired)
    .addColumn("language", "text", makeRequired)
    .addColumn("field_id", "text", makeRequired)
    .addColumn("visits", "integer", makeRequired)
    .addPrimaryKeyConstraint("visit_places_key", ["form_id", "day", "language", "field_id"])
    .execute();
}

async function createVisitTimes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("visit_times")
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("day", "text", makeRequired)
    .addColumn("language", "text", makeRequired)
    .addColumn("bucket", "integer", makeRequired)
    .addColumn("visits", "integer", makeRequired)
    .addPrimaryKeyConstraint("visit_times_key", ["form_id", "day", "language", "bucket"])
    .execute();
}
