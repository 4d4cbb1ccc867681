import type { Selectable } from "kysely";
import type { StoredUpload } from "../files/upload.ts";
import { newId } from "../ids.ts";
import type { FillsTable } from "../storage/schema.ts";
import type { Queries } from "../storage/storage.ts";
import type { Given, StoredFile } from "./answers/answer.ts";
import type { Uploads } from "./answers/check.ts";

/** A form that somebody is filling in. */
export interface Fill {
  readonly id: string;
  readonly formId: string;
  readonly version: number;
  readonly given: Given;
  /** What it became when it was sent. */
  readonly responseId: string | null;
}

export async function findFill(queries: Queries, id: string): Promise<Fill | undefined> {
  const row = await queries.selectFrom("fills").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toFill(row);
}

function toFill(row: Selectable<FillsTable>): Fill {
  const { id, form_id: formId, form_version: version, given, response_id: responseId } = row;
  return { id, formId, version, given: JSON.parse(given) as Given, responseId };
}

/** Keeps what was given so far. A fill that has been sent stays as it is. */
export async function saveFill(queries: Queries, fill: Omit<Fill, "responseId">, now: Date): Promise<void> {
  const given = JSON.stringify(fill.given);
  const updated_at = now.toISOString();
  await queries
    .insertInto("fills")
    .values({ id: fill.id, form_id: fill.formId, form_version: fill.version, given, updated_at })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ given, updated_at })
        .where("fills.form_id", "=", fill.formId)
        .where("fills.response_id", "is", null),
    )
    .execute();
}

/** Files of a fill by field, in the order in which they came. */
export async function uploadsOf(queries: Queries, fillId: string): Promise<Uploads> {
  const rows = await queries
    .selectFrom("files")
    .select(["id", "field_id", "name", "size_bytes", "content_type"])
    .where("fill_id", "=", fillId)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const uploads: Record<string, StoredFile[]> = Object.create(null);
  for (const { field_id, ...file } of rows) {
    uploads[field_id] ??= [];
    uploads[field_id].push(file);
  }
  return uploads;
}

/** Adds a stored file to a fill. */
export async function addUpload(
  queries: Queries,
  fillId: string,
  fieldId: string,
  { key, name, size, contentType }: StoredUpload,
  now: Date,
): Promise<StoredFile> {
  const file = { id: newId("file"), name, size_bytes: size, content_type: contentType };
  const { count } = await queries
    .selectFrom("files")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("fill_id", "=", fillId)
    .executeTakeFirstOrThrow();
  await queries
    .insertInto("files")
    .values({
      ...file,
      fill_id: fillId,
      field_id: fieldId,
      position: Number(count),
      storage_key: key,
      created_at: now.toISOString(),
    })
    .execute();
  return file;
}

/** Takes files out of a fill; others' files stay. Returns the keys of what can be removed from the store. */
export async function dropUploads(
  queries: Queries,
  fillId: string,
  fileIds: readonly string[],
): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await queries
    .deleteFrom("files")
    .where("fill_id", "=", fillId)
    .where("id", "in", fileIds)
    .returning("storage_key")
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}
