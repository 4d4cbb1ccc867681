/** Records the author of a version of a form: the account, and the tool that it worked with. */
import type { Transaction } from "kysely";
import type { AuthorTool } from "../platform/storage/schema/forms.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Form } from "./forms.ts";

export interface Author {
  readonly accountId: string;
  /** Id of the token of an agent or a connected app; undefined: the account works in the browser. */
  readonly tokenId: string | undefined;
}

/** Stores the author with the present name of the token. The version must be stored. */
export async function recordAuthor(
  transaction: Transaction<Schema>,
  { id, version }: Pick<Form, "id" | "version">,
  { accountId, tokenId }: Author,
): Promise<void> {
  const tool = await findTool(transaction, tokenId);
  if (tool === undefined) return;
  await transaction
    .insertInto("version_authors")
    .values({ form_id: id, version, account_id: accountId, ...tool })
    .execute();
}

interface Tool {
  readonly tool: AuthorTool;
  readonly name: string | null;
}

const browser: Tool = { tool: "browser", name: null };

/** Returns undefined for a token that was removed meanwhile: the author stays unknown. */
export async function findTool(queries: Queries, tokenId: Author["tokenId"]): Promise<Tool | undefined> {
  if (tokenId === undefined) return browser;
  const token = await queries
    .selectFrom("tokens")
    .select(["name", "app_host"])
    .where("id", "=", tokenId)
    .executeTakeFirst();
  return token && { tool: token.app_host === null ? "agent" : "app", name: token.name };
}
