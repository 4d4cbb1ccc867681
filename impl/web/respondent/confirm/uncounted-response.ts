import type { NotCounted } from "../../../responses/confirm.ts";
import { actions, linkButton } from "../../components/controls/buttons.ts";
import { type FormRequest, query } from "../public-form/form-request.ts";
import { replyMessage } from "../public-form/message-replies.ts";
import { waitingOffer } from "../public-form/waiting-offer.ts";

/** Sends the page that says why a response with a confirmed address does not count. */
export function replyNotCounted(request: FormRequest, reason: NotCounted): Response {
  const { t, form, embedded } = request;
  if (reason.state === "choice_full") {
    const message = {
      title: t.say("choice_late_title"),
      text: t.say("choice_late_text", { choice: t.of(reason.choice) }),
      more: actions(
        linkButton({
          text: t.say("fill_again"),
          look: "main",
          address: `/f/${form.id}${query(t.language, embedded)}`,
        }),
      ),
      mark: "closed" as const,
    };
    return replyMessage(request, message, { status: 410 });
  }
  const message =
    reason.state === "full"
      ? {
          title: t.say("full_title"),
          text: t.say("full_late_text"),
          more: waitingOffer(request, "full"),
          mark: "closed" as const,
        }
      : { title: t.say("answered_before_title"), text: t.say("answered_before_text"), mark: "done" as const };
  return replyMessage(request, message, { status: 410 });
}
