/** The tool service_create_form. */
import type { Handlers } from "../../../generated/handlers.ts";
import { reportingTo } from "../../ai/generators.ts";
import type { App } from "../../app.ts";
import { createForm as create } from "../../forms/create.ts";
import { createFromStructure } from "../../forms/create-from-structure.ts";

export function createForm(
  app: Pick<App, "storage" | "clock" | "editForm" | "generateForm" | "formUrls">,
): Handlers["createForm"] {
  return async (input, call) => {
    const options = {
      title: input.title,
      languages: input.languages,
      defaultLanguage: input.default_language,
      publish: input.publish,
      idempotencyKey: input.idempotency_key,
    };
    const form =
      input.structure === undefined
        ? await create(
            { ...app, ...reportingTo(call, app) },
            call.account,
            { prompt: input.prompt, ...options },
            call.signal,
          )
        : await createFromStructure(app, call.account, { structure: input.structure, ...options });
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
