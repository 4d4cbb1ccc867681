/** The tool service_clone_form. */
import type { Handlers } from "../../../generated/handlers.ts";
import type { App } from "../../app.ts";
import { cloneForm as clone } from "../../forms/create/clone.ts";
import { formLanguages } from "../../forms/forms.ts";

export function cloneForm(app: Pick<App, "storage" | "clock" | "formUrls">): Handlers["cloneForm"] {
  return async ({ form_id, title, idempotency_key }, call) => {
    const options = { idempotencyKey: idempotency_key, tokenId: call.token };
    const { form, warnings } = await clone(app, call.account, form_id, title, options);
    return {
      form_id: form.id,
      title: form.title,
      status: form.status,
      urls: app.formUrls(form.id, form.status),
      revision: form.revision,
      languages: formLanguages(form),
      field_count: form.field_count,
      generator: { kind: "copy" },
      warnings: [...warnings],
      source_form_id: form_id,
    };
  };
}
