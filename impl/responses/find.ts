/** Finds one response of a form, with its files and what lies beside it in the list. */
import { sql } from "kysely";
import type { FilesTable } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { matchingResponses } from "./filter.ts";
import type { ReadResponse } from "./latest.ts";
import { parseAnswers } from "./responses.ts";

export type ResponseFile = Pick<
  FilesTable,
  "id" | "field_id" | "name" | "size_bytes" | "content_type" | "storage_key"
>;

/** Undefined: the form has no such response. */
export async function findResponse(
  queries: Queries,
  formId: string,
  responseId: string,
): Promise<{ readonly response: ReadResponse; readonly files: readonly ResponseFile[] } | undefined> {
  const response = await queries
    .selectFrom("responses")
    .selectAll()
    .where("form_id", "=", formId)
    .where("id", "=", responseId)
    .executeTakeFirst();
  if (response === undefined) return undefined;
  const files = await queries
    .selectFrom("files")
    .select(["id", "field_id", "name", "size_bytes", "content_type", "storage_key"])
    .where("response_id", "=", responseId)
    .orderBy("field_id")
    .orderBy("position")
    .execute();
  return { response: { ...response, answers: parseAnswers(response) }, files };
}

/** The responses next to one in the list of its status: ids, undefined at the ends. */
export async function findNeighbours(
  queries: Queries,
  { id, form_id, status, submitted_at }: ReadResponse,
): Promise<{ readonly newer: string | undefined; readonly older: string | undefined }> {
  const filter = { formId: form_id, status, period: {}, isRestorable: status === "deleted" };
  const next = async (direction: "asc" | "desc") => {
    const row = await matchingResponses(queries, filter)
      .select("id")
      .where(
        direction === "asc"
          ? sql<boolean>`(submitted_at, id) > (${submitted_at}, ${id})`
          : sql<boolean>`(submitted_at, id) < (${submitted_at}, ${id})`,
      )
      .orderBy("submitted_at", direction)
      .orderBy("id", direction)
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  };
  return { newer: await next("asc"), older: await next("desc") };
}
