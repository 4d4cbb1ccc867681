/** The bounds that keep one account and one network from using the service up are far above what people do with it. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { ensureAccount } from "../accounts/accounts.ts";
import { insertForm } from "../forms/forms.ts";
import { publicForms } from "./support/public-forms.ts";
import { type Page, sendForm, visit } from "./support/visitor.ts";

const SECOND_MS = 1_000;

/** Three pages with conditions and a file: more than most forms of a class have. */
const excursion: FormStructure = {
  title: { en: "Excursion" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "who",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" }, required: true },
        { id: "swims", type: "yes_no", label: { en: "Can you swim?" } },
      ],
    },
    {
      id: "where",
      fields: [
        {
          id: "place",
          type: "single_choice",
          label: { en: "Where to?" },
          choices: [
            { id: "lake", label: { en: "To the lake" } },
            { id: "hills", label: { en: "To the hills" } },
          ],
        },
        { id: "consent", type: "file_upload", label: { en: "Consent" }, required: true },
      ],
    },
    { id: "end", fields: [{ id: "remarks", type: "long_text", label: { en: "Remarks" } }] },
  ],
};

const pdf = (bytes: number) =>
  new File([`%PDF-1.7 ${"x".repeat(bytes)}`], "consent.pdf", { type: "application/pdf" });

test("a class of 400 behind one address fills in one form within five minutes", async () => {
  const forms = await publicForms();
  const url = await forms.publish(excursion);
  const from = forms.now().getTime();
  const together = <Result>(work: (student: number) => Promise<Result>, first: number) =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(first + index)));
  const refused: string[] = [];
  const checked = async (page: Promise<Page>) => {
    const { status, url: at, html } = await page;
    if (status !== 200) refused.push(`${status} ${at} ${/<main>.{0,300}/s.exec(html)?.[0]}`);
    return page;
  };
  for (let first = 0; first < 400; first += 20) {
    const opened = await together(() => checked(visit(url)), first);
    forms.later(10 * SECOND_MS);
    const sent = await together(async (student) => {
      const second = await checked(
        sendForm(opened[student - first]!, { "a.name": `S ${student}`, go: "next" }),
      );
      const third = await checked(
        sendForm(second, { "a.place": "lake", "a.consent": pdf(20_000), go: "next" }),
      );
      return checked(sendForm(third, { address: `s${student}@example.org`, go: "send" }));
    }, first);
    forms.later(4 * SECOND_MS);
    const mails = await forms.mails.list();
    await together((student) => {
      const mail = mails.find(({ to }) => to === `s${student}@example.org`);
      const [code = ""] = /\b\d{6}\b/.exec(mail?.text ?? "") ?? [];
      return checked(sendForm(sent[student - first]!, { code }));
    }, first);
  }
  expect(refused).toEqual([]);
  expect(forms.now().getTime() - from).toBeLessThanOrEqual(300 * SECOND_MS);
  const statuses = (await forms.responses()).map(({ status }) => status);
  expect([statuses.length, new Set(statuses)]).toEqual([400, new Set(["verified"])]);
});

test("an owner of 500 forms, 100,000 responses and 40 GB of files edits, publishes, exports and receives files", async () => {
  const forms = await publicForms();
  const { storage, now, call, mint } = forms;
  const { db } = storage;
  const email = "owner@example.org";
  const { id: ownerId } = await ensureAccount(db, email, "business", now());
  const ids: string[] = [];
  for (let count = 0; count < 500; count += 1)
    await db.transaction().execute(async (transaction) => {
      const structure = { ...excursion, title: { en: `Excursion ${count}` } };
      ids.push((await insertForm(transaction, ownerId, structure, "published", now())).id);
    });
  const at = now().toISOString();
  const answers = JSON.stringify({ name: "Ada", swims: true, place: "lake", remarks: "none ".repeat(20) });
  const responses = Array.from({ length: 100_000 }, (_, index) => ({
    id: `rsp_${String(index).padStart(22, "0")}`,
    // A single form has a fifth of them.
    form_id: ids[index % 5 === 0 ? 0 : index % 500]!,
    form_version: 1,
    status: "verified" as const,
    language: "en" as const,
    email: `r${index}@example.org`,
    answers,
    submitted_at: at,
    verified_at: at,
  }));
  // 4,000 files of 10 MB, which are in the tables only.
  const files = responses.slice(0, 4_000).map(({ id }) => ({
    id: id.replace("rsp", "file"),
    fill_id: null,
    response_id: id,
    field_id: "consent",
    position: 0,
    name: "consent.pdf",
    size_bytes: 10_000_000,
    content_type: "application/pdf",
    storage_key: `aa/${id}`,
    created_at: at,
    network: null,
  }));
  for (let first = 0; first < responses.length; first += 500)
    await db
      .insertInto("responses")
      .values(responses.slice(first, first + 500))
      .execute();
  for (let first = 0; first < files.length; first += 500)
    await db
      .insertInto("files")
      .values(files.slice(first, first + 500))
      .execute();
  const used = await db
    .selectFrom("account_usage")
    .selectAll()
    .where("account_id", "=", ownerId)
    .executeTakeFirst();
  expect(Number(used!.file_bytes)).toBe(40_000_000_000);

  const { token } = await mint({ email, plan: "business" });
  const done = async (tool: string, args: object) => {
    const { isError, structuredContent, content } = await call(token, tool, args);
    expect([tool, isError ? content[0]!.text : undefined]).toEqual([tool, undefined]);
    return structuredContent;
  };
  // A day of work: each of these many times over.
  for (let round = 0; round < 50; round += 1) {
    const form_id = ids[round]!;
    const structure = { ...excursion, title: { en: `Excursion ${round}, later` } };
    await done("service_update_form", { form_id, structure });
    const made = await done("service_create_form", { structure });
    await done("service_update_form", { form_id: made.form_id, status_action: "publish" });
    await done("service_clone_form", { form_id });
    forms.later(10 * SECOND_MS);
  }
  for (const form_id of ids.slice(0, 20)) {
    await done("service_export_responses", { form_id, format: "csv" });
    forms.later(60 * SECOND_MS);
  }
  await done("service_list_forms", {});
  await done("service_get_responses", { form_id: ids[0]! });
  // Respondents upload: 10 files of 10 MB are truly written.
  for (let upload = 0; upload < 10; upload += 1) {
    const opened = await visit(`${forms.publicUrl}/f/${ids[400 + upload]}`);
    forms.later(10 * SECOND_MS);
    const second = await sendForm(opened, { "a.name": "Ada", go: "next" });
    const third = await sendForm(second, { "a.place": "lake", "a.consent": pdf(9_900_000), go: "next" });
    const sent = await sendForm(third, { address: `u${upload}@example.org`, go: "send" });
    expect([sent.status, sent.url.includes("/sent/")]).toEqual([200, true]);
  }
});
