/** The bin of forms on the owner's pages, and what agents, respondents and other accounts see of a form in it. */
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { putIntoBin } from "../../../../forms/bin/bin.ts";
import { addImage } from "../../../../forms/images.ts";
import { shareForm } from "../../../../forms/sharing/share.ts";
import { newId } from "../../../../platform/ids.ts";
import { removeExpired } from "../../../../responses/retention/remove-expired.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

const DAY_MS = 86_400_000;

async function world() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service);
  await respond({ name: "Alan" });
  const { storage, now, time } = service;
  const bin = () => putIntoBin(service, form.owner_id, form.id, now());
  const stored = () =>
    storage.db.selectFrom("forms").selectAll().where("id", "=", form.id).executeTakeFirst();
  return { service, ada, form, bin, stored, storage, now, time };
}

test("an owner deletes a form, restores it from the bin, and deletes it for good, without scripts", async () => {
  const { service, ada, form, stored } = await world();
  const path = `/forms/${form.id}`;
  expect((await ada.open("/forms")).html).not.toContain("/forms/bin");
  const before = await stored();
  const remove = async () => ada.send(await ada.open(`${path}/settings`), `${path}/delete`);
  const deleted = await remove();
  expect(new URL(deleted.url).pathname).toBe("/forms");
  expect(deleted.html).toContain("You can restore it for 30 days.");
  expect(deleted.html).toContain('<a href="/forms/bin">Bin (1)</a>');
  const bin = await ada.open("/forms/bin");
  expect(bin.html).toContain("They still count for the limits of your account.");
  expect(bin.html).toContain("1 response · Deleted for good on ");
  expect(bin.html).not.toContain("<script");
  const restored = await ada.send(bin, `/forms/bin/${form.id}/restore`);
  expect([new URL(restored.url).pathname, restored.html.includes("The form is back as it was.")]).toEqual([
    path,
    true,
  ]);
  expect(await stored()).toEqual(before);
  // The second click of two finds the form back already.
  expect((await ada.send(bin, `/forms/bin/${form.id}/restore`)).html).toContain(
    "The form is back as it was.",
  );
  expect((await ada.send(bin, `/forms/bin/${form.id}/erase`, { sure: "yes" })).status).toBe(422);

  await remove();
  const again = await ada.open("/forms/bin");
  const unsure = await ada.send(again, `/forms/bin/${form.id}/erase`);
  expect([unsure.status, unsure.html.includes("Tick the box to delete the form.")]).toEqual([422, true]);
  const erased = await ada.send(again, `/forms/bin/${form.id}/erase`, { sure: "yes" });
  expect(erased.html).toContain("The form is deleted for good.");
  expect(erased.html).toContain("The bin is empty.");
  const late = await ada.send(again, `/forms/bin/${form.id}/restore`);
  expect([late.status, late.html.includes("This form is no longer in the bin.")]).toEqual([422, true]);
  const actions = service.logged.filter(({ event }) => event === "owner_action");
  expect(actions.map(({ action }) => action)).toEqual(["delete", "restore", "delete", "erase"]);
});

test("the list offers to bring back the form that was just deleted, to its owner alone and while it is in the bin", async () => {
  const { service, ada, form } = await world();
  const button = `action="/forms/bin/${form.id}/restore"`;
  const eve = await service.signIn("eve@example.org");
  expect((await ada.open(`/forms?binned=${form.id}&done=binned`)).html).not.toContain(button);
  const deleted = await ada.send(await ada.open(`/forms/${form.id}/settings`), `/forms/${form.id}/delete`);
  expect(deleted.html).toContain(button);
  expect((await eve.open(`/forms?binned=${form.id}&done=binned`)).html).not.toContain(button);
  const restored = await ada.send(deleted, `/forms/bin/${form.id}/restore`);
  expect(restored.html).toContain("The form is back as it was.");
  expect((await ada.open(deleted.url.slice(service.publicUrl.length))).html).not.toContain(button);
});

test("respondents, agents and images find a form in the bin as little as one that does not exist", async () => {
  const { service, ada, form, bin, storage, now } = await world();
  const { token } = await service.mint();
  const key = await service.files.put(Readable.from(["picture"]));
  const picture = { key, contentType: "image/png", size: 7, width: 1, height: 1, name: "a.png" } as const;
  const image = await addImage(service, form.owner_id, form.id, picture, now());
  const address = `${service.publicUrl}/images/${image.id}`;
  expect((await fetch(address)).status).toBe(200);
  await bin();
  const none = newId("frm");
  const calls: readonly (readonly [string, object])[] = [
    ["service_get_form", {}],
    ["service_get_form", { include_structure: true }],
    ["service_update_form", { status_action: "pause" }],
    ["service_clone_form", {}],
    ["service_share_form", { email: "bob@example.org", permission: "view" }],
    ["service_get_responses", {}],
    ["service_export_responses", { format: "csv" }],
  ];
  for (const [tool, more] of calls) {
    const [binned, missing] = [
      await service.call(token, tool, { form_id: form.id, ...more }),
      await service.call(token, tool, { form_id: none, ...more }),
    ];
    expect(JSON.stringify(binned).replaceAll(form.id, none)).toBe(JSON.stringify(missing));
    expect(binned.isError).toBe(true);
  }
  const listed = await service.call(token, "service_list_forms", {});
  expect(listed.structuredContent).toMatchObject({ forms: [], total_count: 0 });
  const named = await service.call(token, "service_find_form_by_name", { name: form.title });
  expect(named.structuredContent).toMatchObject({ matches: [] });
  expect((await fetch(address)).status).toBe(404);
  const plain = (html: string) => html.replaceAll(form.id, none).replace(/value="[\w-]+"/g, "");
  for (const path of ["/f/ID", "/forms/ID", "/forms/ID/edit", "/forms/ID/responses", "/forms/ID/preview"]) {
    const [binned, missing] = [
      await ada.open(path.replace("ID", form.id)),
      await ada.open(path.replace("ID", none)),
    ];
    expect([path, binned.status, plain(binned.html)]).toEqual([path, 404, plain(missing.html)]);
  }
  expect(await storage.db.selectFrom("responses").select("id").execute()).toHaveLength(1);
});

test("other accounts see nothing of a bin, whether the form was shared with them or not", async () => {
  const { service, ada, form, bin, storage, now, stored } = await world();
  const admin = await service.signIn("bob@example.org");
  const stranger = await service.signIn("eve@example.org");
  const parts = { storage, clock: now };
  await shareForm(parts, form.owner_id, form.id, { email: "bob@example.org", permission: "admin" });
  await bin();
  const hidden = await stored();
  const page = await ada.open("/forms/bin");
  for (const other of [admin, stranger]) {
    expect((await other.open("/forms")).html).not.toContain("/forms/bin");
    expect((await other.open("/forms/bin")).html).not.toContain(form.id);
    // The forms of Ada's page, sent with the session and the token of the other account.
    const { html } = await other.open("/forms");
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)![1]!;
    for (const action of ["restore", "erase"])
      for (const id of [form.id, newId("frm")]) {
        const sent = await fetch(`${service.publicUrl}/forms/bin/${id}/${action}`, {
          method: "POST",
          body: new URLSearchParams({ csrf, sure: "yes" }),
          headers: { Cookie: `session=${other.cookie("session")}`, Origin: service.publicUrl },
        });
        expect([sent.status, (await sent.text()).includes("no longer in the bin")]).toEqual([422, true]);
      }
  }
  expect(await stored()).toEqual(hidden);
  expect((await ada.send(page, `/forms/bin/${form.id}/restore`)).status).toBe(200);
  expect((await admin.open(`/forms/${form.id}`)).status).toBe(200);
});

test("a bin of more than 50 forms has pages, and forms whose time is over are in none", async () => {
  const { service, ada, form, storage, now, time } = await world();
  const ids = [form.id];
  for (let n = 0; n < 51; n += 1) ids.push((await answeredForm(service)).form.id);
  for (const id of ids) {
    await putIntoBin(service, form.owner_id, id, now());
    time.now = new Date(time.now.getTime() + 1_000);
  }
  const shown = (html: string) =>
    [...html.matchAll(/action="\/forms\/bin\/(frm_\w+)\/restore"/g)].map(([, id]) => id);
  const first = await ada.open("/forms/bin");
  expect(shown(first.html)).toEqual(ids.toReversed().slice(0, 50));
  const next = /href="(\/forms\/bin\?cursor=[^"]+)"/.exec(first.html)![1]!;
  expect(shown((await ada.open(next)).html)).toEqual(ids.toReversed().slice(50));
  expect(shown((await ada.open("/forms/bin?cursor=made-up")).html)).toHaveLength(50);
  time.now = new Date(time.now.getTime() + 30 * DAY_MS - 2_000);
  const session = await service.signIn();
  expect(shown((await session.open("/forms/bin")).html)).toEqual(ids.slice(-1));
  expect((await removeExpired({ ...service, clock: now })).forms).toBe(51);
  expect(await storage.db.selectFrom("deleted_forms").select("form_id").execute()).toHaveLength(1);
});
