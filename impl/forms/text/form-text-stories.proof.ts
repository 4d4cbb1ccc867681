/** Three people make a form without a model, from nothing to the first answer: each in their own words, as such sheets are written. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { editors, previewOf, saved } from "../../test/support/editors.ts";

const TEACHER = `Anmeldung Laternenfest, Kita Sonnenkäfer

1. Name des Kindes *
2. Gruppe
   - Marienkäfer
   - Grashüpfer
3. Wie viele Erwachsene kommen mit? (1 bis 4)
4. Wir bringen mit: Brezeln, Kuchen oder nichts
5. Dürfen wir Fotos machen? ja/nein

Wir freuen uns auf euch!`;

type Service = Awaited<ReturnType<typeof editors>>;

async function start(options: BrowserContextOptions) {
  const service = await editors();
  return { service, page: await service.openWindow({ viewport: DESKTOP, ...options }) };
}

const formOf = (page: Page) => /frm_\w+/.exec(page.url())![0];

/** The form as respondents see it on a phone. */
async function visitor({ publicUrl }: Service, id: string, locale: string): Promise<Page> {
  const phone = await openPage({ viewport: PHONE, hasTouch: true, locale });
  await phone.goto(`${publicUrl}/f/${id}`);
  return phone;
}

/** Sends the form, and confirms the address with the code from the mail. */
async function send(service: Service, phone: Page): Promise<void> {
  await phone.fill("#f-address", "bob@example.org");
  service.time.now = new Date(service.time.now.getTime() + 5_000);
  await phone.click("#form .actions .main");
  await phone.waitForURL("**/sent/**");
  const { subject } = await service.nextMail("bob@example.org");
  await phone.fill("#f-code", /\d{6}/.exec(subject)![0]);
  await phone.waitForURL("**/done/**");
}

async function publish({ publicUrl }: Service, page: Page, id: string, button: string): Promise<void> {
  await page.goto(`${publicUrl}/forms/${id}`);
  await page.getByRole("button", { name: button }).first().click();
  await page.locator(".chip.published").first().waitFor();
}

test("a kindergarten teacher pastes her sheet, and corrects one line", async () => {
  const { service, page } = await start({ locale: "de" });
  await page.goto(`${service.publicUrl}/forms`);
  const box = page.locator("#prompt");
  await box.fill(TEACHER);
  await page.getByRole("button", { name: "Formular erstellen" }).click();
  await page.locator(".refusal").first().waitFor();
  await keepPicture(page, "story-teacher-refused");
  const marked = await box.inputValue();
  expect(marked.split("\n").filter((line) => line.startsWith("//?"))).toHaveLength(1);
  await box.fill(marked.replace("Brezeln, Kuchen oder nichts", "Brezeln | Kuchen | nichts"));
  await page.getByRole("button", { name: "Formular erstellen" }).click();
  await page.waitForSelector(".ed-head");
  await keepPicture(page, "story-teacher-editor");
  const id = formOf(page);
  const { title, pages } = await service.stored(id);
  expect([title, pages[0]!.fields.map(({ type, label }) => [type, label.de])]).toEqual([
    { de: "Anmeldung Laternenfest, Kita Sonnenkäfer" },
    [
      ["short_text", "Name des Kindes"],
      ["single_choice", "Gruppe"],
      ["scale", "Wie viele Erwachsene kommen mit?"],
      ["single_choice", "Wir bringen mit"],
      ["yes_no", "Dürfen wir Fotos machen?"],
      ["statement", "Wir freuen uns auf euch!"],
    ],
  ]);
  await publish(service, page, id, "Veröffentlichen");
  await keepPicture(page, "story-teacher-published");
  const phone = await visitor(service, id, "de");
  await keepPicture(phone, "story-teacher-phone");
  await phone.getByLabel("Name des Kindes").fill("Mia");
  await phone.getByText("Grashüpfer", { exact: true }).click();
  await send(service, phone);
});

test("a club takes a template, writes its own lines below it, and pastes a question later", async () => {
  const { service, page } = await start({ locale: "en" });
  await page.goto(`${service.publicUrl}/forms`);
  await page.getByRole("link", { name: "as text" }).first().click();
  await page.selectOption("#template", "membership");
  await page.getByRole("button", { name: "Use template" }).click();
  const box = page.locator("#text");
  await expect.poll(() => box.inputValue()).toContain("Membership");
  const template = await box.inputValue();
  await box.fill(template.replace("\n---", "Boat: dinghy | canoe | none\nCan you swim? yes/no *\n\n---"));
  const preview = page.frameLocator("#text-preview iframe:not(.new)");
  await preview.getByText("Can you swim?").waitFor();
  await keepPicture(page, "story-club-text");
  await page.getByRole("button", { name: "Create form" }).click();
  await page.waitForSelector(".ed-head");
  const id = formOf(page);
  expect((await service.stored(id)).pages.at(-1)!.fields.at(-1)).toMatchObject({
    type: "yes_no",
    required: true,
  });
  await page.locator("[data-name=paste]").first().click();
  const dialog = page.locator("dialog[open]");
  await dialog.locator("textarea").fill("Which days suit you?\n- Tuesday\n- Saturday");
  await keepPicture(page, "story-club-paste");
  await dialog.locator("[type=submit]").click();
  await dialog.waitFor({ state: "detached" });
  await saved(page);
  await publish(service, page, id, "Publish");
  const phone = await visitor(service, id, "en");
  for (const choice of ["canoe", "Saturday"]) await phone.getByText(choice, { exact: true }).waitFor();
  await keepPicture(phone, "story-club-phone");
});

test("a doctor names a template, and changes it by sentences", async () => {
  const { service, page } = await start({ locale: "en" });
  await page.goto(`${service.publicUrl}/forms`);
  await page.locator("#prompt").fill("Patient registration for our practice");
  await page.getByRole("button", { name: "Create form" }).click();
  await page.waitForSelector(".ed-head");
  await keepPicture(page, "story-doctor-editor");
  const id = formOf(page);
  const before = (await service.stored(id)).pages.flatMap(({ fields }) => fields);
  await page.getByText("Change by instructions").click();
  await page
    .getByLabel("What should change?")
    .fill(
      'Change the title to "Welcome to our practice"\nAdd Blood group: A+ | A- | B+ | B- | 0+ | 0-\nMake Phone required',
    );
  await page.locator("[data-name=ai-ask]").click();
  await page.locator("[data-name=proposal]").waitFor();
  await keepPicture(page, "story-doctor-proposal");
  await page.locator("[data-name=ai-apply]").click();
  // Until the change is applied, the page says that what was there before is saved.
  await page.locator("[data-name=proposal]").waitFor({ state: "detached" });
  await saved(page);
  const after = await service.stored(id);
  expect(after.title).toEqual({ en: "Welcome to our practice" });
  expect(after.pages.flatMap(({ fields }) => fields)).toHaveLength(before.length + 1);
  await previewOf(page).getByText("Blood group").waitFor();
  await publish(service, page, id, "Publish");
  const phone = await visitor(service, id, "en");
  await phone.getByText("Welcome to our practice").waitFor();
  await keepPicture(phone, "story-doctor-phone");
});
