import type { Confirmation } from "../../responses/confirm.ts";
import type { FormRequest } from "../public-form/form-request.ts";
import { replyMessage } from "../public-form/message-replies.ts";
import type { WebContext } from "../reply.ts";
import type { Site } from "../site.ts";

/** Says why a response with a confirmed address does not count. */
export function replyNotCounted(
  c: WebContext,
  site: Site,
  request: FormRequest,
  state: Extract<Confirmation["state"], "answered_before" | "full">,
): Response {
  const { t } = request;
  const message =
    state === "full"
      ? { title: t.say("full_title"), text: t.say("full_late_text"), mark: "closed" as const }
      : { title: t.say("answered_before_title"), text: t.say("answered_before_text"), mark: "done" as const };
  return replyMessage(c, site, request, message, { status: 410 });
}
