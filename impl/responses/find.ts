/** Finds one response of a form, with its files. */
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { ReadResponse } from "./latest.ts";
import { parseAnswers } from "./responses.ts";

export type ResponseFile = Pick<
  Schema["files"],
  "id" | "field_id" | "name" | "size_bytes" | "content_type" | "storage_key"
>;

/** Tells whether a form has a response of any status, or a test response. */
export async function hasResponses(queries: Queries, formId: string): Promise<boolean> {
  const any = await queries
    .selectFrom("responses")
    .select("id")
    .where("form_id", "=", formId)
    .limit(1)
    .executeTakeFirst();
  return any !== undefined;
}

/** Finds a response of a form; undefined if it does not exist. */
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
