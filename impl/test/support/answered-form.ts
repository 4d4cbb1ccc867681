import { Readable } from "node:stream";
import type { Insertable } from "kysely";
import type { FormStructure } from "../../../generated/types.ts";
import { findAccount } from "../../accounts/accounts.ts";
import type { Answers, StoredFile } from "../../forms/answers/answer.ts";
import { type Form, insertForm } from "../../forms/forms.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { newId } from "../../platform/ids.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { everyFieldForm } from "./every-field-form.ts";

interface Service {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly time: { readonly now: Date };
}

/** A published form of Ada's, and responses as if people had sent and confirmed them. */
export async function answeredForm(service: Service, structure: FormStructure = everyFieldForm()) {
  const { storage, files, time } = service;
  const ada = await findAccount(storage.db, "ada@example.org");
  if (!ada) throw new Error("Mint a token for Ada first");
  const form: Form = await storage.db
    .transaction()
    .execute((transaction) => insertForm(transaction, ada.id, structure, "published", time.now));

  async function respond(
    answers: Answers,
    more: Partial<Insertable<Schema["responses"]>> = {},
  ): Promise<string> {
    const at = time.now.toISOString();
    const response: Insertable<Schema["responses"]> = {
      id: newId("rsp"),
      form_id: form.id,
      form_version: form.version,
      status: "verified",
      language: "en",
      email: "alan@example.org",
      answers: JSON.stringify(answers),
      submitted_at: at,
      verified_at: at,
      ...more,
    };
    await storage.db.insertInto("responses").values(response).execute();
    return response.id;
  }

  /** Many at once, a second apart, from a time on. */
  async function respondOften(
    count: number,
    answers: (n: number) => Answers,
    from = time.now,
  ): Promise<void> {
    const rows = Array.from({ length: count }, (_, n) => {
      const at = new Date(from.getTime() + n * 1000).toISOString();
      return {
        id: newId("rsp"),
        form_id: form.id,
        form_version: form.version,
        status: "verified" as const,
        language: "en" as const,
        email: `person${n}@example.org`,
        answers: JSON.stringify(answers(n)),
        submitted_at: at,
        verified_at: at,
      };
    });
    await storage.db.transaction().execute(async (transaction) => {
      for (let start = 0; start < rows.length; start += 1000) {
        await transaction
          .insertInto("responses")
          .values(rows.slice(start, start + 1000))
          .execute();
      }
    });
  }

  /** A file in the store, as an answer names it; to be given to a response by `attach`. */
  async function upload(name: string, content: string | Buffer, type = "application/pdf") {
    const key = await files.put(Readable.from([Buffer.from(content)]));
    const file: StoredFile = {
      id: newId("file"),
      name,
      size_bytes: Buffer.byteLength(content),
      content_type: type,
    };
    const attach = (responseId: string, fieldId: string) =>
      storage.db
        .insertInto("files")
        .values({
          ...file,
          response_id: responseId,
          field_id: fieldId,
          position: 0,
          storage_key: key,
          created_at: time.now.toISOString(),
        })
        .execute();
    return { file, key, attach };
  }

  return { form, respond, respondOften, upload };
}
