/** Finds a form for an account, and refuses what its access or its plan does not allow. */
import { Refusal } from "@toolwright/runtime";
import type { FormAccess } from "../../generated/types.ts";
import { requireWritable } from "../accounts/access-mode.ts";
import { accountById } from "../accounts/accounts.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { type AccessibleForm, accessibleForm } from "./forms.ts";

const ranks: Readonly<Record<FormAccess, number>> = { view: 0, edit: 1, admin: 2, owner: 3 };

/** @throws Refusal not_found, for forms of others just as for forms that do not exist */
export async function findForm(queries: Queries, accountId: string, formId: string): Promise<AccessibleForm> {
  const form = await accessibleForm(queries, accountId, formId);
  if (form) return form;
  throw notAccessible(formId);
}

/** The same for others' forms and for none. */
export function notAccessible(formId: string): Refusal {
  return new Refusal(
    "not_found",
    `No form ${formId} is accessible to you. service_list_forms shows those that are.`,
  );
}

/**
 * A form that the account has the permission for, with or without an active subscription.
 * @throws Refusal not_found, forbidden
 */
export async function findFormFor(
  queries: Queries,
  accountId: string,
  formId: string,
  needed: "edit" | "admin",
): Promise<AccessibleForm> {
  const form = await findForm(queries, accountId, formId);
  requirePermission(form, needed);
  return form;
}

/** @throws Refusal forbidden */
export function requirePermission(form: AccessibleForm, needed: "edit" | "admin"): void {
  if (ranks[form.access] < ranks[needed]) {
    throw new Refusal(
      "forbidden",
      `Form ${form.id} is shared with you for ${form.access}; this needs ${needed}. Ask ${form.owner_email}, who owns it.`,
      { access: form.access, needed, owner: form.owner_email },
    );
  }
}

/**
 * Returns whether an account may know that another one has access. Sharing shows those who may only edit the owner and
 * themselves.
 */
export function maySeeAddress(
  { access, owner_id }: Pick<AccessibleForm, "access" | "owner_id">,
  accountId: string,
  other: string | null,
): boolean {
  return access === "owner" || access === "admin" || other === accountId || other === owner_id;
}

/**
 * A form that the account may write to. Checks, in this order, that the form is accessible, that the permission
 * suffices, and that the subscription allows changes.
 * @throws Refusal not_found, forbidden, subscription_inactive
 */
export async function findWritableForm(
  queries: Queries,
  accountId: string,
  formId: string,
  needed: "edit" | "admin",
  now: Date,
): Promise<AccessibleForm> {
  const form = await findFormFor(queries, accountId, formId, needed);
  requireWritable(await accountById(queries, accountId), now);
  return form;
}
