/** The tool service_find_form_by_name. */
import type { Handlers } from "../../../generated/handlers.ts";
import type { App } from "../../app.ts";
import { findFormsByName } from "../../forms/find.ts";

export function findFormByName(app: Pick<App, "storage" | "directories">): Handlers["findFormByName"] {
  return async ({ name }, call) => {
    const found = await findFormsByName(app.storage.db, app.directories, call.account, name);
    return {
      matches: found.map((form) => ({
        form_id: form.id,
        title: form.title,
        status: form.status,
        access: form.access,
        updated_at: form.updated_at,
        score: Math.round(form.score * 1000) / 1000,
      })),
    };
  };
}
