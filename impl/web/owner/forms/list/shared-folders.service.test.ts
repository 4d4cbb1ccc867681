/** Shared folders on the wire: the pages without scripts, the mails, what agents see by them, and that nobody else learns of them. */
import { expect, test } from "vitest";
import { limits } from "../../../../../generated/limits.ts";
import { newId } from "../../../../platform/ids.ts";
import { removeExpired } from "../../../../responses/retention/remove-expired.ts";
import { liveService, readLive } from "../../../../test/support/live-data.ts";
import type { OwnerBrowser } from "../../../../test/support/owner.ts";
import { failureCode } from "../../../../test/support/wire.ts";

/** Ada's form in her folder, and browsers of Ada and Bob. */
async function world() {
  const service = await liveService();
  const { ada, form, publicUrl } = service;
  const bob = await service.signIn("bob@example.org");
  /** Posts with the token of the account, to any address. */
  async function post(browser: OwnerBrowser, path: string, values: Record<string, string> = {}) {
    const { html } = await browser.open("/settings/account");
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)![1]!;
    const sent = await fetch(publicUrl + path, {
      method: "POST",
      body: new URLSearchParams({ csrf, ...values }),
      headers: { Cookie: `session=${browser.cookie("session")}`, Origin: publicUrl },
    });
    return { status: sent.status, url: sent.url, html: await sent.text() };
  }
  const moveTo = (browser: OwnerBrowser, id: string, name: string) =>
    post(browser, "/forms/move", { form: id, name });
  await moveTo(ada, form.id, "Club");
  const { id: folder } = await service.storage.db
    .selectFrom("folders")
    .select("id")
    .executeTakeFirstOrThrow();
  const path = `/forms/folders/${folder}`;
  const { token } = await service.mint({ email: "bob@example.org" });
  return {
    ...service,
    bob,
    post,
    moveTo,
    folder,
    path,
    bobs: token,
    share: async (email = "bob@example.org", permission = "edit") =>
      ada.send(await ada.open(path), `${path}/share`, { email, permission }),
    unshare: (browser: OwnerBrowser, email = "bob@example.org") =>
      post(browser, `${path}/unshare`, { email }),
    tool: (name: string, more: object = {}, by = token) =>
      service.call(by, name, { form_id: form.id, ...more }),
  };
}

test("an owner shares a folder, and its forms are in the list, the pages and the tools of the member", async () => {
  const { ada, bob, bobs, form, folder, path, share, tool, call, nextMail, publicUrl, logged } =
    await world();
  const list = await ada.open(`/forms?folder=${folder}`);
  expect(list.html).toContain(`<a href="${path}">Share the folder</a>`);
  expect(list.html).toContain("Its forms stay, in no folder.");
  const page = await ada.open(path);
  expect(page.html).toContain("<h1>Club</h1>");
  expect(page.html).toContain("Only you have access.");
  expect(page.html).not.toContain("<script");
  const shared = await share();
  expect(shared.html).toContain("Access is given. The person gets a mail.");
  expect(shared.html).toContain("May also change its forms");
  const { subject, text } = await nextMail("bob@example.org");
  expect(subject).toBe(`A folder was shared with you at ${new URL(publicUrl).host}`);
  expect(text).toContain("ada@example.org shares a folder of forms with you");
  expect(text).toContain("you may change its forms");
  expect(text).toContain(`${publicUrl}/forms?folder=${folder}`);
  expect(text).not.toMatch(/Club\b/);

  const { html } = await bob.open("/forms");
  expect(html).toContain("Shared by ada@example.org");
  expect(html).toContain("Shared by ada@example.org · Folder: Club</span>");
  const inside = await bob.open(`/forms?folder=${folder}`);
  expect(inside.html).toContain("Folder of ada@example.org: you may change its forms.");
  expect(inside.html).toContain("1 form<");
  expect(inside.html).not.toContain(`${path}/rename`);
  const own = await bob.open(path);
  expect(own.html).toContain("Leave the folder");
  expect(own.html).not.toContain(`${path}/share"`);

  expect((await call(bobs, "service_list_forms", {})).structuredContent).toMatchObject({
    total_count: 1,
    forms: [{ form_id: form.id, access: "edit" }],
  });
  expect(
    (await call(bobs, "service_find_form_by_name", { name: "Club" })).structuredContent.matches,
  ).toHaveLength(1);
  expect((await tool("service_get_form")).structuredContent).toMatchObject({
    access: "edit",
    owner: { email: "ada@example.org", is_caller: false },
  });
  expect((await tool("service_update_form", { status_action: "pause" })).isError).toBeUndefined();
  expect((await tool("service_get_responses")).isError).toBeUndefined();
  expect(
    failureCode(await tool("service_share_form", { email: "ada@example.org", permission: "view" })),
  ).toBe("forbidden");
  expect((await tool("service_clone_form")).structuredContent.title).toContain("Club");

  const shownToAda = await ada.open(`/forms/${form.id}`);
  expect(shownToAda.html).toContain("People with access by the folder “Club”");
  expect(shownToAda.html).toContain(`<a href="${path}">`);
  const shownToBob = await bob.open(`/forms/${form.id}`);
  expect(shownToBob.html).toContain("You have access to this form by the folder “Club (ada@example.org)”");
  expect(shownToBob.html).not.toContain("/unshare");
  const actions = logged.filter(({ event }) => event === "owner_action");
  expect(actions).toContainEqual(
    expect.objectContaining({ action: "share_folder", folder, result: "granted" }),
  );
});

test("agents of who may share a form read who has access by its folder, each once with the higher permission", async () => {
  const { share, tool, mint, form, ada } = await world();
  const { token } = await mint({ email: "ada@example.org" });
  await share("bob@example.org", "view");
  await share("new@example.org", "edit");
  const of = async () => (await tool("service_get_form", {}, token)).structuredContent.shared_with;
  const invited = { email: "new@example.org", permission: "edit", invited: true };
  expect(await of()).toEqual([{ email: "bob@example.org", permission: "view", invited: false }, invited]);
  await tool("service_share_form", { email: "bob@example.org", permission: "admin" }, token);
  expect(await of()).toEqual([{ email: "bob@example.org", permission: "admin", invited: false }, invited]);
  // The share ends, and the page says that the folder gives access still.
  const page = `/forms/${form.id}`;
  const ended = await ada.send(await ada.open(page), `${page}/unshare`);
  expect(ended.html).toContain("The access by the folder stays.");
  expect(await of()).toEqual([{ email: "bob@example.org", permission: "view", invited: false }, invited]);
});

test.each(["ended", "left", "moved", "removed", "binned"] as const)(
  "access by a folder ends with all that a member has made of it: %s",
  async (end) => {
    const { ada, bob, bobs, form, path, folder, share, unshare, post, moveTo, tool, call, action, page } =
      await world();
    await share("bob@example.org", "admin");
    const { html } = await bob.send(await bob.open(page), action, { action: "make" });
    const address = /<code translate="no">(http[^<]+)<\/code>/.exec(html)![1]!;
    await bob.send(await bob.open(`/forms/${form.id}/settings`), `/forms/${form.id}/mails`, { mode: "each" });
    const opened = await bob.open(`/forms/${form.id}`);
    expect([(await readLive(address)).status, opened.status]).toEqual([200, 200]);
    if (end === "ended") expect((await unshare(ada)).html).toContain("The access is removed.");
    if (end === "left")
      expect((await unshare(bob)).html).toContain("You no longer have access to the folder.");
    if (end === "moved") expect((await moveTo(ada, form.id, "")).html).toContain("The forms are moved.");
    if (end === "removed")
      expect((await post(ada, `${path}/remove`)).html).toContain("The folder is removed.");
    if (end === "binned") await post(ada, `/forms/${form.id}/delete`);
    expect((await readLive(address)).status).toBe(404);
    for (const path of ["", "/edit", "/responses", "/settings"])
      expect([path, (await bob.open(`/forms/${form.id}${path}`)).status]).toEqual([path, 404]);
    // A page that was open before sends nothing any more.
    expect((await bob.send(opened, `/forms/${form.id}/share`, { email: "eve@example.org" })).status).toBe(
      404,
    );
    for (const name of ["service_get_form", "service_get_responses", "service_clone_form"])
      expect([name, failureCode(await tool(name))]).toEqual([name, "not_found"]);
    expect((await call(bobs, "service_list_forms", {})).structuredContent).toMatchObject({ total_count: 0 });
    // The folder itself stays in the menu of its members.
    const isListed = (await bob.open("/forms")).html.includes(`<option value="${folder}">`);
    expect(isListed).toBe(end === "moved" || end === "binned");
  },
);

test("an outsider, a former member and a member of another folder get the answers of a folder that does not exist", async () => {
  const { ada, bob, path, form, folder, share, unshare, moveTo, post, signIn, storage } = await world();
  await share();
  await unshare(ada);
  const cleo = await signIn("cleo@example.org");
  const eve = await signIn("eve@example.org");
  await moveTo(ada, form.id, "Other");
  const others = await storage.db.selectFrom("folders").select("id").where("name", "=", "Other").execute();
  const second = `/forms/folders/${others[0]!.id}`;
  await ada.send(await ada.open(second), `${second}/share`, {
    email: "cleo@example.org",
    permission: "admin",
  });
  expect((await cleo.open(second)).status).toBe(200);
  const none = `/forms/folders/${newId("fld")}`;
  const plain = (html: string) => html.replaceAll(folder, "ID").replaceAll(none.slice(15), "ID");
  const before = await storage.db.selectFrom("folder_members").selectAll().execute();
  for (const who of [bob, cleo, eve])
    for (const [action, values] of [
      ["", undefined],
      ["/share", { email: "eve@example.org", permission: "admin" }],
      ["/share", { email: "nobody@example.org", permission: "admin" }],
      ["/unshare", { email: "ada@example.org" }],
      ["/unshare", { email: "bob@example.org" }],
      ["/rename", { name: "Mine" }],
      ["/remove", {}],
    ] as const) {
      const look = async (where: string) => {
        const { status, html } =
          values === undefined ? await who.open(where) : await post(who, where + action, values);
        return { status, html: plain(html).replace(/value="[\w-]+"/g, "") };
      };
      expect(await look(path)).toEqual(await look(none));
    }
  expect((await bob.open(`/forms?folder=${folder}`)).html).not.toContain("Club");
  // The name of a folder of another account makes an own folder.
  await moveTo(bob, "frm_none", "Club");
  expect(await storage.db.selectFrom("folder_members").selectAll().execute()).toEqual(before);
});

test("a member who may only change forms shares nothing, ends nobody's access, and sees no other member", async () => {
  const { bob, path, share, post, signIn } = await world();
  await signIn("cleo@example.org");
  await share("cleo@example.org", "view");
  await share();
  expect((await bob.open(path)).html).not.toContain("cleo@example.org");
  for (const [action, values] of [
    ["share", { email: "eve@example.org", permission: "view" }],
    ["share", { email: "cleo@example.org", permission: "admin" }],
    ["unshare", { email: "cleo@example.org" }],
    ["unshare", { email: "nobody@example.org" }],
  ] as const) {
    const { status, html } = await post(bob, `${path}/${action}`, values);
    expect([status, html.includes("Your access to this folder does not allow this.")]).toEqual([403, true]);
  }
});

test("an address without an account is invited to a folder, and has its forms as soon as it has an account", async () => {
  const { share, nextMail, browser, form, folder, storage, files, now, ada, path } = await world();
  expect((await share("new@example.org")).html).toContain("an invitation is mailed");
  const { text } = await nextMail("new@example.org");
  expect(text).toContain("ada@example.org wants to share a folder of forms with you");
  expect(text).toContain("The link works for 7 days, once.");
  expect(text).not.toMatch(/Club\b/);
  const [, link = ""] = /http\S+?(\/link\/[\w-]+)/.exec(text) ?? [];
  const newcomer = browser();
  const forms = await newcomer.send(await newcomer.open(link), link, { password: "four random words here" });
  expect(forms.html).toContain(`/forms/${form.id}/edit`);
  expect((await newcomer.open(`/forms?folder=${folder}`)).html).toContain("Club");
  // Invitations count as the refusals of forms do, and end after 30 days.
  for (let n = 2; n <= limits.share_refusals.max; n += 1) await share(`new${n}@example.org`);
  expect((await share("another@example.org")).status).toBe(429);
  await ada.send(await ada.open(path), `${path}/unshare`);
  const left = () => storage.db.selectFrom("folder_invitations").select("email").execute();
  expect((await left()).length).toBeGreaterThan(limits.share_refusals.max - 3);
  await removeExpired({ storage, files, clock: () => new Date(now().getTime() + 31 * 86_400_000) });
  expect(await left()).toEqual([]);
});

test("sharing a folder needs a fresh sign-in and an address, and does not offer the owner", async () => {
  const { share, ada, path, storage, post } = await world();
  const wrong = await share("nobody at all");
  expect([wrong.status, wrong.html.includes('value="nobody at all"')]).toEqual([422, true]);
  expect(wrong.html).toContain('<option value="edit" selected>');
  expect((await share("ada@example.org")).html).toContain("The folder belongs to this account");
  expect((await post(ada, `${path}/share`, { email: "bob@example.org", permission: "owner" })).status).toBe(
    422,
  );
  const created_at = new Date(Date.now() - 16 * 60_000).toISOString();
  await storage.db.updateTable("sessions").set({ created_at }).execute();
  expect((await ada.open(path)).html).not.toContain(`${path}/share"`);
  const late = await post(ada, `${path}/share`, { email: "bob@example.org", permission: "view" });
  expect(late.url).toContain("/sign-in?again");
  const members = await storage.db.selectFrom("folder_members").select("account_id").execute();
  expect(members).toHaveLength(1);
});

test("a member moves own forms into a shared folder, and is told why others cannot be moved", async () => {
  const { bob, share, moveTo, form, ada, folder, call, bobs } = await world();
  const made = await call(bobs, "service_create_form", { prompt: "Name", title: "Bob's form" });
  const id: string = made.structuredContent.form_id;
  await share("bob@example.org", "view");
  expect((await moveTo(bob, id, "Club")).html).toContain("you may only look at the forms of this folder");
  await share("bob@example.org", "edit");
  const list = await bob.open("/forms");
  expect(list.html).toContain('<option value="Club (ada@example.org)"></option>');
  expect((await moveTo(bob, form.id, "Club (ada@example.org)")).html).toContain(
    "only the owner of a form can move it into a shared folder",
  );
  expect((await moveTo(bob, id, "Club (ada@example.org)")).html).toContain("The forms are moved.");
  expect((await ada.open(`/forms?folder=${folder}`)).html).toContain("Shared by bob@example.org");
  expect((await ada.open(`/forms/${id}`)).status).toBe(200);
  expect((await ada.open(`/forms?folder=${folder}`)).html).toContain(
    "The people with access to the folder lose their access",
  );
  expect((await moveTo(ada, id, "")).html).toContain("The forms are moved.");
  expect((await ada.open(`/forms/${id}`)).status).toBe(404);
});

test("the page of a folder says which forms of others the owner alone has in it", async () => {
  const { ada, path, moveTo, call, bobs } = await world();
  const made = await call(bobs, "service_create_form", { prompt: "Name", title: "Bob's form" });
  const id: string = made.structuredContent.form_id;
  await call(bobs, "service_share_form", { form_id: id, email: "ada@example.org", permission: "view" });
  await moveTo(ada, id, "Club");
  expect((await ada.open(path)).html).toContain("1 form of another person is in this folder for you only.");
});
