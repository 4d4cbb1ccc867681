import type { Ending } from "../../../../generated/types.ts";
import { conditionHolds } from "../../../forms/answers/compiled.ts";
import { drawFormatted } from "../../../forms/fields/parts/formatted.ts";
import { html } from "../../../platform/html.ts";
import { parseAnswers } from "../../../responses/responses.ts";
import { answerKey } from "../../components/answer-key.ts";
import { createMentions } from "../../components/mentions.ts";
import { seeOther, type WebContext } from "../../reply.ts";
import { formRequest, query } from "../public-form/form-request.ts";
import { replyMessage, replyNotFound } from "../public-form/message-replies.ts";
import { findSent, type SentSite } from "./find-response.ts";

/** Answers a GET with the ending that the answers lead to. */
export async function showEnding(
  c: WebContext,
  site: SentSite,
  formId: string,
  ticket: string,
): Promise<Response> {
  const sent = await findSent(site, formId, ticket);
  if (sent === undefined) return replyNotFound(c);
  const { response, publicForm } = sent;
  const request = formRequest(c, publicForm);
  const { t, embedded } = request;
  const address = (page: string, language = t.language) =>
    `/f/${formId}/${page}/${ticket}${query(language, embedded)}`;
  if (response.status !== "verified") return seeOther(c, address("sent"));
  const structure = (await publicForm.structureOf(response.form_version)) ?? publicForm.structure;
  const answers = parseAnswers(response);
  const mentions = createMentions(structure, answers, t);
  const ending = structure.endings?.find(({ when }) => !when || conditionHolds(when, answers));
  // The current setting decides, so an owner can also hide the key from earlier respondents.
  const { answer_key: key } = publicForm.structure.settings ?? {};
  const message = {
    title: ending ? mentions.plain(t.of(ending.title)) : t.say("thanks_title"),
    text: ending ? ending.message && drawFormatted(t, ending.message, mentions) : t.say("thanks_text"),
    more: html`${continueLink(ending?.redirect_url, t.say)}${answerKey(t, structure, answers, mentions, key)}`,
    mark: "done" as const,
    addressIn: (language: typeof t.language) => address("done", language),
  };
  return replyMessage(request, { ...message, text: message.text ?? "" });
}

/** Draws a link with its host, so the respondent can decide whether to follow it; undefined for an invalid address. */
function continueLink(
  url: Ending["redirect_url"],
  say: (key: "continue_to", values: { host: string }) => string,
) {
  const host = URL.parse(url ?? "")?.host;
  if (url === undefined || host === undefined) return undefined;
  return html`
    <div class="actions">
      <a class="main" href="${url}" target="_top" rel="noopener">${say("continue_to", { host })}</a>
    </div>
  `;
}
