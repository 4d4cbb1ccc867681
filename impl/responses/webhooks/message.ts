/** Reads the message about an event that people get in a chat: the title of the form, some answers and a link. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import { type Form, structureOfVersion } from "../../forms/forms.ts";
import { formUrls } from "../../forms/urls.ts";
import type { Delivery, Webhook } from "../../forms/webhooks/webhooks.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { isOwnerLanguage, type OwnerTranslation, ownerTranslation } from "../../texts/owner/owner-texts.ts";
import { shorten } from "../../texts/shorten.ts";
import { fillIn, showWithUnit } from "../analysis/read-columns.ts";
import { answerWording } from "../exports/answer-wording.ts";
import { versionColumns } from "../exports/columns.ts";
import type { ReadResponse } from "../latest.ts";
import type { ChatMessage } from "./chat-formats.ts";
import { readEventResponse } from "./event-response.ts";

/** The answers of a message; the others are behind its link. */
const MAX_ANSWERS = 10;
const TITLE_LENGTH = 100;
const QUESTION_LENGTH = 60;
const ANSWER_LENGTH = 200;
/** The number of characters of all rows. If all of them are escaped, a message of Discord still has at most 2,000. */
const ROOM = 700;

/** @returns undefined if there is nothing to tell any more */
export async function readMessage(
  queries: Queries,
  webhook: Webhook,
  delivery: Delivery,
  publicUrl: string,
): Promise<ChatMessage | undefined> {
  const form = await queries
    .selectFrom("forms")
    .selectAll()
    .where("id", "=", webhook.form_id)
    .executeTakeFirst();
  if (form === undefined) return undefined;
  const t = await findTranslation(queries, form, webhook);
  const title = shorten(oneLine(form.title), TITLE_LENGTH);
  const { event, response_id } = delivery;
  const pages = `${publicUrl}/forms/${form.id}`;
  switch (event) {
    case "form.published": {
      const link = { text: t.say("chat_open_form"), url: formUrls(publicUrl, form.id).public };
      return { title: t.say("chat_published", { title }), rows: [], more: undefined, link };
    }
    case "response.deleted":
      return { title: t.say("chat_deleted", { title }), rows: [], more: undefined, link: undefined };
    case "response.verified":
    case "test": {
      const response = await readEventResponse(queries, webhook, delivery);
      const structure = response && (await structureOfVersion(queries, form.id, response.form_version));
      if (response === undefined || structure === undefined) return undefined;
      const isTest = event === "test";
      const url = isTest ? `${pages}/connections/${webhook.id}` : `${pages}/responses/${response_id}`;
      return {
        title: t.say(isTest ? "chat_test" : "chat_response", { title }),
        ...writeRows(t, form.default_language, structure, response),
        link: { text: t.say(isTest ? "hook_made_done" : "chat_open"), url },
      };
    }
  }
}

/** The words are in the language of the form's owner; if it has chosen none, in that of the page where the webhook was added. */
async function findTranslation(queries: Queries, form: Form, webhook: Webhook): Promise<OwnerTranslation> {
  const owner = await queries
    .selectFrom("accounts")
    .select(["language", "time_zone"])
    .where("id", "=", form.owner_id)
    .executeTakeFirst();
  const language = owner?.language ?? webhook.language ?? "";
  return ownerTranslation(isOwnerLanguage(language) ? language : "en", owner?.time_zone ?? undefined);
}

/** Writes the first answers, each in one line: a line break in an answer would look like another question. */
function writeRows(
  t: OwnerTranslation,
  language: Language,
  structure: FormStructure,
  response: ReadResponse,
): Pick<ChatMessage, "rows" | "more"> {
  const columns = versionColumns(
    structure,
    answerWording(t, { language, fallback: structure.default_language }),
  );
  const all = [
    [t.say("responses_who"), response.email ?? ""] as const,
    ...columns.map(
      (column) => [fillIn(column.label, columns, response), showWithUnit(column, response) ?? ""] as const,
    ),
  ]
    .map(([question, answer]) => [oneLine(question), oneLine(answer)] as const)
    .filter(([, answer]) => answer !== "");
  let room = ROOM;
  const rows = all
    .slice(0, MAX_ANSWERS)
    .map(
      ([question, answer]) => [shorten(question, QUESTION_LENGTH), shorten(answer, ANSWER_LENGTH)] as const,
    )
    .filter(([question, answer]) => {
      room -= question.length + answer.length;
      return room >= 0;
    });
  const more = all.length - rows.length;
  return { rows, more: more === 0 ? undefined : t.say("chat_more", { count: more }) };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
