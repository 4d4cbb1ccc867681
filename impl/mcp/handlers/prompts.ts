/** The prompts: their messages are in the spec; a person who picks one finds a form by a part of its title. */
import type { Call, CompletionRequest } from "@toolwright/runtime";
import type { Handlers } from "../../../generated/handlers.ts";
import { limits } from "../../../generated/limits.ts";
import type { App } from "../../app.ts";
import { accessibleForm } from "../../forms/forms.ts";
import { listForms } from "../../forms/list.ts";

/** The number of suggestions in a menu. */
const SUGGESTED = 20;

export function prompts(app: Pick<App, "storage" | "cursors" | "directories">): Handlers["prompts"] {
  const completeForm = completeForms(app);
  return { completeReviewForm: completeForm, completeSummariseResponses: completeForm };
}

/** Suggests ids of accessible forms whose title contains the text, latest change first. An id suggests itself. */
export function completeForms({ storage, cursors, directories }: Parameters<typeof prompts>[0]) {
  return async ({ value }: CompletionRequest<"form_id">, { account }: Call): Promise<string[]> => {
    if (value.length > limits.title_length.max) return [];
    const exact = isId(value) && (await accessibleForm(storage.db, account, value));
    if (exact) return [value];
    const parts = { queries: storage.db, cursors, directories };
    const { forms } = await listForms(parts, account, { query: value || undefined }, { limit: SUGGESTED });
    return forms.map(({ id }) => id);
  };
}

function isId(value: string): boolean {
  return /^frm_[0-9A-Za-z]{22}$/.test(value);
}
