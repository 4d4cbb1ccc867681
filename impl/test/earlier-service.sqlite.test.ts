/**
 * The data of an earlier service, opened by this one: forms, responses, files, lessons, credits and tokens are what they were.
 *
 * The data was recorded by `support/record-service-program.ts` (into `old-services/`), and is not made by the old code each time: a clone may
 * have no history, and old code soon lacks its packages. Before the first release, a change of `0001_first_release` makes such data unreadable: record
 * it anew then. After a release it is never recorded again.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { DATABASE_NAME } from "../platform/storage/sqlite/file.ts";
import { latestKeys, readResponses } from "../responses/latest.ts";
import { removeExpired } from "../responses/retention/remove-expired.ts";
import { dataDir } from "./support/data-dir.ts";
import { startService } from "./support/service.ts";
import { visit } from "./support/visitor.ts";
import { failureCode, type Outcome } from "./support/wire.ts";

const DAY_MS = 86_400_000;

const recordings = new URL("old-services/2026-11-25/", import.meta.url);

/** Recorded results of tools and pages of the earlier service, without addresses, which contain the port. */
interface Recorded {
  readonly recorded_at: string;
  readonly tokens: Readonly<Record<"ada" | "bob" | "reader" | "revoked", string>>;
  /** The files by their place in the folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly shown: {
    readonly lists: Readonly<Record<"ada" | "bob", readonly (readonly string[])[]>>;
    /** Id of the form that was answered. */
    readonly application: string;
    readonly forms: Readonly<Record<string, ShownForm>>;
    readonly responses: Readonly<Record<string, readonly { readonly email: string }[]>>;
    readonly subscription: object;
    readonly quotes: Readonly<Record<"lesson" | "open", string>>;
    readonly lesson: { readonly credits: object; readonly images: readonly { readonly alt: string }[] };
    readonly lessonPath: string;
    readonly lessonText: string;
    readonly csv: string;
  };
}

interface ShownForm {
  readonly structure: FormStructure;
}

const { recorded_at, tokens, files, shown } = JSON.parse(
  readFileSync(new URL("recorded.json", recordings), "utf8"),
) as Recorded;

let service: Awaited<ReturnType<typeof startService>>;

/** The folder as the earlier service left it; ten days have passed. */
beforeEach(async () => {
  const folder = dataDir();
  writeFileSync(join(folder, DATABASE_NAME), gunzipSync(readFileSync(new URL("service.db.gz", recordings))));
  for (const [place, content] of Object.entries(files)) {
    const path = join(folder, "files", place);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  service = await startService({ folder });
  service.time.now = new Date(Date.parse(recorded_at) + 10 * DAY_MS);
});

async function call(tool: string, args: object = {}, token = tokens.ada) {
  const outcome: Outcome = await service.call(token, `service_${tool}`, args);
  expect(outcome.isError, outcome.content[0]?.text).not.toBe(true);
  return outcome.structuredContent;
}

test.each(["ada", "bob"] as const)("%s has the forms that they had", async (who) => {
  const { forms } = await call("list_forms", {}, tokens[who]);
  const list = forms.map((form: Record<string, string>) => [form.form_id, form.title, form.status]);
  expect(list.toSorted()).toEqual(shown.lists[who]);
});

test("forms have their fields, conditions, calculations, status, password and revision", async () => {
  for (const [form_id, before] of Object.entries(shown.forms))
    expect(await call("get_form", { form_id, include_structure: true })).toMatchObject(before);
});

test("responses have their answers, in lists and exports, and their files", async () => {
  for (const [form_id, responses] of Object.entries(shown.responses))
    expect((await call("get_responses", { form_id })).responses).toEqual(responses);
  const form_id = shown.application;
  const csv = await call("export_responses", { form_id, format: "csv" });
  expect(await (await fetch(csv.download_url)).text()).toBe(shown.csv);
  const links = await call("export_responses", { form_id, format: "csv_with_links" });
  const text = await (await fetch(links.download_url)).text();
  const contents = await Promise.all(
    [...text.matchAll(/http[^\s",]+/g)].map(async ([url]) => (await fetch(url)).text()),
  );
  expect(contents).toEqual(["%PDF-1.7 CV of ana", "%PDF-1.7 CV of ben"]);
});

test("after ten days, what nobody confirmed goes; what was deleted can be restored, and a test is a test", async () => {
  await removeExpired({ ...service, clock: service.now });
  const { db } = service.storage;
  const left = await db.selectFrom("responses").select("id").execute();
  const [restorable, tests] = await Promise.all(
    (["deleted", "test"] as const).map(async (status) => {
      const isRestorable = status === "deleted";
      const filter = { formId: shown.application, status, period: {}, isRestorable };
      return readResponses(db, filter, await latestKeys(db, filter, undefined, 10), true);
    }),
  );
  expect(restorable!.map(({ answers }) => answers)).toMatchObject([{ text: "Letter of cleo: äöü 漢字" }]);
  expect(tests!.map(({ answers }) => answers)).toMatchObject([{ text: "Letter of a test" }]);
  expect(left).toHaveLength(shown.responses[shown.application]!.length + restorable!.length + tests!.length);
});

test("keeps the lesson, its picture and the credits; does not accept an expired price", async () => {
  const { quotes, lesson, subscription } = shown;
  const status = await call("get_lesson_generation_status", { quote_id: quotes.lesson });
  expect(status).toMatchObject({ status: "completed", credits: lesson.credits });
  expect(status.images[0].alt).toBe(lesson.images[0]!.alt);
  const { html } = await visit(new URL(shown.lessonPath, service.endpoint).href);
  const words = html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  for (const sentence of shown.lessonText.match(/[A-Z][^.!?&]{30,}\./g) ?? [])
    expect(words).toContain(sentence);
  expect(await call("get_subscription_status")).toMatchObject(subscription);
  const late = await service.call(tokens.ada, "service_create_lesson", { quote_id: quotes.open });
  expect(failureCode(late)).toBe("quote_expired");
});

test("tokens keep their permissions: all, some, or none", async () => {
  const form_id = shown.application;
  const read = await call("get_responses", { form_id }, tokens.reader);
  expect(read.responses).toHaveLength(shown.responses[form_id]!.length);
  expect(JSON.stringify(read)).not.toContain("@example.net");
  const written = await service.call(tokens.reader, "service_clone_form", { form_id });
  expect(failureCode(written)).toBe("insufficient_scope");
  const { status } = await service.post(tokens.revoked, { jsonrpc: "2.0", id: 1, method: "ping" });
  expect(status).toBe(401);
});

test("a form can be edited and copied, and counts in the budgets", async () => {
  const form_id = shown.application;
  const structure = { ...shown.forms[form_id]!.structure, title: { en: "Application 2027" } };
  await call("update_form", { form_id, structure });
  await call("clone_form", { form_id });
  const usage = await service.storage.db.selectFrom("account_usage").selectAll().executeTakeFirstOrThrow();
  const { bytes } = await service.storage.db
    .selectFrom("files")
    .select(({ fn }) => fn.sum<number>("size_bytes").as("bytes"))
    .executeTakeFirstOrThrow();
  expect(Number(usage.file_bytes)).toBe(Number(bytes));
  expect(Number(usage.structure_bytes)).toBeGreaterThan(1_000);
});
