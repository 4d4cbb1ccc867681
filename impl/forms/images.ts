/** The images of forms: logos, covers, favicons, and pictures beside questions. */
import type { Transaction } from "kysely";
import type { FormStructure, Warning } from "../../generated/types.ts";
import { requireBudget } from "../accounts/plans/budgets.ts";
import { getCached } from "../platform/cache.ts";
import type { Budgets } from "../platform/config/budgets.ts";
import { newId } from "../platform/ids.ts";
import { isNotDeleted } from "../platform/storage/deletion-filter.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Stores } from "../platform/stores.ts";
import { findWritableForm } from "./access.ts";
import { isAccessible } from "./directory/access-rule.ts";
import type { FormImage } from "./fields/parts/picture.ts";
import { type Form, loadStructure, lockForm } from "./forms.ts";
import { keptChanges } from "./pending.ts";
import { placedImages } from "./structure/places.ts";
import { readStored } from "./structure/stored-structure.ts";
import type { StoredImage } from "./uploads/image.ts";

/** The number of images of a form, including images that undo could restore. */
const MAX_IMAGES = 24;

const idsOfStructures = new WeakMap<FormStructure, readonly string[]>();

/** The ids of images that a structure names. */
function imageIds(structure: FormStructure): readonly string[] {
  return getCached(idsOfStructures, structure, () => [
    ...new Set(placedImages(structure).map(({ value }) => value)),
  ]);
}

/**
 * Adds an uploaded image to a form. Nothing shows it until a structure names it.
 * @throws Refusal as for an edit, and quota_exceeded
 */
export async function addImage(
  { storage, files }: Pick<Stores, "storage" | "files">,
  accountId: string,
  formId: string,
  { key, contentType, size, width, height }: StoredImage,
  now: Date,
): Promise<FormImage> {
  const image = { id: newId("img"), width, height };
  const removed = await storage.db
    .transaction()
    .execute(async (transaction) => {
      await lockForm(transaction, formId);
      const form = await findWritableForm(transaction, accountId, formId, "edit", now);
      const row = { ...image, content_type: contentType, size_bytes: size, storage_key: key };
      await transaction
        .insertInto("images")
        .values({ ...row, created_at: now.toISOString() })
        .execute();
      await transaction.insertInto("form_images").values({ form_id: formId, image_id: image.id }).execute();
      await requireBudget(transaction, storage.budgets, form.owner_id, ["files"], now);
      const kept = await keptChanges(transaction, formId);
      const shown = [await loadStructure(transaction, form), ...(kept ? [readStored(kept.structure)] : [])];
      return removeOldest(transaction, formId, { added: image.id, shown: shown.flatMap(imageIds) });
    })
    .catch(async (error: unknown) => {
      await files.remove([key]);
      throw error;
    });
  await files.remove(removed);
  return image;
}

/**
 * Makes room among the images that the form does not show.
 * @param kept the image that was just added, which may be as old as others to the millisecond, and those that the form shows
 * @returns where the bytes of the removed ones are
 */
async function removeOldest(
  transaction: Transaction<Schema>,
  formId: string,
  kept: { readonly added: string; readonly shown: readonly string[] },
): Promise<string[]> {
  const images = await transaction
    .selectFrom("form_images")
    .innerJoin("images", "images.id", "form_images.image_id")
    .select("images.id")
    .where("form_id", "=", formId)
    .where("images.id", "<>", kept.added)
    .orderBy("images.created_at", "desc")
    .orderBy("images.id")
    .execute();
  const old = images.slice(MAX_IMAGES - 1).filter(({ id }) => !kept.shown.includes(id));
  return unlinkImages(
    transaction,
    formId,
    old.map(({ id }) => id),
  );
}

/**
 * Takes images from a form. Those that no other form has are deleted.
 * @param ids undefined: all of the form
 * @returns where the bytes of the deleted ones are
 */
export async function unlinkImages(
  transaction: Transaction<Schema>,
  formId: string,
  ids?: readonly string[],
): Promise<string[]> {
  if (ids?.length === 0) return [];
  const unlinked = await transaction
    .deleteFrom("form_images")
    .where("form_id", "=", formId)
    .$if(ids !== undefined, (query) => query.where("image_id", "in", ids!))
    .returning("image_id")
    .execute();
  if (unlinked.length === 0) return [];
  const deleted = await transaction
    .deleteFrom("images")
    .where(
      "id",
      "in",
      unlinked.map(({ image_id }) => image_id),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("form_images").select("form_id").whereRef("image_id", "=", "images.id"))),
    )
    .returning("storage_key")
    .execute();
  return deleted.map(({ storage_key }) => storage_key);
}

/** A new structure of a form, and the account that stores it. */
export interface StoredStructure {
  readonly accountId: string;
  readonly form: Pick<Form, "id" | "owner_id">;
  readonly structure: FormStructure;
}

/**
 * Links a form with the images that its structure names. The account must have access to a form with these images, such as the
 * original of a copy; other images are left out. They count as files of the form's owner.
 * @throws Refusal quota_exceeded
 */
export async function linkImages(
  transaction: Transaction<Schema>,
  budgets: Budgets,
  { accountId, form, structure }: StoredStructure,
  now: Date,
): Promise<void> {
  const ids = imageIds(structure);
  if (ids.length === 0) return;
  const found = await accessibleImages(transaction, accountId, ids);
  if (found.length === 0) return;
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto("form_images")
    .values(found.map((image_id) => ({ form_id: form.id, image_id })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) await requireBudget(transaction, budgets, form.owner_id, ["files"], now);
}

/** Warnings about images that will not be shown. */
export async function imageWarnings(
  queries: Queries,
  accountId: string,
  structure: FormStructure,
): Promise<Warning[]> {
  const ids = imageIds(structure);
  const found = ids.length === 0 ? [] : await accessibleImages(queries, accountId, ids);
  const unknown = placedImages(structure).filter(({ value }) => !found.includes(value));
  return unknown.map(({ value: id, path }): Warning => {
    const [, role = "picture"] = /^\/theme\/(\w+)$/.exec(path) ?? [];
    const message = `There is no image ${id} that you may use, so no ${role} is shown. Upload one in the form's editor.`;
    return { code: "unknown_image", message, path };
  });
}

async function accessibleImages(
  queries: Queries,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await queries
    .selectFrom("form_images")
    .innerJoin("forms", "forms.id", "form_images.form_id")
    .select("form_images.image_id")
    .distinct()
    .where("form_images.image_id", "in", ids)
    .where(isNotDeleted)
    .where(isAccessible(accountId))
    .execute();
  return rows.map(({ image_id }) => image_id);
}

/** The images that a form has; those of its current version, and others for respondents who began in an older one. */
export async function collectImages(
  queries: Queries,
  formId: string,
  structure: FormStructure,
): Promise<ReadonlyMap<string, FormImage>> {
  if (imageIds(structure).length === 0) return new Map();
  const rows = await queries
    .selectFrom("form_images")
    .innerJoin("images", "images.id", "form_images.image_id")
    .select(["images.id", "images.width", "images.height"])
    .where("form_id", "=", formId)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
