/** Respondents who submit and confirm, without pages. */
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import type { FormField, FormSettings, FormStructure } from "../../../generated/types.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import type { FileField, RawAnswers } from "../../forms/answers/answer.ts";
import { insertForm } from "../../forms/forms.ts";
import { receiveFile } from "../../forms/uploads/upload.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { newId } from "../../platform/ids.ts";
import { confirmByCode, confirmByLink } from "../../responses/confirm.ts";
import { addUpload, saveFill } from "../../responses/fills.ts";
import { submit } from "../../responses/submit.ts";
import { issueVerification, type VerificationSecrets } from "../../responses/verification.ts";
import { dataDir } from "./data-dir.ts";
import { openEngine } from "./engine.ts";
import { signUp } from "./sign-up-form.ts";

export const label = { en: "Label" };
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export const cv: FileField = { id: "cv", type: "file_upload", label };

/** The part of the service that takes responses, with a clock to move. */
export async function respondents(folder = dataDir()) {
  const storage = await openEngine(folder);
  onTestFinished(() => storage.close());
  const files = await openFileStore(folder);
  const time = { now: new Date("2026-03-15T12:00:00.000Z") };
  const parts = { storage, files, clock: () => time.now, key: Buffer.alloc(32, 1) };
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", time.now);

  async function publish(structure: FormStructure = signUp, settings?: FormSettings) {
    const whole = settings ? { ...structure, settings } : structure;
    const form = await storage.db
      .transaction()
      .execute((transaction) => insertForm(transaction, owner.id, whole, "published", time.now));
    return { ...form, structure: whole };
  }

  type Published = Awaited<ReturnType<typeof publish>>;

  async function send(
    form: Published,
    rawAnswers: RawAnswers,
    more: { email?: string; isSpam?: boolean; fillId?: string } = {},
  ) {
    const { email = "ada@example.org", isSpam = false, fillId = newId("fill") } = more;
    const fill = { id: fillId, formId: form.id, version: form.version, rawAnswers };
    const { version, structure } = form;
    const current = { version, structure };
    return submit(parts, { fill, structure, current, language: "en", email, isSpam, network: "203.0.113.9" });
  }

  async function sent(
    form: Published,
    rawAnswers: RawAnswers,
    more: { email?: string; isSpam?: boolean; fillId?: string } = {},
  ) {
    const submitted = await send(form, rawAnswers, more);
    if (!("responseId" in submitted)) throw new Error(`Not submitted: ${JSON.stringify(submitted)}`);
    return submitted.responseId;
  }

  async function mailed(responseId: string): Promise<VerificationSecrets> {
    const issued = await issueVerification(parts, responseId);
    if (typeof issued === "string" || !("proof" in issued))
      throw new Error(`No mail: ${JSON.stringify(issued)}`);
    return issued.proof;
  }

  /** A response that its respondent has confirmed. */
  async function verified(form: Published, rawAnswers: RawAnswers, email?: string) {
    const id = await sent(form, rawAnswers, email === undefined ? {} : { email });
    await confirmByCode(parts, id, (await mailed(id)).code);
    return id;
  }

  /** A fill with one file in it. */
  async function fillWithFile(form: Published, field: FormField = cv) {
    const fill = { id: newId("fill"), formId: form.id, version: form.version, rawAnswers: {} };
    await saveFill(storage.db, fill, time.now);
    const upload = {
      name: "cv.pdf",
      content: Readable.from([Buffer.from("%PDF-1.7 cv")]),
      isWhole: () => true,
    };
    const received = await receiveFile(files, field as FileField, upload);
    if (!("stored" in received)) throw new Error(received.problem.code);
    await addUpload(storage, fill.id, field.id, received.stored, time.now);
    return { fillId: fill.id, key: received.stored.key };
  }

  return {
    ...parts,
    folder,
    time,
    publish,
    send,
    sent,
    mailed,
    verified,
    fillWithFile,
    confirmCode: (id: string, code: string) => confirmByCode(parts, id, code),
    confirmLink: (secret: string) => confirmByLink(parts, secret),
    response: (id: string) =>
      storage.db.selectFrom("responses").selectAll().where("id", "=", id).executeTakeFirst(),
    later: (milliseconds: number) => {
      time.now = new Date(time.now.getTime() + milliseconds);
    },
    async storedKeys() {
      const keys: string[] = [];
      for await (const { key } of files.list()) keys.push(key);
      return keys;
    },
  };
}
