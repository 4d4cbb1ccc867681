/** Plans a new password of a form. */
import type { FormChange } from "../../../generated/types.ts";
import { hashPassword, isPassword } from "../../accounts/passwords.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { AccessibleForm } from "../forms.ts";
import { countVerified } from "../verified-responses.ts";
import type { Plan } from "./plan.ts";

/** The password to store. Hashing is slow on purpose, so it is done before the transaction. */
export interface NewPassword {
  readonly hash: string | null;
  /** The stored hash that the password already fits, if there was one. */
  readonly fits: string | undefined;
}

/** @param password null: respondents need none */
export async function preparePassword(form: AccessibleForm, password: string | null): Promise<NewPassword> {
  if (password === null) return { hash: null, fits: undefined };
  const stored = form.password_hash;
  if (stored !== null && (await isPassword(password, stored))) return { hash: stored, fits: stored };
  return { hash: await hashPassword(password), fits: undefined };
}

export async function planPassword(
  queries: Queries,
  form: AccessibleForm,
  { hash, fits }: NewPassword,
): Promise<Plan> {
  const isSame = hash === null ? form.password_hash === null : form.password_hash === fits;
  const change: FormChange = {
    kind: "password_changed",
    impact: "safe",
    path: "/password",
    message: changeMessage(form, hash),
  };
  return {
    form,
    responseCount: await countVerified(queries, form.id),
    changes: isSame ? [] : [change],
    warnings: [],
    set: { password_hash: hash },
    structure: undefined,
    isNewVersion: false,
  };
}

function changeMessage({ password_hash: before }: AccessibleForm, after: string | null): string {
  if (after === null) return "The password was removed.";
  return before === null ? "A password was set." : "The password was replaced.";
}
