/** Folders on the list of forms, in a browser without scripts. */
import { expect, test } from "vitest";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { type OwnerBrowser, ownerPages } from "../../../../test/support/owner.ts";

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await answeredForm(service)).form.id);
  return { service, ada, ids };
}

const shown = (html: string) =>
  [...html.matchAll(/name="form" value="(frm_\w+)"/g)].map(([, id]) => id).toSorted();
const folderIn = (html: string) => /<option value="(fld_\w+)"/.exec(html)?.[1] ?? "";

type Entries = readonly (readonly [string, string])[];

/** Posts with the token of the account, to any address. */
async function post(publicUrl: string, browser: OwnerBrowser, path: string, values: Entries) {
  const { html } = await browser.open("/forms");
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)![1]!;
  const sent = await fetch(publicUrl + path, {
    method: "POST",
    body: new URLSearchParams([["csrf", csrf], ...values.map(([name, value]) => [name, value])]),
    headers: { Cookie: `session=${browser.cookie("session")}`, Origin: publicUrl },
  });
  return { status: sent.status, url: sent.url, html: await sent.text() };
}

test("moves forms into folders, filters by a folder, renames and removes it", async () => {
  const { service, ada, ids } = await start();
  const [one, two, three] = ids;
  const empty = await ada.open("/forms");
  expect(empty.html).not.toContain('id="folder"');
  const moved = await post(service.publicUrl, ada, "/forms/move", [
    ["form", one!],
    ["form", two!],
    ["name", "  Summer\t2026 "],
  ]);
  expect(moved.html).toContain("The forms are moved.");
  expect(moved.html).toContain("Folder: Summer 2026");
  const folder = folderIn(moved.html);
  const inside = await ada.open(`/forms?folder=${folder}`);
  expect(shown(inside.html)).toEqual([one, two].toSorted());
  expect(inside.html).toContain("2 forms");
  const renamed = await ada.send(inside, `/forms/folders/${folder}/rename`, { name: "<b>Winter</b>" });
  expect(renamed.html).toContain("The folder is renamed.");
  expect(renamed.html).toContain("&lt;b&gt;Winter&lt;/b&gt;");
  expect(renamed.html).not.toContain("<b>Winter");
  const out = await post(service.publicUrl, ada, "/forms/move", [
    ["form", one!],
    ["name", ""],
    ["folder", folder],
  ]);
  expect(new URL(out.url).searchParams.get("folder")).toBe(folder);
  expect(shown(out.html)).toEqual([two]);
  const removed = await ada.send(renamed, `/forms/folders/${folder}/remove`);
  expect(removed.html).toContain("The folder is removed.");
  expect(shown(removed.html)).toEqual([one, two, three].toSorted());
  expect(await ada.open(`/forms?folder=${folder}`)).toMatchObject({ status: 200 });
});

test("says what is wrong with a move or a name, and changes nothing", async () => {
  const { service, ada, ids } = await start();
  const say = async (path: string, values: Entries) =>
    (await post(service.publicUrl, ada, path, values)).html;
  expect(await say("/forms/move", [["name", "A"]])).toContain("Select forms first.");
  const long = "x".repeat(61);
  expect(
    await say("/forms/move", [
      ["form", ids[0]!],
      ["name", long],
    ]),
  ).toContain("has 1 to 60 characters");
  await say("/forms/move", [
    ["form", ids[0]!],
    ["name", "A"],
  ]);
  await say("/forms/move", [
    ["form", ids[1]!],
    ["name", "B"],
  ]);
  const folder = folderIn((await ada.open("/forms")).html);
  const rename = (name: string) => say(`/forms/folders/${folder}/rename`, [["name", name]]);
  expect(await rename("B")).toContain("another folder has this name");
  expect(await rename(" \u200b")).toContain("has 1 to 60 characters");
  const none = `fld_${"0".repeat(22)}`;
  expect(await say(`/forms/folders/${none}/rename`, [["name", "C"]])).toContain("no such folder any more");
  expect(await say(`/forms/folders/${none}/remove`, [])).toContain("no such folder any more");
  const { db } = service.storage;
  expect(await db.selectFrom("folders").select("name").orderBy("name").execute()).toEqual([
    { name: "A" },
    { name: "B" },
  ]);
});

test("another account moves no form that it cannot access, and reaches no folder of others", async () => {
  const { service, ada, ids } = await start();
  await post(service.publicUrl, ada, "/forms/move", [
    ["form", ids[0]!],
    ["name", "Secret plans"],
  ]);
  const folder = folderIn((await ada.open("/forms")).html);
  const eve = await service.signIn("eve@example.org");
  const stolen = await post(service.publicUrl, eve, "/forms/move", [
    ["form", ids[0]!],
    ["name", "Mine"],
  ]);
  expect(stolen.url).toContain("done=none_moved");
  for (const [path, values] of [
    [`/forms/folders/${folder}/rename`, [["name", "Mine"]]],
    [`/forms/folders/${folder}/remove`, []],
  ] as const) {
    const sent = await post(service.publicUrl, eve, path, values);
    expect(sent.url).toContain("done=folder_gone");
  }
  const seen = await eve.open(`/forms?folder=${folder}`);
  expect(seen.html).not.toContain("Secret plans");
  expect(await service.storage.db.selectFrom("folders").select("name").execute()).toEqual([
    { name: "Secret plans" },
  ]);
});
