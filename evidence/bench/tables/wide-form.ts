/** A form with very many questions, and its responses. */
import type { FormStructure } from "../../../generated/types.ts";
import { ensureAccount } from "../../../impl/accounts/accounts.ts";
import { type Form, insertForm } from "../../../impl/forms/forms.ts";
import { newId } from "../../../impl/platform/ids.ts";
import type { Storage } from "../../../impl/platform/storage/storage.ts";
import { now } from "../seeded-forms.ts";

export interface WideForm {
  readonly storage: Storage;
  readonly form: Form;
}

/** Rows of one statement. */
const BATCH = 100;

export async function seedWideForm(
  storage: Storage,
  { rows, questions }: { readonly rows: number; readonly questions: number },
): Promise<WideForm> {
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", now);
  const fields = Array.from({ length: questions }, (_, n) => ({
    id: `q${n}`,
    type: n % 10 === 0 ? ("email" as const) : ("short_text" as const),
    label: { en: `Question ${n}` },
  }));
  const structure: FormStructure = {
    title: { en: "Wide" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "page_1", fields }],
  };
  const form = await storage.db
    .transaction()
    .execute((transaction) => insertForm(transaction, owner.id, structure, "published", now));
  const answers = JSON.stringify(
    Object.fromEntries(
      fields.map(({ id, type }) => [id, type === "email" ? "ada@example.org" : "Yes, I do"]),
    ),
  );
  for (let first = 0; first < rows; first += BATCH) {
    const responses = Array.from({ length: Math.min(BATCH, rows - first) }, (_, n) => {
      const at = new Date(now.getTime() + (first + n) * 1_000).toISOString();
      return {
        id: newId("rsp"),
        form_id: form.id,
        form_version: 1,
        status: "verified" as const,
        language: "en" as const,
        email: "alan@example.org",
        answers,
        submitted_at: at,
        verified_at: at,
      };
    });
    await storage.db.insertInto("responses").values(responses).execute();
  }
  return { storage, form };
}
