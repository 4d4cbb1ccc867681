/** Responses as PDF files: that of one page, and those that are selected in the list. */
import { buffer } from "node:stream/consumers";
import { findForm } from "../../../../forms/access.ts";
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { WorkFailed } from "../../../../platform/threads/work-thread.ts";
import { exportFileName } from "../../../../responses/exports/file-name.ts";
import type {
  PrintedPicture,
  PrintedQuestion,
  PrintedResponse,
  PrintedSection,
} from "../../../../responses/exports/pdf/blocks.ts";
import { isPrintable } from "../../../../responses/exports/pdf/picture.ts";
import type { ResponseFile } from "../../../../responses/find.ts";
import type { ReadResponse } from "../../../../responses/latest.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { toLocalTime } from "../../../../texts/time-zone.ts";
import { languageName } from "../../../../texts/translate.ts";
import { securityHeaders } from "../../../reply.ts";
import { attachment } from "../../../stored-files.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { replyNoSuchPage, replyTooManyPosts } from "../../refusals.ts";
import {
  type AnsweredPage,
  type AnsweredQuestion,
  fileSize,
  isErased,
} from "../../views/forms/responses/response.ts";
import { PageRefusal } from "../refusal-text.ts";
import { audit, handleRefusal } from "../refusals.ts";
import { findVisibleResponse, listAnsweredPages } from "./response.ts";

/** The most responses of one file. */
const MAX_RESPONSES = 100;
const RETRY_SECONDS = 10;

export type PdfRequest = OwnerRequest<"printPdf" | "pdfTurns" | "files">;

/** The bytes of all pictures of a file; further ones are named only. */
const MAX_PICTURE_BYTES = 30_000_000;

/** `/forms/ID/responses/ID/pdf`: what the page of a response shows. */
export async function sendResponsePdf(request: PdfRequest, formId: string): Promise<Response> {
  const { c, site, account, t } = request;
  const form = await findForm(site.storage.db, account.id, formId);
  const { response } = await findVisibleResponse(request, form);
  if (isErased(response)) return replyNoSuchPage(c);
  const name = `${toLocalTime(response.submitted_at, t.zone).replace("T", " ")} ${form.title}`;
  return handleRefusal(
    () => sendPdf(request, form, [response.id], name),
    async () => replyTooManyPosts(c, RETRY_SECONDS),
  );
}

/** Sends the selected responses as one file. Files never contain deleted responses and tests. */
export async function sendSelectedPdf(
  request: PdfRequest,
  form: AccessibleForm,
  ids: readonly string[],
): Promise<Response> {
  if (ids.length > MAX_RESPONSES) throw new PageRefusal(request.t.say("responses_pdf_too_many"));
  const { db } = request.site.storage;
  const live = await db
    .selectFrom("live_responses")
    .select("id")
    .where("form_id", "=", form.id)
    .where("id", "in", ids)
    .execute();
  const found = new Set(live.map(({ id }) => id));
  const wanted = ids.filter((id) => found.has(id));
  if (wanted.length === 0) throw new PageRefusal(request.t.say("refused_detail_other"));
  audit(request, "export", form.id, { format: "pdf" });
  return sendPdf(request, form, wanted, form.title);
}

async function sendPdf(
  request: PdfRequest,
  form: AccessibleForm,
  ids: readonly string[],
  name: string,
): Promise<Response> {
  const { c, site, account, t } = request;
  const endTurn = await site.pdfTurns(account.id);
  try {
    const responses: PrintedResponse[] = [];
    const room = { bytes: MAX_PICTURE_BYTES };
    for (const id of ids) responses.push(await printResponse(request, form, id, room));
    const file = {
      title: form.title,
      language: form.default_language,
      created: site.clock(),
      responses,
      reader: { language: t.language, zone: t.zone },
    };
    const content = await site.printPdf(file, account.id).catch((error: unknown) => {
      throw error instanceof WorkFailed ? new PageRefusal(t.say("pdf_too_slow")) : error;
    });
    return c.body(new Uint8Array(content), 200, {
      "Content-Type": "application/pdf",
      "Content-Disposition": attachment(exportFileName(name, "pdf")),
      "Cache-Control": "private, no-store",
      ...securityHeaders(false),
    });
  } finally {
    endTurn();
  }
}

async function printResponse(
  request: PdfRequest,
  form: AccessibleForm,
  id: string,
  room: PictureRoom,
): Promise<PrintedResponse> {
  const { t } = request;
  const { response, files } = await findVisibleResponse(request, form, id);
  const pages = await listAnsweredPages(request, form, response, files);
  const pictures = await loadPictures(request, files, room);
  return {
    person: response.email ?? t.say("responses_no_address"),
    facts: listFacts(t, response),
    sections: pages.map((page) => printSection(t, page, pictures)),
  };
}

function listFacts(t: OwnerTranslation, response: ReadResponse): readonly string[] {
  const { status, is_test, submitted_at, verified_at, language, erase_at } = response;
  const fact = (label: string, value: string) => t.say("pdf_fact", { label, value });
  const shown = is_test === 1 ? "test" : status;
  return [
    ...(shown === "verified" ? [] : [t.say(`response_${shown}`)]),
    fact(t.say("response_submitted"), t.zonedTime(submitted_at)),
    ...(verified_at === null ? [] : [fact(t.say("response_verified"), t.zonedTime(verified_at))]),
    fact(t.say("response_language"), languageName(language)),
    ...(erase_at === undefined ? [] : [fact(t.say("responses_until"), t.day(erase_at))]),
  ];
}

/** Puts the rows of a matrix, which the page shows one by one, below its question. */
function printSection(
  t: OwnerTranslation,
  { title, answers }: AnsweredPage,
  loaded: ReadonlyMap<string, PrintedPicture>,
): PrintedSection {
  const questions = new Map<string, PrintedQuestion>();
  for (const [index, answered] of answers.entries()) {
    const { inMatrix, question, statement, files } = answered;
    const pictures = files.flatMap(({ id }) => loaded.get(id) ?? []);
    const answer = printAnswer(t, answered);
    if (inMatrix === undefined) {
      questions.set(`${index}`, { question, statement, pictures, answer });
      continue;
    }
    const before = questions.get(inMatrix.field)?.answer;
    const rows = before === undefined || "isNone" in before ? [] : before;
    const row = { ...answer, row: inMatrix.row };
    questions.set(inMatrix.field, { question: inMatrix.question, answer: [...rows, row] });
  }
  return { title, questions: [...questions.values()] };
}

/** How many bytes of pictures a file can still have. */
interface PictureRoom {
  bytes: number;
}

/** Loads the pictures that are printed, by the ids of their files. */
async function loadPictures(
  { site }: PdfRequest,
  files: readonly ResponseFile[],
  room: PictureRoom,
): Promise<ReadonlyMap<string, PrintedPicture>> {
  const pictures = new Map<string, PrintedPicture>();
  for (const { id, name, content_type, size_bytes, storage_key } of files) {
    if (!/^image\/(png|jpeg)$/.test(content_type) || size_bytes > room.bytes) continue;
    room.bytes -= size_bytes;
    const content = await buffer(await site.files.open(storage_key));
    if (await isPrintable(content, content_type)) pictures.set(id, { content, alt: name });
  }
  return pictures;
}

function printAnswer(t: OwnerTranslation, { answer, files }: AnsweredQuestion) {
  const names = files.map((file) => `${file.name} (${fileSize(t, file)})`).join("\n");
  const text = names === "" ? answer : names;
  return { text: text ?? t.say("response_no_answer"), isNone: text === undefined };
}
