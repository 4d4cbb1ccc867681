/** Sends pages with one message, such as that a form is closed. */
import type { Html } from "../../../platform/html.ts";
import type { TextKey } from "../../../texts/languages.ts";
import { drawOwnText, openingText } from "../../components/availability-note.ts";
import type { PageView } from "../../components/layout.ts";
import { createLook } from "../../components/look.ts";
import { type MessageView, messagePage } from "../../components/message.ts";
import { type ReplyOptions, reply, type WebContext } from "../../reply.ts";
import type { FormRequest } from "./form-request.ts";
import { visitorTranslation } from "./form-request.ts";
import type { PublicForm } from "./public-form.ts";
import { type WaitingEntry, waitingOffer } from "./waiting-offer.ts";

/** Sends a page with one message about a form. The page has the form's title unless a password protects it. */
export function replyMessage(
  request: FormRequest,
  message: FormMessage,
  options: Omit<ReplyOptions, "framable"> & { readonly hideTitle?: boolean } = {},
): Response {
  const { hideTitle = false, ...rest } = options;
  const { c, form, embedded } = request;
  const framable = embedded !== false && form.password_hash === null;
  return reply(c, messageAbout(request, message, hideTitle), { framable, ...rest });
}

/** A message about a form. */
export type FormMessage = Pick<MessageView, "title" | "text" | "more" | "mark" | "scripts" | "goTo"> &
  Partial<Pick<MessageView, "addressIn" | "languages">>;

/** Draws a page with one message about a form. @param hideTitle whether the visitor may not know what the form is called */
export function messageAbout(
  { t, publicForm, embedded, addressIn }: FormRequest,
  message: FormMessage,
  hideTitle = false,
): PageView {
  return messagePage({
    t,
    formTitle: hideTitle ? undefined : t.of(publicForm.structure.title),
    embedded,
    look: hideTitle ? undefined : createLook({ t, ...publicForm }),
    languages: publicForm.structure.languages,
    addressIn,
    ...message,
  });
}

const UNAVAILABLE = {
  paused: { title: "paused_title", text: "paused_text", mark: "pause", status: 403 },
  archived: { title: "closed_title", text: "closed_text", mark: "closed", status: 410 },
  upcoming: { title: "upcoming_title", text: undefined, mark: "late", status: 403 },
  closed: { title: "closed_title", text: "closed_text", mark: "closed", status: 410 },
  full: { title: "full_title", text: "full_text", mark: "closed", status: 410 },
} as const satisfies Record<
  Exclude<PublicForm["state"], "open">,
  { title: TextKey; text: TextKey | undefined; mark: MessageView["mark"]; status: number }
>;

/** Sends the page that says why a form takes no answers. @param entry an address that was not put on the waiting list */
export function replyUnavailable(
  request: FormRequest,
  state: keyof typeof UNAVAILABLE,
  entry?: WaitingEntry,
): Response {
  const { title, mark, status } = UNAVAILABLE[state];
  const { t, form } = request;
  const more = waitingOffer(request, state, entry);
  const message = { title: t.say(title), text: unavailableText(request, state), more, mark };
  const options = { status: entry?.status ?? status, hideTitle: form.password_hash !== null };
  return replyMessage(request, message, options);
}

/** Draws the owner's own text where the form is closed or full, unless a password protects it; else the sentence of the service. */
function unavailableText(
  { t, form, publicForm }: FormRequest,
  state: keyof typeof UNAVAILABLE,
): Html | string {
  const { settings = {} } = publicForm.structure;
  if (state === "upcoming") return openingText(t, settings, publicForm.zone);
  if (state === "paused" || form.password_hash !== null) return t.say(UNAVAILABLE[state].text);
  const own = state === "full" ? settings.full_text : settings.closed_text;
  return drawOwnText(t, own) ?? t.say(UNAVAILABLE[state].text);
}

/** Sends the same page for a form that does not exist, a form that is not public, and every other wrong address. */
export function replyNotFound(c: WebContext): Response {
  return replyGeneralMessage(c, { title: "not_found_title", text: "not_found_text" }, { status: 404 });
}

/** Sends a page with one message that is not about a form. */
export function replyGeneralMessage(
  c: WebContext,
  {
    title,
    text,
    count,
    mark = "closed",
  }: { title: TextKey; text: TextKey; count?: number; mark?: MessageView["mark"] },
  options: ReplyOptions,
): Response {
  const t = visitorTranslation(c);
  const message = { title: t.say(title), text: t.say(text, count === undefined ? {} : { count }) };
  const page = messagePage({ t, ...message, mark, embedded: false, languages: [], addressIn: () => "" });
  return reply(c, page, options);
}

export function replyTooMany(c: WebContext, retryAfterSeconds: number): Response {
  const message = {
    title: "too_many_title",
    text: "too_many_text",
    count: minutes(retryAfterSeconds),
    mark: "late",
  } as const;
  return replyGeneralMessage(c, message, {
    status: 429,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

export function minutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}
