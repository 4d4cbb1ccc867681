import type { Confirmation } from "../../responses/confirm.ts";
import type { FormRequest } from "../form/request.ts";
import { replyWords } from "../form/words.ts";
import type { WebContext } from "../reply.ts";
import type { Site } from "../site.ts";

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
