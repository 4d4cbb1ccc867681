/** Reads and stores forms and the versions of their structures. */
import { type Selectable, sql, type Transaction } from "kysely";
import type { FormAccess, FormStructure, Language } from "../../generated/types.ts";
import { newId } from "../platform/ids.ts";
import { isNotDeleted } from "../platform/storage/deletion-filter.ts";
import { prepareQuery } from "../platform/storage/prepared-query.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { addChoiceTotals } from "./choice-totals.ts";
import { accessFor, accessible } from "./directory/access-rule.ts";
import { recordChange } from "./directory/changes.ts";
import { foldTitle } from "./directory/fold-title.ts";
import { readStored } from "./structure/stored-structure.ts";

export type Form = Readonly<Selectable<Schema["forms"]>>;

/** A form with the permission of the account that requested it. */
export interface AccessibleForm extends Form {
  readonly owner_email: string;
  readonly access: FormAccess;
}

const findWithAccess = prepareQuery((queries, argument: (name: "account" | "form") => string) =>
  accessible(queries, argument("account"), argument("form")).selectAll("forms"),
);

/** Returns the form if the account can access it; otherwise undefined, as for a missing form. */
export async function accessibleForm(
  queries: Queries,
  accountId: string,
  formId: string,
): Promise<AccessibleForm | undefined> {
  const { rows } = await queries.executeQuery(findWithAccess(queries, { account: accountId, form: formId }));
  const [row] = rows;
  // Assigning to the row avoids a copy, which would take as long as the read.
  return row && Object.assign(row, { access: accessFor(row, accountId) });
}

/**
 * Locks the form until the transaction ends: no other transaction submits to it or changes it. Undefined if the form does not
 * exist, is in the bin or is being removed.
 */
export async function lockForm(transaction: Transaction<Schema>, formId: string): Promise<Form | undefined> {
  return lockRow(transaction, formId).where(isNotDeleted).returningAll().executeTakeFirst();
}

/** Does the same for a form in the bin, and for one that is being removed. Undefined: it does not exist, or is not deleted. */
export async function lockDeletedForm(
  transaction: Transaction<Schema>,
  formId: string,
): Promise<Form | undefined> {
  return lockRow(transaction, formId).where("deleting_at", "is not", null).returningAll().executeTakeFirst();
}

/** Locks a form, deleted or not, while data of a respondent in it is erased. */
export async function lockForErasure(transaction: Transaction<Schema>, formId: string): Promise<void> {
  await lockRow(transaction, formId).execute();
}

/** An update that changes nothing locks in every database. */
function lockRow(transaction: Transaction<Schema>, formId: string) {
  return transaction
    .updateTable("forms")
    .set(({ ref }) => ({ revision: ref("revision") }))
    .where("id", "=", formId);
}

/** The default language first. */
export function formLanguages(form: Pick<Form, "languages">): Language[] {
  return JSON.parse(form.languages) as Language[];
}

/** The current structure. */
export async function loadStructure(
  queries: Queries,
  form: Pick<Form, "id" | "version">,
): Promise<FormStructure> {
  const structure = await structureOfVersion(queries, form.id, form.version);
  if (structure === undefined) throw new Error(`Form ${form.id} has no version ${form.version}`);
  return structure;
}

/** Reads the current structures of several forms, without those of more than `maxBytes`, by the ids of the forms. */
export async function smallStructures(
  queries: Queries,
  formIds: readonly string[],
  maxBytes: number,
): Promise<ReadonlyMap<string, FormStructure>> {
  if (formIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("forms")
    .innerJoin("form_versions", (join) =>
      join
        .onRef("form_versions.form_id", "=", "forms.id")
        .onRef("form_versions.version", "=", "forms.version"),
    )
    .select(["forms.id", "form_versions.structure"])
    .where("forms.id", "in", formIds)
    .where(isNotDeleted)
    .where(sql<boolean>`octet_length(form_versions.structure) <= ${maxBytes}`)
    .execute();
  return new Map(rows.map(({ id, structure }) => [id, readStored(structure)]));
}

/** Returns the structure of one version; undefined if there is no such version. */
export async function structureOfVersion(
  queries: Queries,
  formId: string,
  version: number,
): Promise<FormStructure | undefined> {
  const json = await structureJson(queries, formId, version);
  return json === undefined ? undefined : readStored(json);
}

/** The structure of one version as it is stored. */
export async function structureJson(
  queries: Queries,
  formId: string,
  version: number,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom("form_versions")
    .select("structure")
    .where("form_id", "=", formId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row?.structure;
}

/** Stores a new form with its first version; a published one is open for answers at once. */
export async function insertForm(
  transaction: Transaction<Schema>,
  ownerId: string,
  structure: FormStructure,
  status: "draft" | "published",
  now: Date,
): Promise<Form> {
  const at = now.toISOString();
  const form: Form = {
    id: newId("frm"),
    owner_id: ownerId,
    ...summarize(structure),
    status,
    revision: 1,
    version: 1,
    password_hash: null,
    receipts: 0,
    shows_title: 0,
    created_at: at,
    updated_at: at,
    published_at: status === "published" ? at : null,
    archived_at: null,
    deleting_at: null,
    folder_id: null,
  };
  await transaction.insertInto("forms").values(form).execute();
  await insertVersion(transaction, form, structure, now);
  await recordChange(transaction, form.id, [ownerId]);
  return form;
}

/** The latest versions stay, whether a response needs them or not, and the first one, to which the warnings of a new form refer. */
const KEPT_VERSIONS = 20;
/** Respondents may still have a page of a version open that was replaced meanwhile. */
const KEPT_MS = 86_400_000;

/** The form must be locked or new. Old versions that no response, open fill or kept change needs are removed. */
export async function insertVersion(
  transaction: Transaction<Schema>,
  { id, version }: Pick<Form, "id" | "version">,
  structure: FormStructure,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto("form_versions")
    .values({ form_id: id, version, structure: JSON.stringify(structure), created_at: now.toISOString() })
    .execute();
  await addChoiceTotals(transaction, id, structure);
  await transaction
    .deleteFrom("form_versions")
    .where("form_id", "=", id)
    .where("version", ">", 1)
    .where("version", "<=", version - KEPT_VERSIONS)
    .where("created_at", "<", new Date(now.getTime() - KEPT_MS).toISOString())
    .where(({ and, not, exists, selectFrom }) => {
      const answers = (table: "responses" | "fills") =>
        exists(
          selectFrom(table)
            .select("id")
            .where("form_id", "=", id)
            .whereRef("form_version", "=", "form_versions.version"),
        );
      const kept = selectFrom("pending_changes")
        .select("id")
        .where("form_id", "=", id)
        .whereRef("base_version", "=", "form_versions.version");
      return and([not(answers("responses")), not(answers("fills")), not(exists(kept))]);
    })
    .execute();
}

/** Columns of the form that repeat parts of the current structure, so that lists need not read it. */
export function summarize(structure: FormStructure) {
  const title = defaultTitle(structure);
  return {
    title,
    title_folded: foldTitle(title),
    default_language: structure.default_language,
    languages: JSON.stringify(listLanguages(structure)),
    field_count: fieldCount(structure),
  };
}

/** The title in the default language, which every structure has. */
function defaultTitle(structure: FormStructure): string {
  const title = structure.title[structure.default_language];
  if (title === undefined) throw new Error(`The structure has no title in ${structure.default_language}`);
  return title;
}

/** The default language first, as tools show them. */
function listLanguages({ languages, default_language }: FormStructure): string[] {
  return [default_language, ...languages.filter((language) => language !== default_language)];
}

function fieldCount(structure: FormStructure): number {
  return structure.pages.reduce((count, page) => count + page.fields.length, 0);
}
