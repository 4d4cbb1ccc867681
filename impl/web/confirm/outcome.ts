import type { Confirmation } from "../../responses/confirm.ts";
import type { WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { replyWords } from "../visit/messages.ts";
import type { FormRequest } from "../visit/request.ts";

/** Says why an address that was proven does not count. */
export function replyConfirmation(
  c: WebContext,
  site: Site,
  request: FormRequest,
  state: Extract<Confirmation["state"], "answered_before" | "full">,
): Response {
  const { t } = request;
  const words =
    state === "full"
      ? { title: t.say("full_title"), text: t.say("full_late_text"), mark: "closed" as const }
      : { title: t.say("answered_before_title"), text: t.say("answered_before_text"), mark: "done" as const };
  return replyWords(c, site, request, words, { status: 410 });
}
