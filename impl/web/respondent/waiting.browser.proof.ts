/** The waiting list in a real browser: the offer of a full form, the link in the mail, and the owner's page. */
import { expect, test } from "vitest";
import { confirmEmail, findAccount } from "../../accounts/accounts.ts";
import { insertForm } from "../../forms/forms.ts";
import { setWaitingList } from "../../responses/waiting/waiting-list.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { ownerWindows } from "../../test/support/owner-windows.ts";
import { type Publishing, publicForms } from "../../test/support/public-forms.ts";
import { signUp } from "../../test/support/sign-up-form.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";

const closed = { settings: { closes_at: "2020-01-01T00:00:00Z" } };

async function listed(wish: Publishing = closed) {
  const forms = await publicForms();
  const url = await forms.publish(signUp, wish);
  const id = new URL(url).pathname.split("/").at(-1)!;
  const owner = (await findAccount(forms.storage.db, "owner@example.org"))!;
  const parts = { storage: forms.storage, clock: forms.now };
  await setWaitingList(parts, owner.id, id, true);
  const rows = () => forms.storage.db.selectFrom("waiting_people").selectAll().execute();
  async function mailed(count: number) {
    while ((await forms.mails.list()).length < count) await new Promise((resolve) => setImmediate(resolve));
    return forms.mail();
  }
  return { ...forms, url, id, owner, parts, rows, mailed };
}

test("without scripts: an address counts after its confirmation, and leaves by the same link", async () => {
  const { url, rows, mailed, storage, owner, mails } = await listed();
  await confirmEmail(storage.db, owner.id);
  const page = await visit(`${url}?lang=de`);
  expect([page.status, page.html.includes("Sagen Sie mir, wenn ein Platz frei ist")]).toEqual([410, true]);
  const wrong = await sendForm(page, { address: "nobody" });
  expect([wrong.status, wrong.html.includes('value="nobody"'), await rows()]).toEqual([422, true, []]);
  const asked = await sendForm(page, { address: " Ada@Example.org " });
  expect(asked.html).toContain("Sobald Sie dort bestätigt haben, stehen Sie auf der Warteliste.");
  const { to, subject, text, link } = await mailed(1);
  expect([to, subject]).toEqual(["ada@example.org", "Möchten Sie auf die Warteliste?"]);
  expect(text).toContain("für die Warteliste des Formulars „Anmeldung“ von owner@example.org auf 127.0.0.1");
  const question = await visit(link);
  expect((await rows()).map((row) => row.confirmed_at)).toEqual([null]);
  const on = await sendForm(question, { go: "wait" });
  expect(on.html).toContain("Sie stehen auf der Warteliste");
  expect((await rows()).map((row) => row.confirmed_at)).toEqual([expect.any(String)]);
  // The page is the same for an address on the list as for any other.
  const [again, new_] = [
    await sendForm(page, { address: "ada@example.org" }),
    await sendForm(page, { address: "eve@example.org" }),
  ];
  expect(again.html).toBe(new_.html);
  await mailed(2);
  const left = await sendForm(await visit(link), { go: "leave" });
  expect(left.html).toContain("Sie stehen nicht auf der Warteliste");
  expect((await rows()).map(({ email }) => email)).toEqual(["eve@example.org"]);
  expect((await visit(link)).status).toBe(410);
  expect(await mails.list()).toHaveLength(2);
});

test.for([
  ["closed by its date", closed, true],
  ["paused", { status: "paused" }, true],
  ["archived", { status: "archived" }, false],
  ["not open yet", { settings: { opens_at: "2099-01-01T00:00:00Z" } }, false],
  ["behind a password", { ...closed, password: "open sesame" }, false],
] as const)(
  "a form that is %s offers its list only where it can open again, and tells nothing",
  async ([, wish, isOffered]) => {
    const { url, rows, publicUrl } = await listed(wish);
    expect((await visit(url)).html.includes("Tell me when a place is\u00a0free")).toBe(isOffered);
    const post = (address: string) =>
      fetch(address, {
        method: "POST",
        body: new URLSearchParams({ address: "ada@example.org" }),
        headers: { Origin: publicUrl },
      });
    const sent = await post(`${url}/waiting`);
    expect([sent.status === 200, (await rows()).length]).toEqual([isOffered, Number(isOffered)]);
    expect((await post(`${publicUrl}/f/frm_${"a".repeat(22)}/waiting`)).status).toBe(404);
    expect((await post(`${url}/waiting/${"a".repeat(43)}`)).status).toBe(410);
  },
);

test("one network cannot flood an address, and a program that fills in the trap gets no mail", async () => {
  const { url, mails, rows, later, mailed } = await listed();
  const page = await visit(url);
  const trapped = await sendForm(page, { address: "bot@example.org", remarks_2: "buy" });
  expect([trapped.status, await rows()]).toEqual([200, []]);
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    statuses.push((await sendForm(page, { address: "ada@example.org" })).status);
    later(61_000);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  await mailed(6);
  expect(await mails.list()).toHaveLength(6);
});

test("a mail names a form with a title that could lead elsewhere, or of an unconfirmed owner, by its owner only", async () => {
  const { url, mailed, storage, owner, change, later } = await listed();
  const page = await visit(url);
  await sendForm(page, { address: "ada@example.org" });
  expect((await mailed(1)).text).not.toContain("Sign up");
  await confirmEmail(storage.db, owner.id);
  await change(url, { ...signUp, ...closed, title: { en: "Win at evil.example" } });
  later(1_000);
  await sendForm(page, { address: "bo@example.org" });
  const { text } = await mailed(2);
  expect(text).not.toContain("evil.example");
  expect(text).toContain("for the waiting list of a form of owner@example.org on 127.0.0.1");
});

test.for([
  { locale: "en", viewport: DESKTOP, colorScheme: "light" },
  { locale: "de", viewport: PHONE, colorScheme: "dark" },
] as const)(
  "the offer and the pages behind the link are usable in $locale, $colorScheme",
  async (options) => {
    const { url, mailed } = await listed();
    const page = await openPage(options);
    const look = async (name: string) => {
      expect([name, await barriers(page)]).toEqual([name, []]);
      await keepPicture(page, `waiting-${name}-${options.locale}`);
    };
    await page.goto(url);
    await look("offer");
    const isEnglish = options.locale === "en";
    const tell = page.getByRole("button", { name: isEnglish ? "Tell me when" : "Sagen Sie mir" });
    await tell.click();
    await page.locator("[role=alert]").waitFor();
    await look("wrong");
    await page.locator("#f-address").fill("ada@example.org");
    await tell.click();
    await page.getByText(isEnglish ? "Check your email" : "Sehen Sie in Ihr Postfach").waitFor();
    await look("asked");
    await page.goto((await mailed(1)).link);
    await look("confirm");
    await page
      .getByRole("button", { name: isEnglish ? "Put me on the list" : "Auf die Liste setzen" })
      .click();
    const leave = page.getByRole("button", { name: isEnglish ? "Take me off" : "Von der Liste" });
    await leave.waitFor();
    await look("on");
    await leave.click();
    await page.getByText(isEnglish ? "You are not on" : "Sie stehen nicht auf").waitFor();
    await look("left");
    await page.setViewportSize({ width: 320, height: 600 });
    await page.goto(url);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  },
);

test("an owner turns the list on, sees who waits, and deletes the addresses", async () => {
  const service = await ownerPages();
  const show = await ownerWindows(service, "ada@example.org");
  const ada = (await findAccount(service.storage.db, "ada@example.org"))!;
  const form = await service.storage.db
    .transaction()
    .execute((transaction) => insertForm(transaction, ada.id, signUp, "published", service.now()));
  const settings = `${service.publicUrl}/forms/${form.id}/settings`;
  const [page, phone] = await show("waiting-settings", settings);
  const part = page!.locator("#waiting");
  const box = page!.getByLabel("Offer a waiting list while the form is full, closed or paused");
  await box.focus();
  await page!.keyboard.press("Space");
  await page!.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page!.getByText("The waiting list is offered now.").waitFor();
  await part.getByText("Nobody is waiting.").waitFor();
  const people = Array.from({ length: 103 }, (_, n) => ({
    id: `wtp_${n}`,
    form_id: form.id,
    email: `person${n}@example.com`,
    language: "en" as const,
    network: null,
    link_hash: `hash ${n}`,
    asked_at: service.now().toISOString(),
    confirmed_at: new Date(service.now().getTime() + n).toISOString(),
    failed_at: null,
  }));
  await service.storage.db.insertInto("waiting_people").values(people).execute();
  for (const [window, open, next] of [
    [page!, "Show the addresses", "Next people"],
    [phone!, "Adressen zeigen", "Nächste Personen"],
  ] as const) {
    await window.goto(settings);
    await window.getByText(open).click();
    await window.getByText("person24@example.com").waitFor();
    expect(await window.getByText("person25@example.com").count()).toBe(0);
    // A page of people is no longer than three windows of a phone.
    const height = await window.evaluate("document.documentElement.scrollHeight");
    expect(height).toBeLessThan(2_500);
    expect(await barriers(window)).toEqual([]);
    await keepPicture(window, `waiting-people-${open}`);
    for (const last of [49, 74, 99, 102]) {
      await window.getByRole("link", { name: next }).click();
      await window.getByText(`person${last}@example.com`).waitFor();
    }
    expect(await window.getByRole("link", { name: next }).count()).toBe(0);
  }
  await page!.goto(settings);
  await page!.getByText("Delete the addresses…").click();
  await page!.getByRole("button", { name: "Delete all addresses" }).click();
  await page!.getByText("The addresses are deleted.").waitFor();
  expect(await service.storage.db.selectFrom("waiting_people").select("id").execute()).toEqual([]);
});
