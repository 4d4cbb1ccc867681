/** The pages about responses of a form without any: only filters that have something to filter, and the address to send. */
import { expect, test } from "vitest";
import { addToDays } from "../../../../responses/visits/count.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import { summerSchool } from "../../../../test/support/sample-forms.ts";

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, summerSchool);
  const address = `/forms/${answered.form.id}/responses/summary`;
  /** Lists the filters that a summary offers. */
  const offered = async (query = "") => {
    const { html } = await ada.open(address + query);
    return [
      ["text", 'id="text"'],
      ["period", 'name="period"'],
      ["answers", "condition"],
      ["all", `<a href="${address}">Show all`],
    ].flatMap(([name, part]) => (html.includes(part!) ? [name] : []));
  };
  return { ...service, ada, ...answered, address, offered };
}

test("without any response the summary has no filter, and keeps one that is set", async () => {
  const { offered, respond } = await start();
  expect(await offered()).toEqual([]);
  expect(await offered("?text=Ada")).toEqual(["text", "period", "answers", "all"]);
  await respond({});
  expect(await offered()).toEqual(["text", "period", "answers"]);
  expect(await offered("?text=nobody")).toEqual(["text", "period", "answers", "all"]);
});

test("without any response the list has no search, and with one of any status it has", async () => {
  const { ada, form, respond } = await start();
  const list = `/forms/${form.id}/responses`;
  const hasSearch = async (query = "") => (await ada.open(list + query)).html.includes('id="filters"');
  expect(await hasSearch()).toBe(false);
  expect(await hasSearch("?text=Ada")).toBe(true);
  await respond({}, { status: "spam" });
  expect(await hasSearch()).toBe(true);
});

test("visits without a response are filtered by their days only", async () => {
  const { offered, form, storage, time } = await start();
  const day = time.now.toISOString().slice(0, 10);
  await addToDays(storage.db, [{ form_id: form.id, day, language: "en", opened: 3, started: 1, sent: 0 }]);
  expect(await offered()).toEqual(["period"]);
});

test("a published form without responses shows its address, to copy and to open", async () => {
  const { ada, address, form, publicUrl, respond } = await start();
  const list = `/forms/${form.id}/responses`;
  const link = `${publicUrl}/f/${form.id}`;
  for (const path of [address, list]) {
    const { html } = await ada.open(path);
    expect(html).toContain(`<code translate="no">${link}</code>`);
    expect(html).toContain(`<a href="${link}">Open the form</a>`);
    expect(html).toMatch(/data-copied="Copied"/);
    expect(html).toMatch(/src="\/assets\/copy-/);
  }
  const shown = async (path: string) => (await ada.open(path)).html.includes("Send this address");
  for (const path of [`${list}?status=spam`, `${list}?text=Ada`]) expect(await shown(path)).toBe(false);
  await respond({});
  for (const path of [address, list, `${address}?text=nobody`, `${list}?text=nobody`])
    expect([path, await shown(path)]).toEqual([path, false]);
});

test("a box that everybody left unticked is not said to be unanswered above its bars", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const statement = { en: "I may be in photographs" };
  const ok = { id: "ok", type: "consent", label: statement, statement } as const;
  const { form, respond } = await answeredForm(service, {
    title: { en: "Choir" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "one", fields: [ok] }],
  });
  await respond({ ok: false });
  const { html } = await ada.open(`/forms/${form.id}/responses/summary`);
  expect(html).toContain("0 of 1 answered");
  expect(html).not.toContain("Nobody has answered");
});

test.each([
  ["draft", "The form is a draft, so nobody can answer it."],
  ["paused", "The form is paused: people who open it see that it takes no answers now."],
  ["archived", "The form is archived: people who open it see that it is closed."],
] as const)("a form that is %s shows no address to send", async (status, text) => {
  const { ada, address, form, storage } = await start();
  await storage.db.updateTable("forms").set({ status }).execute();
  for (const path of [address, `/forms/${form.id}/responses`]) {
    const { html } = await ada.open(path);
    expect(html).toContain(text);
    expect([path, html.includes("Send this address"), html.includes("<code")]).toEqual([path, false, false]);
  }
});
