/** The tool service_create_form. */
import type { Handlers } from "../../generated/handlers.ts";
import { createForm as create } from "../forms/create.ts";
import type { App } from "./app.ts";

export function createForm(app: App): Handlers["createForm"] {
  return async (input, call) => {
    const request = {
      prompt: input.prompt,
      title: input.title,
      languages: input.languages,
      defaultLanguage: input.default_language,
      publish: input.publish,
      idempotencyKey: input.idempotency_key,
    };
    const form = await create(app, call.account, request, call.signal);
    return {
      form_id: form.id,
      title: form.title,
      status: form.status,
      urls: app.formUrls(form.id),
      revision: form.revision,
      languages: [...form.languages],
      field_count: form.fieldCount,
      generator: form.generator,
      warnings: [...form.warnings],
    };
  };
}
