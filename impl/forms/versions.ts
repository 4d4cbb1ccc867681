/** Lists the versions of a form that are kept, with their authors. */
import { Refusal } from "@toolwright/runtime";
import type { FormStructure } from "../../generated/types.ts";
import type { AuthorTool } from "../platform/storage/schema/forms.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { findFormFor, maySeeAddress } from "./access.ts";
import { type AccessibleForm, structureOfVersion } from "./forms.ts";

/** The maximum number of versions that are listed at once. */
const VERSIONS_AT_ONCE = 20;

export interface FormVersion {
  readonly version: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Undefined: the author is unknown, or the account is deleted. */
  readonly author: VersionAuthor | undefined;
}

export interface VersionAuthor {
  readonly tool: AuthorTool;
  /** Null: the reader may not know who else has access. */
  readonly email: string | null;
  /** The name of the token or app; null: it has none, or the reader may not know the author. */
  readonly name: string | null;
}

export interface ListedVersions {
  /** Newest first. */
  readonly versions: readonly FormVersion[];
  /** The version before the last listed one; undefined: there is none. */
  readonly next: number | undefined;
}

/**
 * Lists versions newest first, without their structures. Accounts that may only look at a form do not see them: they contain
 * drafts that were never published, and names of other people.
 * @param before lists only versions before this one; undefined: all
 * @throws Refusal not_found, forbidden
 */
export async function listVersions(
  queries: Queries,
  accountId: string,
  formId: string,
  before?: number,
): Promise<ListedVersions> {
  const form = await findFormFor(queries, accountId, formId, "edit");
  const rows = await selectVersions(queries, formId)
    .$if(before !== undefined, (query) => query.where("form_versions.version", "<", before!))
    .orderBy("form_versions.version", "desc")
    .limit(VERSIONS_AT_ONCE + 1)
    .execute();
  const versions = rows.slice(0, VERSIONS_AT_ONCE).map((row) => describe(row, form, accountId));
  return { versions, next: rows[VERSIONS_AT_ONCE]?.version };
}

/** Reads one version with its structure. @throws Refusal not_found, forbidden */
export async function findVersion(
  queries: Queries,
  accountId: string,
  formId: string,
  version: number,
): Promise<FormVersion & { readonly structure: FormStructure }> {
  const form = await findFormFor(queries, accountId, formId, "edit");
  const row = await selectVersions(queries, formId)
    .where("form_versions.version", "=", version)
    .executeTakeFirst();
  const structure = await structureOfVersion(queries, formId, version);
  if (row === undefined || structure === undefined)
    throw new Refusal("not_found", `Form ${formId} has no version ${version}.`);
  return { ...describe(row, form, accountId), structure };
}

function selectVersions(queries: Queries, formId: string) {
  return queries
    .selectFrom("form_versions")
    .leftJoin("version_authors", (join) =>
      join
        .onRef("version_authors.form_id", "=", "form_versions.form_id")
        .onRef("version_authors.version", "=", "form_versions.version"),
    )
    .leftJoin("accounts", "accounts.id", "version_authors.account_id")
    .select(["form_versions.version", "form_versions.created_at", "version_authors.tool"])
    .select(["version_authors.name", "version_authors.account_id", "accounts.email"])
    .where("form_versions.form_id", "=", formId);
}

interface Row {
  readonly version: number;
  readonly created_at: string;
  readonly tool: AuthorTool | null;
  readonly name: string | null;
  readonly account_id: string | null;
  readonly email: string | null;
}

function describe(row: Row, form: AccessibleForm, accountId: string): FormVersion {
  const { version, created_at: createdAt, tool, name, account_id, email } = row;
  if (tool === null) return { version, createdAt, author: undefined };
  const isKnown = maySeeAddress(form, accountId, account_id);
  return { version, createdAt, author: { tool, email: isKnown ? email : null, name: isKnown ? name : null } };
}
