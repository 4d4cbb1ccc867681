/** The tool service_list_forms. */
import type { Handlers } from "../../../generated/handlers.ts";
import type { App } from "../../app.ts";
import { listForms as list } from "../../forms/list.ts";
import { countsVerified } from "../../forms/verified-responses.ts";

export function listForms(
  app: Pick<App, "storage" | "cursors" | "directories" | "formUrls">,
): Handlers["listForms"] {
  return async ({ query, status, limit, cursor }, call) => {
    const { storage, cursors, directories } = app;
    const parts = { queries: storage.db, cursors, directories };
    const page = await list(parts, call.account, { query, status }, { limit, cursor });
    const ids = page.forms.map(({ id }) => id);
    const counts = await countsVerified(app.storage.db, ids);
    return {
      forms: page.forms.map((form) => ({
        form_id: form.id,
        title: form.title,
        status: form.status,
        access: form.access,
        response_count: counts.get(form.id) ?? 0,
        updated_at: form.updated_at,
        urls: app.formUrls(form.id, form.status),
      })),
      total_count: page.totalCount,
      next_cursor: page.nextCursor ?? null,
    };
  };
}
