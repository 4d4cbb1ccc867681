/** Tests that answers in the preview are stored as test responses, not counted, and removed in one click. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { answeredForm } from "../test/support/answered-form.ts";
import { type OwnerBrowser, ownerPages } from "../test/support/owner.ts";
import { removeExpired } from "./retention/remove-expired.ts";

const structure: FormStructure = {
  title: { en: "Trip" },
  languages: ["en"],
  default_language: "en",
  pages: [
    { id: "page", fields: [{ id: "name", type: "short_text", label: { en: "Name" }, required: true }] },
  ],
  settings: { response_limit: 2 },
};

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, structure);
  const path = `/forms/${answered.form.id}`;
  const rows = () =>
    service.storage.db.selectFrom("responses").select(["id", "is_test", "answers"]).execute();
  return { service, ada, ...answered, path, rows };
}

/** To the end of the preview. */
async function fillIn(browser: OwnerBrowser, path: string, name: string) {
  const page = await browser.open(`${path}/preview`);
  const [, action = ""] = /action="([^"]*preview[^"]*)"/.exec(page.html) ?? [];
  return browser.send(page, action, { "a.name": name, go: "send" });
}

test("answers in the preview are test responses, which appear only on the owner's list", async () => {
  const { service, ada, respond, form, path, rows } = await start();
  await respond({ name: "Alan" });
  const end = await fillIn(ada, path, "Trying");
  expect(await rows()).toHaveLength(1);
  const list = await ada.send(end, `${path}/preview`, {});
  expect(list.html).toContain("Kept as a test response.");
  expect(list.html).toContain("<span>Trying</span>");
  const [, id = ""] = /value="(rsp_\w+)"/.exec(list.html) ?? [];
  const one = await ada.open(`${path}/responses/${id}`);
  expect(one.html).toContain('<span class="chip test">Test</span>');
  expect(one.html).toContain("<dt>Name</dt><dd>Trying</dd>");
  expect(one.html).not.toContain(">Restore<");
  for (const address of [
    path,
    `${path}/responses`,
    `${path}/responses?status=deleted`,
    `${path}/responses/summary`,
  ])
    expect([address, (await ada.open(address)).html.includes("Trying")]).toEqual([address, false]);
  expect((await ada.open(path)).html).toContain("<dt>Responses</dt><dd>1</dd>");
  const { token } = await service.mint();
  for (const status of ["verified", "pending_verification", "spam", "deleted"]) {
    const read = await service.call(token, "service_get_responses", { form_id: form.id, status });
    expect(JSON.stringify(read)).not.toMatch(new RegExp(`${id}|Trying`));
    expect(read.structuredContent).toMatchObject({ total_count: status === "verified" ? 1 : 0 });
  }
  // A test can become no response.
  await ada.send(one, `${path}/responses/selected`, { action: "restore" });
  const kept = (await rows()).find((row) => row.id === id);
  expect(kept).toMatchObject({ is_test: 1, answers: JSON.stringify({ name: "Trying" }) });
});

test("removes all test responses completely, by one click or by time", async () => {
  const { service, ada, respond, path, rows } = await start();
  const real = await respond({ name: "Alan" });
  for (const name of ["One", "Two", "Three"])
    await ada.send(await fillIn(ada, path, name), `${path}/preview`, {});
  const list = await ada.open(`${path}/responses?status=test`);
  expect(list.html).toContain("All 3 that match are selected.");
  await ada.send(list, `${path}/responses/selected`, { action: "erase_sure" });
  expect((await rows()).map(({ id }) => id)).toEqual([real]);
  await ada.send(await fillIn(ada, path, "Four"), `${path}/preview`, {});
  service.time.now = new Date(service.time.now.getTime() + 31 * 86_400_000);
  await removeExpired({ ...service, clock: service.now });
  expect((await rows()).map(({ id }) => id)).toEqual([real]);
});

test("a form has at most 100 test responses, and viewers cannot store any", async () => {
  const { service, ada, path, rows } = await start();
  const end = await fillIn(ada, path, "Trying");
  for (let n = 0; n < 100; n += 1) await ada.send(end, `${path}/preview`, {});
  expect((await ada.send(end, `${path}/preview`, {})).html).toContain("at most 100 test responses");
  expect(await rows()).toHaveLength(100);
  const bob = await service.signIn("bob@example.org");
  await ada.send(await ada.open(path), `${path}/share`, { email: "bob@example.org", permission: "view" });
  const seen = await fillIn(bob, path, "Looking");
  expect(seen.html).not.toContain("Keep as a test response");
  const tried = await bob.send(await bob.open(`${path}/preview`), `${path}/preview?lang=en`, { test: "yes" });
  expect([tried.status, tried.html.includes("Your access to this form does not allow this.")]).toEqual([
    403,
    true,
  ]);
  expect(await rows()).toHaveLength(100);
  expect((await bob.open(`${path}/responses?status=test`)).html).not.toContain("Trying");
});
