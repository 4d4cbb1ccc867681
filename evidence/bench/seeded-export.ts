import type { FormStructure } from "../../generated/types.ts";
import { ensureAccount } from "../../impl/accounts/accounts.ts";
import { type Form, insertForm, loadStructure } from "../../impl/forms/forms.ts";
import type { FileStore } from "../../impl/platform/files/store.ts";
import { newId } from "../../impl/platform/ids.ts";
import { signedUrls } from "../../impl/platform/signing/signed-urls.ts";
import type { Storage } from "../../impl/platform/storage/storage.ts";
import type { Cell } from "../../impl/responses/exports/cell.ts";
import { exportColumns } from "../../impl/responses/exports/columns.ts";
import type { ExportRequest } from "../../impl/responses/exports/request.ts";
import { tablesHere } from "../../impl/responses/exports/tables/table-thread.ts";
import { writeExport } from "../../impl/responses/exports/write.ts";
import { parseAnswers } from "../../impl/responses/responses.ts";
import { now } from "./seeded-forms.ts";

/** A database with a form and its responses, and the store for its exports. */
export interface SeededExport {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly form: Form;
}

const label = { en: "Question" };
const choices = ["red", "green", "blue"].map((id) => ({ id, label: { en: `The ${id} one` } }));

/** A typical form: ten fields of seven types. */
const structure: FormStructure = {
  title: { en: "Feedback" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "page_1",
      fields: [
        { id: "name", type: "short_text", label },
        { id: "mail", type: "email", label },
        { id: "phone", type: "phone", label },
        { id: "age", type: "number", label },
        { id: "day", type: "date", label },
        { id: "colour", type: "single_choice", label, choices },
        { id: "colours", type: "multiple_choice", label, choices },
        { id: "again", type: "yes_no", label },
        { id: "stars", type: "rating", label, max: 5 },
        { id: "more", type: "long_text", label },
      ],
    },
  ],
};

/** Inserts a form with `count` responses. */
export async function seedResponses(storage: Storage, count: number): Promise<Form> {
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", now);
  return storage.db.transaction().execute(async (transaction) => {
    const form = await insertForm(transaction, owner.id, structure, "published", now);
    for (let n = 0; n < count; n += 1) {
      const at = new Date(now.getTime() + n * 1_000).toISOString();
      await transaction
        .insertInto("responses")
        .values({
          id: newId("rsp"),
          form_id: form.id,
          form_version: 1,
          status: "verified",
          language: "en",
          email: `person${n}@example.org`,
          answers: JSON.stringify(answersOfPerson(n)),
          submitted_at: at,
          verified_at: at,
        })
        .execute();
    }
    return form;
  });
}

function answersOfPerson(n: number) {
  return {
    name: `Person ${n}`,
    mail: `friend${n}@example.org`,
    phone: `+4412345678${String(n % 100).padStart(2, "0")}`,
    age: 18 + (n % 70),
    day: "2026-03-15",
    colour: choices[n % 3]!.id,
    colours: ["red", "blue"],
    again: n % 2 === 0,
    stars: 1 + (n % 5),
    more: `It was ${"quite ".repeat(n % 20)}good, and "very" long;\nwe shall come again.`,
  };
}

/** Writes one export as CSV into the file store, and removes it again. */
export async function exportOnce({ storage, files, form }: SeededExport): Promise<void> {
  const links = signedUrls(
    Buffer.alloc(32),
    () => "http://localhost",
    () => now,
  );
  const filter = { formId: form.id, status: "verified" as const, period: {} };
  const request: ExportRequest = { format: "csv", filter, withAddresses: true };
  const parts = { queries: storage.db, files, links, runTable: tablesHere, now };
  const { key } = await writeExport(parts, form, request, AbortSignal.timeout(60_000));
  await files.remove([key]);
}

/** The cells of the same export, in memory. */
export async function sheetCells({ storage, form }: SeededExport): Promise<Cell[][]> {
  const wording = { language: form.default_language, file: () => "" };
  const { add, all: columns } = exportColumns({ withAddresses: true, wording });
  add(await loadStructure(storage.db, form));
  const responses = await storage.db.selectFrom("responses").selectAll().orderBy("submitted_at").execute();
  const rows = responses.map((response) =>
    columns.map((column) => column.cell(response, parseAnswers(response))),
  );
  return [columns.map(({ header }) => header), ...rows];
}
