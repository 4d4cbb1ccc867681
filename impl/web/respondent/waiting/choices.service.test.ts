/** Waiting for full choices on the pages, without scripts. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../generated/types.ts";
import { confirmEmail, findAccount } from "../../../accounts/accounts.ts";
import { insertForm } from "../../../forms/forms.ts";
import { setWaitingList } from "../../../responses/waiting/waiting-list.ts";
import { ownerPages } from "../../../test/support/owner.ts";
import { type Publishing, publicForms } from "../../../test/support/public-forms.ts";
import { sendForm, visit } from "../../../test/support/visitor.ts";

const clubs: FormStructure = {
  title: { en: "Holiday club" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "p",
      fields: [
        {
          id: "club",
          type: "single_choice",
          label: { en: "Club" },
          choices: [
            { id: "drones", label: { en: "Drones" }, capacity: 0 as never },
            { id: "robots", label: { en: "Robots" }, capacity: 1 },
            { id: "music", label: { en: "Music" } },
          ],
        },
      ],
    },
  ],
};

async function listed(wish: Publishing = {}, isOn = true) {
  const forms = await publicForms();
  const url = await forms.publish(clubs, wish);
  const id = new URL(url).pathname.split("/").at(-1)!;
  const owner = (await findAccount(forms.storage.db, "owner@example.org"))!;
  await confirmEmail(forms.storage.db, owner.id);
  await setWaitingList({ storage: forms.storage, clock: forms.now }, owner.id, id, isOn);
  const rows = () => forms.storage.db.selectFrom("waiting_people").selectAll().execute();
  return { ...forms, url, id, rows };
}

test("a full choice offers to wait for it below its question, and a link puts the address on its list", async () => {
  const { url, rows, mails, mail } = await listed();
  const form = await visit(url);
  const [, address = ""] =
    /<a href="([^"]*waiting[^"]*)" target="_blank">Tell me when a place is/.exec(form.html) ?? [];
  const page = await visit(new URL(address.replaceAll("&amp;", "&"), url).href);
  expect([page.status, page.html.includes("Drones"), page.html.includes("Robots")]).toEqual([
    200,
    true,
    false,
  ]);
  const wrong = await sendForm(page, { address: "nobody", choice: "drones" });
  expect([wrong.status, wrong.html.includes('value="nobody"')]).toEqual([422, true]);
  const none = await sendForm(page, { address: "ada@example.org", choice: "music" });
  expect([none.status, none.html.includes("Please choose an answer."), await rows()]).toEqual([
    422,
    true,
    [],
  ]);
  const asked = await sendForm(page, { address: "Ada@example.org", choice: "drones" });
  expect(asked.html).toContain("You are on the waiting list once you have confirmed there.");
  while ((await mails.list()).length < 1) await new Promise((resolve) => setImmediate(resolve));
  const { link, text } = await mail();
  expect(text).toContain("Waiting list for “Drones”");
  const on = await sendForm(await visit(link), { go: "wait" });
  expect(on.html).toContain("You are on the waiting list");
  expect(on.html).toContain("Waiting list for “Drones”");
  expect(await rows()).toMatchObject([
    { email: "ada@example.org", field_id: "club", choice_id: "drones", confirmed_at: expect.any(String) },
  ]);
});

test.for([
  ["its owner offers no list", {}, false],
  ["it has a password", { password: "open sesame" }, true],
] as const)("no choice offers it where %s", async ([, wish, isOn]) => {
  const { url, rows, publicUrl } = await listed(wish, isOn);
  expect((await visit(url)).html).not.toContain("waiting");
  const sent = await fetch(`${url}/waiting?field=club`, {
    method: "POST",
    body: new URLSearchParams({ address: "ada@example.org", choice: "drones" }),
    headers: { Origin: publicUrl },
  });
  expect([sent.url.includes("/waiting"), await rows()]).toEqual([false, []]);
});

test("the owner sees what each person waits for", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { db } = service.storage;
  const account = (await findAccount(db, "ada@example.org"))!;
  const { id: form_id } = await db
    .transaction()
    .execute((transaction) => insertForm(transaction, account.id, clubs, "published", service.now()));
  const at = service.now().toISOString();
  const person = {
    form_id,
    language: "en",
    network: null,
    asked_at: at,
    confirmed_at: at,
    failed_at: null,
  } as const;
  const people = [
    {
      ...person,
      id: "wtp_1",
      email: "bo@example.org",
      link_hash: "1",
      field_id: "club",
      choice_id: "drones",
    },
    { ...person, id: "wtp_2", email: "kim@example.org", link_hash: "2" },
  ];
  for (const one of people) await db.insertInto("waiting_people").values(one).execute();
  const { html } = await ada.open(`/forms/${form_id}/waiting`);
  const cells = [...html.matchAll(/<td class="address">(.*?)<\/td>/gs)];
  expect(cells.map(([, cell]) => cell!.replaceAll(/<[^>]*>|\s+/g, " ").trim())).toEqual([
    expect.stringMatching(/^bo@example\.org\s+Waits for “Drones”$/),
    "kim@example.org",
  ]);
});

test("a choice that is not full leads to the form", async () => {
  const { url } = await listed();
  expect((await fetch(`${url}/waiting?field=other`)).url).not.toContain("/waiting");
});
