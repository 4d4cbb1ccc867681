/**
 * Records the data of the service as it is now, for `earlier-service.sqlite.test.ts` of later versions: clients make forms, responses and a
 * lesson, and what tools and pages show is written down beside the database. It must be run before the schema changes, never after:
 *
 *   node --conditions=toolwright-source impl/test/support/record-service-program.ts impl/test/old-services/2026-11-25
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { scopes } from "../../../generated/scopes.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import { makeLink } from "../../accounts/sign-in/mailed-links.ts";
import { createTokens, revokeToken } from "../../accounts/tokens/tokens.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { outbox } from "../../platform/mail/outbox.ts";
import { DATABASE_NAME } from "../../platform/storage/sqlite/file.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { startFormService } from "../../start.ts";
import { everyFieldForm } from "./every-field-form.ts";
import { learner } from "./learner.ts";
import { type Entries, type Page, sendForm, visit } from "./visitor.ts";
import { callTool } from "./wire.ts";

/** Somebody who answers faster is a program. */
const FILLING_MS = 2_500;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const label = (en: string) => ({ en });

const application = (title: string): FormStructure => ({
  title: { en: title },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "email", type: "email", label: label("Email"), required: true },
        { id: "text", type: "long_text", label: label("Letter") },
        { id: "seats", type: "number", label: label("Seats") },
        {
          id: "lunch",
          type: "single_choice",
          label: label("Lunch"),
          choices: [
            { id: "meat", label: label("Meat") },
            { id: "vegan", label: label("Vegan") },
          ],
        },
        { id: "cv", type: "file_upload", label: label("CV") },
      ],
    },
  ],
});

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("Name the folder of the recording.");
await record(target);

async function record(recordings: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-recorded-"));
  const { server, stop } = await startFormService({ PORT: "0", DATA_DIR: folder }, quiet);
  const storage = await openSqlite(folder);
  const tokens = await makeTokens(storage);
  const call = async (tool: string, args: object = {}, token: string = tokens.ada) => {
    const { isError, content, structuredContent } = await callTool(
      server.endpoint,
      token,
      `service_${tool}`,
      args,
    );
    if (isError) throw new Error(`${tool}: ${content[0]?.text}`);
    return structuredContent;
  };
  const forms = await makeForms(call);
  await respondAll(folder, server.publicUrl, forms.application);
  await actAsOwner(storage, server.publicUrl, forms.application);
  const lesson = await makeLesson(call);
  const shown = { ...(await showForms(call, tokens.bob, forms)), ...(await showLesson(call, lesson)) };
  await storage.close();
  await stop();
  const files = await readFiles(folder);
  const recorded = { recorded_at: new Date().toISOString(), tokens, files, shown };
  mkdirSync(recordings, { recursive: true });
  writeFileSync(join(recordings, "recorded.json"), `${JSON.stringify(recorded, null, 2)}\n`);
  writeFileSync(join(recordings, "service.db.gz"), gzipSync(readFileSync(join(folder, DATABASE_NAME))));
  rmSync(folder, { recursive: true });
}

/** The whole access of two accounts, less for an agent that only reads, and a token that was revoked. */
async function makeTokens(storage: Storage) {
  const now = new Date();
  const ada = await ensureAccount(storage.db, "ada@example.org", "business", now);
  const bob = await ensureAccount(storage.db, "bob@example.org", "trial", now);
  const make = async (account: typeof ada, granted: readonly string[]) => {
    const wish = { name: "", scopes: granted, expiresInDays: undefined };
    return (await createTokens(storage.db, account, wish, 1, now))[0]!;
  };
  const all = Object.keys(scopes);
  const revoked = await make(ada, all);
  await revokeToken(storage, revoked.tokenId, now);
  return {
    ada: (await make(ada, all)).token,
    bob: (await make(bob, all)).token,
    reader: (await make(ada, ["forms:read", "responses:read"])).token,
    revoked: revoked.token,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each tool answers with its own shape
type Call = (tool: string, args?: object, token?: string) => Promise<any>;

/** Makes a form with every part of a structure, and one in each of the other states. */
async function makeForms(call: Call) {
  const create = async (args: object): Promise<string> => (await call("create_form", args)).form_id;
  const update = (form_id: string, args: object) => call("update_form", { form_id, ...args });
  const conference = await create({ structure: everyFieldForm() });
  await update(conference, { status_action: "publish" });
  const open = await create({ structure: application("Application 2026") });
  await update(open, { status_action: "publish" });
  await call("share_form", { form_id: open, email: "bob@example.org", permission: "view" });
  const draft = await create({ prompt: "feedback form for a workshop" });
  await update(draft, { password: "open sesame" });
  const archived = await create({ structure: application("Old application") });
  await update(archived, { status_action: "archive" });
  return { conference, application: open, draft, archived };
}

/** Two respondents confirm; the response of a third one will be deleted, and a fourth one never confirms. */
async function respondAll(folder: string, publicUrl: string, formId: string): Promise<void> {
  const mails = outbox(
    folder,
    () => "",
    () => new Date(),
  );
  for (const [at, name] of ["ana", "ben", "cleo", "dan"].entries()) {
    const email = `${name}@example.net`;
    const page = await visit(`${publicUrl}/f/${formId}`);
    await wait(FILLING_MS);
    const asked = await sendForm(page, {
      "a.email": email,
      "a.text": `Letter of ${name}: äöü 漢字`,
      "a.seats": String(at + 1),
      "a.lunch": at === 0 ? "meat" : "vegan",
      "a.cv": new File([`%PDF-1.7 CV of ${name}`], `cv-${name}.pdf`),
      go: "send",
    });
    if (name === "dan") continue;
    const mail = (await mails.list()).find(({ to }) => to === email);
    const [code = ""] = /\b\d{6}\b/.exec(mail?.text ?? "") ?? [];
    const done = await sendForm(asked, { code });
    if (!done.url.includes("/done")) throw new Error(`Not confirmed: ${done.html}`);
  }
}

/** Deletes a response, and keeps a test response, in the browser. */
async function actAsOwner(storage: Storage, publicUrl: string, formId: string): Promise<void> {
  const { open, submit } = learner();
  const visitPath = (path: string) => open(`${publicUrl}${path}`);
  const send = (page: Page, action: RegExp, entries: Entries = {}) => {
    const all = [...page.html.matchAll(/<form[^>]*action="([^"]*)"/g)];
    return submit(
      page,
      all.findIndex(([, one]) => action.test(one!)),
      entries,
    );
  };
  const ada = await ensureAccount(storage.db, "ada@example.org", "business", new Date());
  const link = { purpose: "sign_in", email: ada.email, accountId: ada.id } as const;
  const secret = await makeLink(storage.db, link, new Date());
  await send(await visitPath(`/link/${secret}`), /^\/link\//);
  const path = `/forms/${formId}`;
  const { id } = await storage.db
    .selectFrom("responses")
    .select("id")
    .where("email", "=", "cleo@example.net")
    .executeTakeFirstOrThrow();
  await send(await visitPath(`${path}/responses/${id}`), /\/responses\/selected$/, { action: "delete" });
  const preview = await visitPath(`${path}/preview`);
  const answers = { "a.email": ada.email, "a.text": "Letter of a test", go: "send" };
  const end = await send(preview, /\/preview/, answers);
  const list = await send(end, /\/preview$/);
  if (!list.html.includes("Letter of a test")) throw new Error(`No test response: ${list.html}`);
}

/** A lesson that is made, and a price that was not taken. */
async function makeLesson(call: Call) {
  const quote = async (): Promise<string> =>
    (
      await call("quote_lesson_generation", {
        prompt: "The water cycle",
        languages: ["en"],
        illustration_count: 1,
      })
    ).quote_id;
  const quotes = { lesson: await quote(), open: await quote() };
  const { urls } = await call("create_lesson", { quote_id: quotes.lesson });
  for (;;) {
    const { status } = await call("get_lesson_generation_status", { quote_id: quotes.lesson });
    if (status === "completed") return { quotes, page: new URL(urls.public) };
    await wait(100);
  }
}

async function showForms(call: Call, bob: string, forms: Awaited<ReturnType<typeof makeForms>>) {
  const list = async (token?: string) => {
    const { forms: listed } = await call("list_forms", {}, token);
    const rows: string[][] = listed.map((form: Record<string, string>) => [
      form.form_id,
      form.title,
      form.status,
    ]);
    return rows.toSorted();
  };
  const shownForms: Record<string, object> = {};
  const responses: Record<string, object> = {};
  for (const form_id of Object.values(forms)) {
    const { urls: _, ...form } = await call("get_form", { form_id, include_structure: true });
    shownForms[form_id] = form;
    responses[form_id] = (await call("get_responses", { form_id })).responses;
  }
  const csv = await call("export_responses", { form_id: forms.application, format: "csv" });
  return {
    lists: { ada: await list(), bob: await list(bob) },
    application: forms.application,
    forms: shownForms,
    responses,
    csv: await (await fetch(csv.download_url)).text(),
  };
}

async function showLesson(call: Call, { quotes, page }: Awaited<ReturnType<typeof makeLesson>>) {
  const { credits, images } = await call("get_lesson_generation_status", { quote_id: quotes.lesson });
  const { html } = await visit(page.href);
  const [, body = ""] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  return {
    subscription: await showSubscription(call),
    quotes,
    lesson: { credits, images: images.map(({ alt }: { alt: string }) => ({ alt })) },
    lessonPath: page.pathname,
    lessonText: body
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  };
}

async function showSubscription(call: Call) {
  const { access_mode, plan, generation_quota, credits } = await call("get_subscription_status");
  return { access_mode, plan, generation_quota, credits };
}

/** The files by their place in the folder. */
async function readFiles(folder: string): Promise<Record<string, string>> {
  const store = await openFileStore(folder);
  const files: Record<string, string> = {};
  for await (const { key } of store.list()) files[key] = readFileSync(join(folder, "files", key), "utf8");
  return files;
}
