/** Saved views on the owner's pages, in a browser without scripts. */
import { expect, test } from "vitest";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { oneField } from "../../../../test/support/one-field-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import type { Entries, Page } from "../../../../test/support/visitor.ts";

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, oneField("Club", ["en"]));
  const path = `/forms/${form.id}/responses`;
  const post = async (browser: typeof ada, page: Page, entries: Entries) =>
    browser.send(page, `${path}/views`, entries);
  const save = async (query: string, name: string) =>
    post(ada, await ada.open(`${path}?${query}`), { action: "save", name });
  const share = async (email: string, permission: "view" | "edit") => {
    const browser = await service.signIn(email);
    const overview = await ada.open(`/forms/${form.id}`);
    await ada.send(overview, `/forms/${form.id}/share`, { email, permission });
    return browser;
  };
  return { service, ada, form, respond, path, post, save, share };
}

/** The links to views, and which is marked. */
function links({ html }: Page) {
  const [nav = ""] = /<nav class="saved-views".*?<\/nav>/s.exec(html) ?? [];
  const found = [...nav.matchAll(/<a href="([^"]*)"( aria-current="page")?><bdi>(.*?)<\/bdi>/g)];
  return found.map(([, address, mark, name]) => ({
    name,
    address: address!.replaceAll("&amp;", "&"),
    isShown: mark !== undefined,
  }));
}

const marked = (page: Page) => links(page).flatMap(({ name, isShown }) => (isShown ? [name] : []));
const people = ({ html }: Page) => [...html.matchAll(/class="person">([^<@]+)@/g)].map(([, name]) => name);

test("a view holds the filters, the status, the columns and the order, and is marked where it is shown", async () => {
  const { ada, respond, path, save } = await start();
  await respond({ name: "Zoe" }, { email: "zoe@example.org" });
  await respond({ name: "Ann" }, { email: "ann@example.org" });
  await respond({}, { email: "none@example.org" });
  await respond({ name: "Buy" }, { email: "spam@example.org", status: "spam" });
  const plain = await ada.open(path);
  expect([plain.html.includes("Save this view"), plain.html.includes("Saved views")]).toEqual([false, false]);
  const saved = await save(
    "answers=name:answered&sort=name&from=2026-01-01&to=2099-01-01&text=n",
    "With names",
  );
  expect(saved.html).toContain("The view is saved.");
  expect([marked(saved), people(saved)]).toEqual([["With names"], ["ann"]]);
  await save("status=spam", "Spam");
  const other = await ada.open(path);
  expect(links(other).map(({ name, isShown }) => [name, isShown])).toEqual([
    ["Spam", false],
    ["With names", false],
  ]);
  const [spam, named] = links(other);
  expect([people(await ada.open(spam!.address)), marked(await ada.open(spam!.address))]).toEqual([
    ["spam"],
    ["Spam"],
  ]);
  expect(Object.fromEntries(new URL(named!.address, "http://x").searchParams)).toEqual({
    answers: "name:answered",
    sort: "name",
    from: "2026-01-01",
    to: "2099-01-01",
    text: "n",
  });
});

test("saving a name again replaces the view, and deleting leaves the list as it is", async () => {
  const { service, ada, path, post, save } = await start();
  await save("text=one", "Mine");
  const replaced = await save("text=two", "  Mine ");
  expect(replaced.html).toContain("The view of this name is replaced.");
  expect(links(replaced)).toEqual([{ name: "Mine", address: `${path}?text=two`, isShown: true }]);
  // Saving the same settings under another name shows that name, so a view can be renamed.
  service.time.now = new Date(service.time.now.getTime() + 1_000);
  const renamed = await save("text=two", "A better name");
  expect(links(renamed).map(({ name, isShown }) => [name, isShown])).toEqual([
    ["A better name", true],
    ["Mine", false],
  ]);
  const [, view = ""] = /<option value="(view_[0-9A-Za-z]{22})">Mine</.exec(renamed.html) ?? [];
  const deleted = await post(ada, renamed, { action: "delete", view });
  expect([deleted.html.includes("The view is deleted."), links(deleted).length]).toEqual([true, 1]);
  expect(new URL(deleted.url).searchParams.get("text")).toBe("two");
  expect((await post(ada, renamed, { action: "delete", view })).html).toContain("Nothing had to be changed.");
});

test("a name that is empty or too long, and a view too many, are not saved; the page says why", async () => {
  const { service, form, path, save, ada } = await start();
  for (const name of [" ", "\u200b", "x".repeat(61)]) {
    const refused = await save("text=one", name);
    expect([refused.html.includes("has 1 to 60 characters"), links(refused)]).toEqual([true, []]);
  }
  const rows = Array.from({ length: 20 }, (_, n) => ({
    id: `view_${n}`,
    form_id: form.id,
    name: `View ${n}`,
    settings: JSON.stringify({ status: "verified", text: `${n}` }),
    saved_at: service.time.now.toISOString(),
  }));
  await service.storage.db.insertInto("saved_views").values(rows).execute();
  expect((await ada.open(`${path}?text=one`)).html).toContain("The form has 20 views");
  const full = await save("text=one", "One more");
  expect([full.html.includes("at most 20 views"), links(full).length]).toEqual([true, 20]);
  expect((await save("text=one", "View 3")).html).toContain("The view of this name is replaced.");
});

test("a hostile name and hostile settings stay text", async () => {
  const { ada, service, form, path, save } = await start();
  const name = `</bdi><script>alert(1)</script>" onx=1 \u202e`;
  const saved = await save("text=one", name);
  expect(saved.html).not.toContain("<script>alert");
  expect(saved.html).not.toContain("\u202e");
  expect(marked(saved)).toEqual(["&lt;/bdi&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onx=1"]);
  const settings = { status: "all", from: "never", sort: "../", answers: "gone:one_of:a", columns: "<b>" };
  await service.storage.db
    .updateTable("saved_views")
    .set({ settings: JSON.stringify(settings) })
    .where("form_id", "=", form.id)
    .execute();
  const [link] = links(await ada.open(path));
  expect(link!.address).toBe(`${path}?answers=gone%3Aone_of%3Aa`);
});

test("a view whose question the form does not have shows no response", async () => {
  const { ada, respond, save } = await start();
  await respond({ name: "Ann" });
  const saved = await save("answers=gone:one_of:a", "Gone");
  expect([marked(saved), people(saved)]).toEqual([["Gone"], []]);
  expect(saved.html).toContain("A filter that does not fit this form");
  expect(people(await ada.open(links(saved)[0]!.address))).toEqual([]);
});

test("the summary has the views that filter verified responses, without their order", async () => {
  const { ada, respond, path, save } = await start();
  await respond({ name: "Ann" });
  await respond({});
  await save("answers=name:answered&sort=-name", "With names");
  await save("status=spam&text=x", "Spam");
  await save("sort=name", "By name");
  const summary = await ada.open(`${path}/summary`);
  expect(links(summary)).toEqual([
    { name: "With names", address: `${path}/summary?answers=name%3Aanswered`, isShown: false },
  ]);
  expect(summary.html).not.toContain("Save this view");
  const shown = await ada.open(links(summary)[0]!.address);
  expect([marked(shown), shown.html.includes("<h2>1 response</h2>")]).toEqual([["With names"], true]);
});

test("accounts with view access use the views of statuses that they may read, and cannot change them", async () => {
  const { ada, path, save, share, post } = await start();
  const editing = await save("text=one", "Search");
  await save("status=deleted", "Deleted");
  const bob = await share("bob@example.org", "view");
  const page = await bob.open(`${path}?text=one`);
  expect([marked(page), links(page).length]).toEqual([["Search"], 1]);
  expect(page.html).not.toMatch(/Save this view|Delete a view/);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)![1]!;
  const refused = await post(bob, editing, { action: "save", name: "Bob's", csrf });
  expect([refused.status, refused.html.includes("does not allow this")]).toEqual([403, true]);
  const [, view = ""] = /<option value="(view_\w+)"/.exec(editing.html) ?? [];
  expect((await post(bob, editing, { action: "delete", view, csrf })).status).toBe(403);
  const eve = await share("eve@example.org", "edit");
  const own = await eve.open(`${path}?text=one`);
  expect((await post(eve, own, { action: "delete", view })).html).toContain("The view is deleted.");
  expect(links(await ada.open(path)).map(({ name }) => name)).toEqual(["Deleted"]);
});

test("strangers get the page of a missing form, and a post from elsewhere changes nothing", async () => {
  const { service, ada, path, save, post } = await start();
  const page = await save("text=one", "Search");
  const bob = await service.signIn("bob@example.org");
  const csrf = /name="csrf" value="([^"]+)"/.exec((await bob.open("/forms")).html)![1]!;
  const missing = {
    html: page.html.replaceAll(path, `/forms/frm_${"0".repeat(22)}/responses`),
    url: page.url,
  };
  const [, view = ""] = /<option value="(view_\w+)"/.exec(page.html) ?? [];
  for (const entries of [
    { action: "save", name: "Bob's", csrf },
    { action: "delete", view, csrf },
  ]) {
    const strange = await post(bob, page, entries);
    const none = await bob.send(
      { ...page, ...missing },
      `/forms/frm_${"0".repeat(22)}/responses/views`,
      entries,
    );
    expect([strange.status, strange.html]).toEqual([404, none.html]);
  }
  expect((await bob.open(path)).status).toBe(404);
  for (const forged of ["", csrf])
    expect((await post(ada, page, { action: "delete", view, csrf: forged })).status).toBe(403);
  expect((await post(ada, page, { action: "rename", view })).status).toBe(422);
  expect(links(await ada.open(path))).toHaveLength(1);
});
