/** The tool service_create_form. */
import type { Handlers } from "../../../generated/handlers.ts";
import { reportingTo } from "../../ai/generators.ts";
import type { App } from "../../app.ts";
import { createForm as create } from "../../forms/create/create.ts";
import { createFromStructure } from "../../forms/create/create-from-structure.ts";
import { structureOfVersion } from "../../forms/forms.ts";
import { formViews } from "../apps/form-views.ts";
import { withViews } from "../apps/views.ts";

const FIRST_VERSION = 1;

export function createForm(
  app: Pick<App, "storage" | "clock" | "editForm" | "generateForm" | "knownTranslation" | "formUrls">,
): Handlers["createForm"] {
  return async (input, call) => {
    const options = {
      title: input.title,
      languages: input.languages,
      defaultLanguage: input.default_language,
      publish: input.publish,
      idempotencyKey: input.idempotency_key,
      tokenId: call.token,
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
    const output = {
      form_id: form.id,
      title: form.title,
      status: form.status,
      urls: app.formUrls(form.id, form.status),
      revision: form.revision,
      languages: [...form.languages],
      field_count: form.fieldCount,
      generator: form.generator,
      warnings: [...form.warnings],
    };
    // When a call is repeated, the form may have changed since, or may be deleted.
    const structure = await structureOfVersion(app.storage.db, form.id, FIRST_VERSION);
    return structure === undefined
      ? output
      : withViews(output, formViews(structure, app.clock()), output.warnings);
  };
}
