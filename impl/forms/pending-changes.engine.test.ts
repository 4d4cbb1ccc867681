/** Tests unpublished changes: stored by the service, seen by agents and on every page, but only with the right to edit. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { newId } from "../platform/ids.ts";
import { editors, small } from "../test/support/editors.ts";
import type { OwnerBrowser } from "../test/support/owner.ts";
import { shareForm } from "./sharing/share.ts";
import { unshareForm } from "./sharing/shares.ts";
import { addWebhook } from "./webhooks/webhooks.ts";

const titled = (title: string): FormStructure => ({ ...small, title: { en: title } });

async function world() {
  const service = await editors();
  const { publicUrl, create, ada, storage, accountId } = service;
  const id = await create(small, true);
  const [{ token }, friend, viewer] = [
    await service.mint(),
    await service.signIn("friend@example.org"),
    await service.signIn("viewer@example.org"),
  ];
  const parts = { storage, clock: service.now };
  await shareForm(parts, accountId, id, { email: "friend@example.org", permission: "edit" });
  await shareForm(parts, accountId, id, { email: "viewer@example.org", permission: "view" });
  /** Sends a structure like the editor. */
  async function keep(browser: OwnerBrowser, structure: FormStructure, pending?: string, revision = "1") {
    const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec((await browser.open("/forms")).html) ?? [];
    const body = new URLSearchParams({
      csrf,
      structure: JSON.stringify(structure),
      revision,
      keep: "yes",
    });
    if (pending !== undefined) body.set("pending", pending);
    const headers = {
      cookie: `session=${browser.cookie("session")}; csrf=${browser.cookie("csrf") ?? ""}`,
      origin: publicUrl,
    };
    const response = await fetch(`${publicUrl}/forms/${id}/structure`, {
      method: "POST",
      body,
      headers,
      redirect: "manual",
    });
    return { status: response.status, body: await response.text() };
  }
  const getForm = async () => {
    const { structuredContent } = await service.call(token, "service_get_form", {
      form_id: id,
      include_structure: true,
    });
    return structuredContent as {
      structure: FormStructure;
      pending?: { structure: FormStructure; changed_by?: string };
    };
  };
  const rows = () => storage.db.selectFrom("pending_changes").selectAll().execute();
  const bytes = async () =>
    (
      await storage.db
        .selectFrom("account_usage")
        .selectAll()
        .where("account_id", "=", accountId)
        .executeTakeFirstOrThrow()
    ).structure_bytes;
  return { ...service, id, friend, viewer, ada, parts, keep, getForm, rows, bytes };
}

test("kept changes are seen by agents and on all pages, are counted, and are published by a button", async () => {
  const { keep, ada, getForm, id, stored, bytes, rows } = await world();
  const before = Number(await bytes());
  const { body } = await keep(ada, titled("Winter school"));
  expect(JSON.parse(body)).toMatchObject({ ok: true, pending: expect.any(String) });
  expect(Number(await bytes())).toBeGreaterThan(before + 400);
  const seen = await getForm();
  expect([seen.structure.title, seen.pending]).toMatchObject([
    small.title,
    { structure: { title: { en: "Winter school" } }, changed_by: "ada@example.org" },
  ]);
  for (const path of ["/forms", `/forms/${id}`])
    expect((await ada.open(path)).html).toContain("Unpublished changes");
  expect((await ada.open(`/forms/${id}/preview`)).html).toContain("Winter school");
  expect((await ada.open(`/f/${id}`)).html).not.toContain("Winter school");
  const page = await ada.open(`/forms/${id}`);
  expect((await ada.send(page, `/forms/${id}/changes`, { action: "publish" })).html).toContain(
    "The changes are published.",
  );
  expect([(await stored(id)).title, await rows()]).toEqual([{ en: "Winter school" }, []]);
});

test("only those who may edit see and change them, each change names what it has seen, and discarding ends them", async () => {
  const { keep, ada, friend, viewer, id, parts, accountId, rows, bytes, stored } = await world();
  const before = await bytes();
  const first = JSON.parse((await keep(friend, titled("Autumn school"))).body);
  expect((await ada.open(`/forms/${id}`)).html).toContain("friend@example.org");
  for (const path of ["/forms", `/forms/${id}`, `/forms/${id}/edit`, `/forms/${id}/preview`])
    expect((await viewer.open(path)).html).not.toMatch(/Unpublished changes|Autumn school/);
  expect((await keep(viewer, titled("Mine"))).status).toBe(403);
  expect(JSON.parse((await keep(ada, titled("Unseen"))).body)).toMatchObject({
    code: "revision_conflict",
    stored: { pending: { id: first.pending, structure: { title: { en: "Autumn school" } } } },
  });
  expect((await keep(ada, titled("Spring school"), first.pending)).status).toBe(200);
  await unshareForm(parts, accountId, id, "friend@example.org");
  expect((await keep(friend, titled("Mine"))).status).toBe(404);
  const page = await ada.open(`/forms/${id}`);
  await ada.send(page, `/forms/${id}/changes`, { action: "discard" });
  expect([await stored(id), await rows(), await bytes()]).toEqual([small, [], before]);
});

test("the head of a form says on every page of it that it has unpublished changes", async () => {
  const { keep, ada, friend, viewer, id, parts, accountId, storage, now } = await world();
  const response = newId("rsp");
  const row = { id: response, form_id: id, form_version: 1, status: "verified", language: "en" } as const;
  await storage.db
    .insertInto("responses")
    .values({ ...row, email: "alan@example.org", answers: "{}", submitted_at: now().toISOString() })
    .execute();
  const events = ["form.published" as const];
  const webhook = await addWebhook(
    parts,
    { accountId, formId: id },
    { url: "https://hooks.example.org/", events, withAddresses: false },
  );
  // The script of the editor has its own words for this, which follow the state of saving.
  const pages = ["", "/settings", "/preview", "/responses", "/responses/summary", "/versions"];
  const rare = ["/prefilled", "/waiting", "/text", "/versions/1/compare", `/responses/${response}`];
  const ofAdmins = ["/connections", `/connections/${webhook!.id}`];
  const saying = async (browser: OwnerBrowser, paths: readonly string[]) => {
    const said: string[] = [];
    for (const path of paths) {
      const page = await browser.open(`/forms/${id}${path}`);
      if (page.html.includes('<span class="chip changes">Unpublished changes</span>')) said.push(path);
    }
    return said;
  };
  const all = [...pages, ...rare, ...ofAdmins];
  expect(await saying(ada, all)).toEqual([]);
  await keep(ada, titled("Winter school"));
  expect(await saying(ada, all)).toEqual(all);
  expect(await saying(friend, pages)).toEqual(pages);
  expect(await saying(viewer, all)).toEqual([]);
});

test("an archived form keeps no changes, not even those that another window sends later", async () => {
  const { keep, ada, id, rows, form } = await world();
  await keep(ada, titled("Winter school"));
  await ada.send(await ada.open(`/forms/${id}`), `/forms/${id}/status`, { action: "archive" });
  const { revision } = await form(id);
  const late = await keep(ada, titled("Winter school"), undefined, String(revision));
  expect([late.status, JSON.parse(late.body).code, await rows()]).toEqual([422, "invalid_transition", []]);
});

test("merges changes that an agent publishes meanwhile, and leaves conflicts to the owner", async () => {
  const { keep, ada, id, mint, call, rows, stored } = await world();
  const { token } = await mint();
  const update = (structure: FormStructure) => call(token, "service_update_form", { form_id: id, structure });
  await keep(ada, titled("Winter school"));
  await update({ ...small, description: { en: "By an agent" } });
  const page = await ada.open(`/forms/${id}`);
  await update({ ...titled("Agents' school"), description: { en: "By an agent" } });
  expect((await ada.send(page, `/forms/${id}/changes`, { action: "publish" })).html).toContain(
    "published in the same places",
  );
  expect((await rows()).length).toBe(1);
  await update({ ...small, description: { en: "By an agent" } });
  await ada.send(await ada.open(`/forms/${id}`), `/forms/${id}/changes`, { action: "publish" });
  expect(await stored(id)).toMatchObject({
    title: { en: "Winter school" },
    description: { en: "By an agent" },
  });
});
