/** `/lessons`: the lessons of the account, the latest first, and the form for a new one, which leads to its price. */
import type { Refusal } from "@toolwright/runtime";
import { limits } from "../../../../generated/limits.ts";
import type { Language } from "../../../../generated/types.ts";
import { creditBalance } from "../../../accounts/credits/balance.ts";
import { createLesson } from "../../../lessons/create.ts";
import { allTopics } from "../../../lessons/library/topic.ts";
import { isWhollyIn } from "../../../lessons/library/translation.ts";
import { findVocabulary } from "../../../lessons/library/vocabulary.ts";
import { listLessons } from "../../../lessons/own-lessons.ts";
import type { LessonInput } from "../../../lessons/price.ts";
import { findQuote, lessonRequest, quotedItems, quoteLesson } from "../../../lessons/quote.ts";
import { generationStatus } from "../../../lessons/status.ts";
import { cleanText } from "../../../platform/clean-text.ts";
import { detectLanguage } from "../../../texts/detection/detect.ts";
import { isLanguage } from "../../../texts/languages.ts";
import { languageName } from "../../../texts/translate.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import { type ReplyOptions, seeOther } from "../../reply.ts";
import { doneAddress, doneText } from "../forms/done.ts";
import { listLanguages, newFormInputs } from "../forms/new.ts";
import { refusalText, requirePassword } from "../forms/refusal-text.ts";
import { handleRefusal } from "../forms/refusals.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { replyNoSuchPage } from "../refusals.ts";
import { type LessonDraft, lessonList } from "../views/lessons/list.ts";
import { quotePage } from "../views/lessons/quote.ts";

type LessonsRequest = OwnerRequest<"cursors" | "writer" | "model" | "wakeWorker">;

const PAGE = 20;

export const quoteInputs: AcceptInput = (name, value) =>
  name === "pictures" ? { values: 1, length: 2 } : newFormInputs(name, value);

export async function showLessons(request: LessonsRequest): Promise<Response> {
  const { c, site, account } = request;
  const quote = await findQuote(site.storage.db, account.id, c.req.query("quote") ?? "");
  const languages = quote === undefined ? [] : lessonRequest(quote, "fixed").languages;
  // An address fills the box with a topic of the service only, never with a text of whoever wrote the link.
  const topic = topicTitles(request.t.language).find((title) => title === c.req.query("topic"));
  return replyLessons(request, {
    prompt: quote?.prompt ?? topic ?? "",
    languages,
    defaultLanguage: languages[0] ?? "",
    pictures: quote?.illustration_count ?? 1,
  });
}

async function replyLessons(
  request: LessonsRequest,
  draft: LessonDraft,
  options: ReplyOptions = {},
): Promise<Response> {
  const { t, csrf, c, site, account } = request;
  const list = ["lessons", account.id];
  const [at, id] = site.cursors.read(list, c.req.query("after") ?? "") ?? [];
  const after = at !== undefined && id !== undefined ? { at, id } : undefined;
  const lessons = await listLessons(site.storage.db, account.id, PAGE + 1, after);
  const last = lessons.length > PAGE ? lessons[PAGE - 1] : undefined;
  const next = last && site.cursors.write(list, [last.created_at, last.id]);
  const main = lessonList({
    t,
    csrf,
    lessons: lessons.slice(0, PAGE),
    next: next && `/lessons?after=${encodeURIComponent(next)}`,
    model: site.model,
    topics: topicTitles(t.language),
    draft,
  });
  return request.reply({ title: t.say("lessons_title"), main, notice: doneText(request) }, options);
}

function topicTitles(language: Language): string[] {
  const { titles } = findVocabulary(language);
  return allTopics()
    .filter((topic) => isWhollyIn(topic, language))
    .map(({ id, title }) => titles[id] ?? title)
    .toSorted((one, other) => one.localeCompare(other, language));
}

/** Stores a price, without making the lesson or charging for it. */
export async function postQuote(request: LessonsRequest, values: FormValues): Promise<Response> {
  const { c, site, account, t } = request;
  const prompt = cleanText(values.get("prompt") ?? "", "many");
  const chosen = values.all("languages").filter(isLanguage);
  const defaultLanguage = values.get("default_language") ?? "";
  const { languages = [detectLanguage(prompt, [t.language])] } = listLanguages({
    languages: chosen,
    defaultLanguage,
  });
  const { min, max } = limits.lesson_illustrations;
  const pictures = Math.min(max, Math.max(min, Number.parseInt(values.get("pictures") ?? "", 10) || 0));
  const input = { prompt, languages, illustrationCount: pictures };
  const replyRefused = (refusal: string) =>
    replyLessons(request, { prompt, languages: chosen, defaultLanguage, pictures, refusal }, { status: 422 });
  const objection = await findRefusal(request, input);
  if (objection !== undefined) return replyRefused(objection);
  return handleRefusal(
    async () => {
      const { id } = await quoteLesson(site, account.id, input, site.clock());
      return seeOther(c, `/lessons/quotes/${id}`);
    },
    async (refusal) => replyRefused(refusalText(t, refusal).text),
  );
}

/**
 * Returns why a lesson cannot be made, as a text for the page. The writer's message is for agents and names the operator's
 * settings.
 */
async function findRefusal(
  { t, site, account }: LessonsRequest,
  input: LessonInput,
): Promise<string | undefined> {
  const { max } = limits.prompt_length;
  const length = [...input.prompt].length;
  if (length === 0 || length > max) return t.say("lesson_new_empty", { count: max });
  const request = { ...input, accountId: account.id, taskMode: "fixed", seed: "" } as const;
  const objection = await site.writer.objection(request);
  if (objection === undefined) return undefined;
  const missing = objection.missingLanguages?.map(languageName).join(", ");
  return missing === undefined
    ? t.say("quote_refused_text")
    : t.say("quote_refused_languages", { languages: missing });
}

export async function showQuote(
  request: LessonsRequest,
  quoteId: string,
  refusal?: Refusal,
): Promise<Response> {
  const { c, t, csrf, site, account } = request;
  const { db } = site.storage;
  const quote = await findQuote(db, account.id, quoteId);
  if (quote === undefined) return replyNoSuchPage(c);
  const { lessonId, status } = await generationStatus(db, account.id, quoteId, site.clock());
  if (lessonId !== undefined) return seeOther(c, `/lessons/${lessonId}`);
  const { status: code = 200, ...refused } = refusal ? refusalText(t, refusal) : {};
  const asked = lessonRequest(quote, "fixed");
  const main = quotePage({
    t,
    csrf,
    quote,
    languages: asked.languages,
    items: quotedItems(quote),
    available: (await creditBalance(db, account, site.clock())).available,
    isExpired: status === "expired",
    warnings: (await site.writer.warnings(asked)).map(({ message }) => message),
    reader: site.writer.review && site.model,
    refused: "text" in refused ? refused : undefined,
  });
  return request.reply({ title: t.say("quote_title"), main }, { status: code });
}

export function postMake(request: LessonsRequest, quoteId: string, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  const make = async () => {
    const password = values.get("password") || undefined;
    const taskMode = values.get("task_mode") === "ai_reviewed" ? "ai_reviewed" : "fixed";
    if (password !== undefined) requirePassword(request.t, password);
    const { state } = await createLesson(site, account.id, { quoteId, taskMode, password });
    site.log.info({ event: "owner_action", action: "make", account: account.id, lesson: state.id });
    return seeOther(c, doneAddress(`/lessons/${state.id}`, "lesson_created"));
  };
  return handleRefusal(make, (refusal) => showQuote(request, quoteId, refusal));
}
