import type { Handlers } from "../../generated/handlers.ts";
import type { App } from "../app.ts";
import { findForm } from "../forms/access.ts";
import { editState } from "../forms/edit-state.ts";
import { formLanguages, structureOf } from "../forms/forms.ts";
import { countVerified } from "../responses/responses.ts";

export function getForm(app: App): Handlers["getForm"] {
  return async ({ form_id, include_structure }, call) => {
    const form = await findForm(app.storage.db, call.account, form_id);
    return {
      form_id: form.id,
      title: form.title,
      status: form.status,
      owner: { email: form.owner_email, is_caller: form.access === "owner" },
      access: form.access,
      languages: formLanguages(form),
      password_protected: form.password_hash !== null,
      timestamps: {
        created_at: form.created_at,
        updated_at: form.updated_at,
        ...(form.published_at !== null && { published_at: form.published_at }),
        ...(form.archived_at !== null && { archived_at: form.archived_at }),
      },
      edit_state: editState(await countVerified(app.storage.db, form.id)),
      urls: app.formUrls(form.id),
      revision: form.revision,
      ...(include_structure && { structure: await structureOf(app.storage.db, form) }),
    };
  };
}
