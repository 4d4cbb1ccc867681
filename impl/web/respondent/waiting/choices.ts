/** `/f/FORM/waiting?field=FIELD`: the page on which respondents wait for full choices of an open form. */

import { seeOther, type WebContext } from "../../reply.ts";
import type { Site } from "../../site.ts";
import { type FormRequest, formRequest } from "../public-form/form-request.ts";
import { type FormMessage, replyMessage, replyNotFound } from "../public-form/message-replies.ts";
import { findPublicForm } from "../public-form/public-form.ts";
import {
  type ChoiceEntry,
  choiceOffer,
  choiceWaitingAddress,
  type FullQuestion,
  fullQuestion,
} from "../public-form/waiting-offer.ts";

/** A choice that has a place again leads to the form. */
export async function showChoices(
  c: WebContext,
  site: Pick<Site, "storage" | "clock">,
  formId: string,
): Promise<Response> {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return replyNotFound(c);
  const request = formRequest(c, publicForm);
  const question = fullQuestion(request, c.req.query("field") ?? "");
  return question ? replyChoices(request, question) : seeOther(c, request.addressIn(request.t.language));
}

export function replyChoices(request: FormRequest, question: FullQuestion, sent?: ChoiceEntry): Response {
  const message = {
    title: request.t.say("waiting_button"),
    text: request.t.say("waiting_choice_text"),
    more: choiceOffer(request, question, sent),
    mark: "late",
    addressIn: (language) => choiceWaitingAddress(request, question.id, language),
  } as const satisfies FormMessage;
  return replyMessage(request, message, { status: sent?.entry.status ?? 200 });
}
