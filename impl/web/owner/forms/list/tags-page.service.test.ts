/** Tags on the list of forms, in a browser without scripts. */
import { expect, test } from "vitest";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { type OwnerBrowser, ownerPages } from "../../../../test/support/owner.ts";

type Entries = readonly (readonly [string, string])[];

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await answeredForm(service)).form.id);
  /** Posts with the token of the account, to any address. */
  const post = async (browser: OwnerBrowser, path: string, values: Entries) => {
    const { html } = await browser.open("/settings/account");
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)![1]!;
    const sent = await fetch(service.publicUrl + path, {
      method: "POST",
      body: new URLSearchParams([["csrf", csrf], ...values.map(([name, value]) => [name, value])]),
      headers: { Cookie: `session=${browser.cookie("session")}`, Origin: service.publicUrl },
    });
    return { status: sent.status, url: sent.url, html: await sent.text() };
  };
  const [one = "", two = "", three = ""] = ids;
  const rows = () =>
    service.storage.db.selectFrom("form_tags").select(["form_id", "tag"]).orderBy("tag").execute();
  return { service, ada, one, two, three, post, rows };
}

const shown = (html: string) =>
  [...html.matchAll(/name="form" value="(frm_\w+)"/g)].map(([, id]) => id).toSorted();

test("adds a tag to selected forms, filters by it, takes it off some forms and then off all", async () => {
  const { ada, one, two, three, post } = await start();
  expect((await ada.open("/forms")).html).not.toContain('id="tag"');
  const tagged = await post(ada, "/forms/move", [
    ["form", one],
    ["form", two],
    ["tag_name", " <b>Q\t3</b> "],
    ["action", "tag"],
  ]);
  expect(tagged.html).toContain("The tag is added.");
  const address = "/forms?tag=%3Cb%3EQ+3%3C%2Fb%3E";
  expect(tagged.html.split(`<a class="chip" href="${address}">&lt;b&gt;Q 3&lt;/b&gt;</a>`)).toHaveLength(3);
  expect(tagged.html).not.toContain("<b>Q 3");
  const filtered = await ada.open(address);
  expect(shown(filtered.html)).toEqual([one, two].toSorted());
  expect(filtered.html).toContain('<option value="&lt;b&gt;Q 3&lt;/b&gt;" selected>');
  const less = await post(ada, "/forms/move", [
    ["form", one],
    ["tag", "<b>Q 3</b>"],
    ["action", "untag"],
  ]);
  expect(less.html).toContain("The tag is removed.");
  expect([new URL(less.url).searchParams.get("tag"), shown(less.html)]).toEqual(["<b>Q 3</b>", [two]]);
  const removed = await ada.send(filtered, "/forms/tags/remove");
  expect(removed.html).toContain("The tag is removed.");
  expect(shown(removed.html)).toEqual([one, two, three].toSorted());
  expect(removed.html).not.toContain('id="tag"');
  expect(shown((await ada.open(address)).html)).toEqual([one, two, three].toSorted());
});

test("Enter in the input of a tag adds it, and moves no form out of its folder", async () => {
  const { ada, one, post, rows } = await start();
  await post(ada, "/forms/move", [
    ["form", one],
    ["name", "Folder"],
  ]);
  const entered = await post(ada, "/forms/move", [
    ["form", one],
    ["name", ""],
    ["tag_name", "Now"],
  ]);
  expect(entered.html).toContain("The tag is added.");
  expect(entered.html).toContain("Folder: Folder");
  expect(await rows()).toEqual([{ form_id: one, tag: "Now" }]);
});

test("a copy of a form has no tags", async () => {
  const { ada, one, post, rows } = await start();
  await post(ada, "/forms/move", [
    ["form", one],
    ["tag_name", "A"],
    ["action", "tag"],
  ]);
  expect((await post(ada, `/forms/${one}/clone`, [])).status).toBe(200);
  expect(shown((await ada.open("/forms")).html)).toHaveLength(4);
  expect(await rows()).toEqual([{ form_id: one, tag: "A" }]);
});

test("says what is wrong with a tag, and changes nothing", async () => {
  const { ada, one, two, post, rows } = await start();
  const say = async (action: string, name: string, ids: readonly string[]) => {
    const forms = ids.map((id) => ["form", id] as const);
    return (
      await post(ada, "/forms/move", [
        ...forms,
        [action === "tag" ? "tag_name" : "tag", name],
        ["action", action],
      ])
    ).html;
  };
  for (const action of ["tag", "untag"]) {
    expect(await say(action, "A", [])).toContain("Select forms first.");
    for (const name of ["", " \u200b", "x".repeat(31)])
      expect(await say(action, name, [one])).toContain("a tag has 1 to 30 characters");
  }
  expect(await say("untag", "A", [one])).toContain("Nothing had to be changed.");
  for (let n = 0; n < 10; n += 1) await say("tag", `${n}${"x".repeat(29)}`.slice(0, 30), [one]);
  expect(await say("tag", "A", [one, two])).toContain("a form has at most 10 tags");
  expect(await rows()).toHaveLength(10);
});

test("another account sees, adds and removes no tag of a form that it cannot access", async () => {
  const { service, ada, one, post, rows } = await start();
  await post(ada, "/forms/move", [
    ["form", one],
    ["tag_name", "Secret plans"],
    ["action", "tag"],
  ]);
  const eve = await service.signIn("eve@example.org");
  for (const action of ["tag", "untag"])
    await post(eve, "/forms/move", [
      ["form", one],
      [action === "tag" ? "tag_name" : "tag", "Secret plans"],
      ["action", action],
    ]);
  await post(eve, "/forms/tags/remove", [["tag", "Secret plans"]]);
  expect((await eve.open("/forms?tag=Secret+plans")).html).not.toContain("Secret plans");
  expect(await rows()).toEqual([{ form_id: one, tag: "Secret plans" }]);
});
