/** The places that are held for a response that is not confirmed yet. */

import type { Html } from "../../../platform/html.ts";
import { holdSeconds } from "../../../responses/capacity.ts";
import { parseAnswers, type StoredResponse } from "../../../responses/responses.ts";
import type { Translation } from "../../../texts/translate.ts";
import { heldPlaces, wholeMinutes } from "../../components/ending/taken-places.ts";
import { createMentions } from "../../components/mentions.ts";
import type { FormRequest } from "../public-form/form-request.ts";
import type { PublicForm } from "../public-form/public-form.ts";
import type { SentResponse, SentSite } from "./find-response.ts";

/** Draws the places, and the time for which they are held; undefined: the response has chosen none. */
export async function placesHeld(
  { storage, clock }: Pick<SentSite, "storage" | "clock">,
  { t }: FormRequest,
  { publicForm, response }: SentResponse,
): Promise<Html | undefined> {
  // Places are those of the form as it is now, whatever version was answered.
  const { structure } = publicForm;
  const answers = parseAnswers(response);
  const seconds = await holdSeconds(storage.db, response, structure, answers, clock());
  if (seconds === undefined || response.status !== "pending_verification") return undefined;
  const mentions = createMentions(structure, answers, t);
  return heldPlaces(t, { structure, answers, mentions }, seconds);
}

/**
 * Says in the mail for how long places are held, or that they no longer are; undefined: the response has chosen none. The mail
 * does not name the choices, because any visitor can have it sent to a stranger.
 */
export async function holdSentence(
  { storage, clock }: Pick<SentSite, "storage" | "clock">,
  t: Translation,
  { structure }: PublicForm,
  response: Pick<StoredResponse, "id" | "answers">,
): Promise<string | undefined> {
  const seconds = await holdSeconds(storage.db, response, structure, parseAnswers(response), clock());
  if (seconds === undefined) return undefined;
  return seconds > 0 ? t.say("mail_hold", { time: wholeMinutes(t, seconds) }) : t.say("hold_over");
}
