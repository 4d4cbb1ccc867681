/** The tool service_update_form. */
import type { Handlers } from "../../../generated/handlers.ts";
import type { UpdateFormInput, UpdateFormOutput } from "../../../generated/types.ts";
import { reportingTo } from "../../ai/generators.ts";
import type { App } from "../../app.ts";
import { editState } from "../../forms/edit-state.ts";
import { loadStructure } from "../../forms/forms.ts";
import { type FormEdit, updateForm as update } from "../../forms/update/update.ts";
import { formViews } from "../apps/form-views.ts";
import { withViews } from "../apps/views.ts";

/** The maximum numbers in the output. */
const MAX_CHANGES = 5_000;
const MAX_WARNINGS = 1_000;

export function updateForm(
  app: Pick<
    App,
    "storage" | "clock" | "editForm" | "generateForm" | "knownTranslation" | "translateForm" | "formUrls"
  >,
): Handlers["updateForm"] {
  return async (input, call) => {
    const { form_id: formId, expected_revision: expectedRevision, dry_run: dryRun, acknowledge } = input;
    const idempotencyKey = input.idempotency_key;
    const options = { expectedRevision, dryRun, acknowledge, idempotencyKey, tokenId: call.token };
    const request = { formId, edit: toEdit(input), ...options };
    const updated = await update({ ...app, ...reportingTo(call, app) }, call.account, request, call.signal);
    const { form, responseCount, changes, warnings, generator } = updated;
    const output = {
      form_id: form.id,
      status: form.status,
      revision: form.revision,
      edit_state: editState(responseCount),
      changes: changes.slice(0, MAX_CHANGES),
      warnings: [...truncationWarnings(changes.length), ...warnings].slice(0, MAX_WARNINGS),
      urls: app.formUrls(form.id, form.status),
      ...(generator && { generator }),
    };
    if (dryRun) return output;
    const structure = updated.structure ?? (await loadStructure(app.storage.db, form));
    return withViews(output, formViews(structure, app.clock()), output.warnings);
  };
}

function toEdit(input: UpdateFormInput): FormEdit {
  if (input.ai_prompt !== undefined) return { prompt: input.ai_prompt };
  if (input.structure !== undefined) return { structure: input.structure };
  if (input.operations !== undefined) return { operations: input.operations };
  if (input.status_action !== undefined) return { action: input.status_action };
  return { password: input.password };
}

function truncationWarnings(changes: number): UpdateFormOutput["warnings"] {
  if (changes <= MAX_CHANGES) return [];
  const message = `There are ${changes} changes; the first ${MAX_CHANGES} are listed. All of them count.`;
  return [{ code: "changes_cut", message }];
}
