/** The limits of a form, changed on the page of its settings, in a browser without scripts. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../generated/types.ts";
import { findAccount } from "../../../accounts/accounts.ts";
import { builtInGenerator } from "../../../ai/built-in.ts";
import { insertForm } from "../../../forms/forms.ts";
import { shareForm } from "../../../forms/sharing/share.ts";
import { hasWaitingList } from "../../../responses/waiting/waiting-list.ts";
import { ownerPages } from "../../../test/support/owner.ts";
import type { Entries } from "../../../test/support/visitor.ts";

const LIMITS = {
  opens_at: "2026-03-01T08:00",
  closes_at: "2026-04-01T18:30",
  response_limit: "120",
  one_response_per_email: "yes",
};

async function start() {
  const service = await ownerPages({ generateForm: builtInGenerator });
  const ada = await service.signIn();
  const prompt = "Course\nName *\n---\ncloses: 2027-01-01";
  const made = await ada.send(await ada.open("/forms/new"), "/forms/new", { prompt });
  const id = /frm_\w+/.exec(made.url)![0];
  const settings = `/forms/${id}/settings`;
  const save = async (limits: Entries) => ada.send(await ada.open(settings), `/forms/${id}/limits`, limits);
  const read = async () => {
    const { structure } = await service.storage.db
      .selectFrom("form_versions")
      .select("structure")
      .where("form_id", "=", id)
      .orderBy("version", "desc")
      .executeTakeFirstOrThrow();
    return (JSON.parse(structure) as FormStructure).settings ?? {};
  };
  return { service, ada, id, settings, save, read };
}

test("saves four limits, shows them again in UTC, and removes those that are emptied", async () => {
  const { ada, settings, save, read } = await start();
  expect((await save(LIMITS)).html).toContain("Limits and waiting list are saved.");
  expect(await read()).toEqual({
    opens_at: "2026-03-01T08:00:00Z",
    closes_at: "2026-04-01T18:30:00Z",
    response_limit: 120,
    one_response_per_email: true,
  });
  const { html } = await ada.open(settings);
  expect(html).toMatch(/<input[^>]* name="opens_at" value="2026-03-01T08:00"/);
  expect(html).toMatch(/<input[^>]* name="response_limit" value="120"/);

  const emptied = { opens_at: "", response_limit: "", one_response_per_email: [] };
  expect((await save(emptied)).html).toContain("Limits and waiting list are saved.");
  expect(await read()).toEqual({ closes_at: "2026-04-01T18:30:00Z" });
});

test("saves all of them with the waiting list and the text of the closed form at once", async () => {
  const { service, ada, id, settings, save, read } = await start();
  const all = { ...LIMITS, full_text: "We are **full**.\r\nSee you!", closed_text: "Over.", waiting: "yes" };
  expect((await save(all)).html).toContain("Limits and waiting list are saved.");
  expect(await read()).toMatchObject({
    response_limit: 120,
    full_text: { en: "We are **full**.\nSee you!" },
    closed_text: { en: "Over." },
  });
  expect(await hasWaitingList(service.storage.db, id)).toBe(true);
  expect((await ada.open(settings)).html).toContain("Nobody is waiting.");
  expect((await save({})).html).toContain("Nothing had to be changed.");
  expect((await save({ waiting: [] })).html).toContain("The waiting list is no longer offered.");
  expect(await hasWaitingList(service.storage.db, id)).toBe(false);
  await save({ closed_text: "" });
  expect(await read()).not.toHaveProperty("closed_text");
});

test("a refusal saves nothing, and keeps what was entered", async () => {
  const { service, id, save, read } = await start();
  const before = await read();
  const refused = await save({ response_limit: "0", closed_text: "Too <late>", waiting: "yes" });
  expect(refused.status).toBe(422);
  expect(refused.html).toMatch(/<input[^>]* name="response_limit" value="0"/);
  expect(refused.html).toContain("Too &lt;late&gt;</textarea>");
  expect(refused.html).toMatch(/name="waiting" value="yes" checked/);
  expect(await read()).toEqual(before);
  expect(await hasWaitingList(service.storage.db, id)).toBe(false);
});

test("the text is that of the default language, and leaves the others as they are", async () => {
  const { service, ada } = await start();
  const { db } = service.storage;
  const { id: owner } = (await findAccount(service.storage.db, "ada@example.org"))!;
  const structure: FormStructure = {
    title: { en: "Course", de: "Kurs" },
    default_language: "en",
    languages: ["en", "de"],
    pages: [{ id: "page_1", fields: [{ id: "name", type: "short_text", label: { en: "Name" } }] }],
    settings: { closed_text: { en: "Full.", de: "Voll." } },
  };
  const { id: form } = await db
    .transaction()
    .execute((transaction) => insertForm(transaction, owner, structure, "draft", service.now()));
  const page = await ada.open(`/forms/${form}/settings`);
  expect(page.html).toContain("Language: English; others in the editor.");
  await ada.send(page, `/forms/${form}/limits`, { closed_text: "We are full." });
  const latest = await db
    .selectFrom("form_versions")
    .select("structure")
    .where("form_id", "=", form)
    .orderBy("version", "desc")
    .executeTakeFirstOrThrow();
  const { settings } = JSON.parse(latest.structure) as FormStructure;
  expect(settings?.closed_text).toEqual({ en: "We are full.", de: "Voll." });
});

test("keeps the seconds of a date that nobody touched, and stores no version without a change", async () => {
  const { service, id, save, read } = await start();
  const { closes_at } = await read();
  expect(closes_at).toMatch(/:59Z$/);
  const versions = () =>
    service.storage.db.selectFrom("form_versions").select("version").where("form_id", "=", id).execute();
  const before = await versions();
  expect((await save({})).html).toContain("Nothing had to be changed.");
  expect(await versions()).toEqual(before);
  await save({ response_limit: "5" });
  expect(await read()).toEqual({ closes_at, response_limit: 5 });
});

test.each([
  ["a date that is none", { opens_at: "2026-02-31T99:00" }],
  ["a date with a zone", { opens_at: "2026-03-01T08:00+02:00" }],
  ["words for a date", { closes_at: "tomorrow" }],
  ["a negative number", { response_limit: "-1" }],
  ["a number with a fraction", { response_limit: "1.5" }],
  ["no respondent at all", { response_limit: "0" }],
  ["more than the contract allows", { response_limit: "1000001" }],
])("refuses %s, and changes nothing", async (_, limits) => {
  const { save, read } = await start();
  const before = await read();
  const refused = await save(limits);
  expect(refused.status).toBe(422);
  expect(await read()).toEqual(before);
});

test("an account that may only view the form sees the limits and cannot change them", async () => {
  const { service, id, settings, read } = await start();
  const { owner_id } = await service.storage.db
    .selectFrom("forms")
    .select("owner_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const bob = await service.signIn("bob@example.org");
  const parts = { storage: service.storage, clock: service.now };
  await shareForm(parts, owner_id, id, { email: "bob@example.org", permission: "view" });
  const { html } = await bob.open(settings);
  expect(html).not.toContain(`/forms/${id}/limits`);
  expect(html).toContain("Responses at most");
  const before = await read();
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)![1]!;
  const refused = await fetch(`${service.publicUrl}/forms/${id}/limits`, {
    method: "POST",
    body: new URLSearchParams({ csrf, ...LIMITS }),
    redirect: "manual",
    headers: { Cookie: `session=${bob.cookie("session")}`, Origin: service.publicUrl },
  });
  expect(refused.status).toBe(403);
  expect(await read()).toEqual(before);
});
