/** The page after the confirmation: the ending that the answers lead to, and its calendar file. */
import type { Ending, FormStructure } from "../../../../generated/types.ts";
import type { Answers } from "../../../forms/answers/answer.ts";
import { conditionHolds } from "../../../forms/answers/expression-trees.ts";
import { CALENDAR_TYPE } from "../../../platform/calendar-file.ts";
import { html } from "../../../platform/html.ts";
import { parseAnswers } from "../../../responses/responses.ts";
import { answerKey } from "../../components/ending/answer-key.ts";
import { CALENDAR_FILE_NAME, endingCalendar, endingLinks } from "../../components/ending/ending-links.ts";
import { endingText } from "../../components/ending/ending-text.ts";
import { takenPlaces } from "../../components/ending/taken-places.ts";
import { createMentions, type Mentions } from "../../components/mentions.ts";
import { securityHeaders, seeOther, type WebContext } from "../../reply.ts";
import type { Site } from "../../site.ts";
import { type FormRequest, formRequest, query } from "../public-form/form-request.ts";
import { replyMessage, replyNotFound } from "../public-form/message-replies.ts";
import { findSent, type SentResponse, type SentSite } from "./find-response.ts";

/** Answers a GET with the ending that the answers lead to. */
export async function showEnding(
  c: WebContext,
  site: SentSite,
  formId: string,
  ticket: string,
): Promise<Response> {
  const reached = await reachEnding(c, site, formId, ticket);
  if (reached === undefined) return replyNotFound(c);
  const { request, sent, structure, answers, mentions, ending } = reached;
  const { t, embedded } = request;
  const address = (page: string, language = t.language) => `/f/${formId}/${page}${query(language, embedded)}`;
  if (sent.response.status !== "verified") return seeOther(c, address(`sent/${ticket}`));
  // The current setting decides, so an owner can also hide the key from earlier respondents.
  const { answer_key: key } = sent.publicForm.structure.settings ?? {};
  const links = endingLinks(t, ending, () => address(`done/${ticket}/${CALENDAR_FILE_NAME}`));
  const message = {
    title: ending ? mentions.plain(t.of(ending.title)) : t.say("thanks_title"),
    text: ending ? endingText(t, ending, mentions, sent.publicForm.images) : t.say("thanks_text"),
    more: html`${takenPlaces(t, { structure, answers, mentions })}${links}${answerKey(t, structure, answers, mentions, key)}`,
    mark: "done" as const,
    addressIn: (language: typeof t.language) => address(`done/${ticket}`, language),
    goTo: redirection(request, ending),
  };
  return replyMessage(request, message);
}

/** Answers a GET of the calendar file of the ending. */
export async function sendCalendar(
  c: WebContext,
  site: SentSite & Pick<Site, "publicUrl">,
  formId: string,
  ticket: string,
): Promise<Response> {
  const reached = await reachEnding(c, site, formId, ticket);
  if (reached?.sent.response.status !== "verified") return replyNotFound(c);
  const { request, mentions, ending } = reached;
  const uid = `${formId}.${ending?.id}@${new URL(site.publicUrl()).host}`;
  const file = endingCalendar(request.t, ending, mentions, { uid, now: site.clock() });
  if (file === undefined) return replyNotFound(c);
  return c.body(file, 200, {
    ...securityHeaders(false),
    "Content-Type": CALENDAR_TYPE,
    "Content-Disposition": `attachment; filename="${CALENDAR_FILE_NAME}"`,
    "Cache-Control": "private, no-store",
  });
}

/** The ending of a response, and what its texts need. The response need not be confirmed. */
interface ReachedEnding {
  readonly request: FormRequest;
  readonly sent: SentResponse;
  readonly structure: FormStructure;
  readonly answers: Answers;
  readonly mentions: Mentions;
  /** Undefined if the form has no ending for the answers. */
  readonly ending: Ending | undefined;
}

/** Finds the ending in the version that the respondent answered; undefined: the ticket leads to no response. */
async function reachEnding(
  c: WebContext,
  site: SentSite,
  formId: string,
  ticket: string,
): Promise<ReachedEnding | undefined> {
  const sent = await findSent(site, formId, ticket);
  if (sent === undefined) return undefined;
  const { response, publicForm } = sent;
  const request = formRequest(c, publicForm);
  const structure = (await publicForm.structureOf(response.form_version)) ?? publicForm.structure;
  const answers = parseAnswers(response);
  const mentions = createMentions(structure, answers, request.t);
  const ending = structure.endings?.find(({ when }) => !when || conditionHolds(when, answers));
  return { request, sent, structure, answers, mentions, ending };
}

/** The parameter of the address to which a confirmation leads. */
const CONFIRMED = "confirmed";

/**
 * Leads to the ending from a confirmation. This step alone may lead on to another site, so a respondent who comes back finds the
 * ending, and the Back button never meets the redirection again.
 */
export function goToConfirmed(request: FormRequest, ticket: string): Response {
  const { c, form, t, embedded } = request;
  return seeOther(c, `/f/${form.id}/done/${ticket}${query(t.language, embedded)}&${CONFIRMED}=1`);
}

/**
 * The address to which the page of the ending leads at once. In a frame of another site it stays, because the target need not allow
 * frames. Stored forms are checked again, because what is shown without a click has to be https whatever stored them.
 */
function redirection({ c, embedded }: FormRequest, ending: Ending | undefined): string | undefined {
  if (!ending?.redirect_at_once || embedded || c.req.query(CONFIRMED) === undefined) return undefined;
  const url = URL.parse(ending.redirect_url ?? "");
  return url?.protocol === "https:" ? url.href : undefined;
}
