/** The tool service_share_form. */
import type { Handlers } from "../../../generated/handlers.ts";
import type { App } from "../../app.ts";
import { shareForm as share } from "../../forms/sharing/share.ts";

export function shareForm(app: Pick<App, "storage" | "clock">): Handlers["shareForm"] {
  return async ({ form_id, email, permission }, call) => {
    const shared = await share(app, call.account, form_id, { email, permission });
    return { form_id, ...shared };
  };
}
