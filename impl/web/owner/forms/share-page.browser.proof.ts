/** The Share page of a form in browsers: QR code, prefilled link and embed code. */
import { readFile } from "node:fs/promises";
import { outputOf } from "@toolwright/runtime/client";
import type { Page } from "playwright-core";
import { encode } from "uqr";
import { expect, test } from "vitest";
import { createClient } from "../../../../generated/client.ts";
import type { FormStructure, NewStructure } from "../../../../generated/types.ts";
import { barriers, keepPicture, openPage } from "../../../test/support/browser.ts";
import { otherSite } from "../../../test/support/other-site.ts";
import { ownerPages } from "../../../test/support/owner.ts";
import { ownerWindows } from "../../../test/support/owner-windows.ts";
import { publicForms } from "../../../test/support/public-forms.ts";
import { connect } from "../../../test/support/service.ts";
import { sendForm, visit } from "../../../test/support/visitor.ts";

const ada = "ada@example.org";

const signUp: NewStructure = {
  title: { en: "Rowing: sign-up / 2026" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "p", fields: [{ id: "name", type: "short_text", label: { en: "Name" }, required: true }] }],
};

/** Publishes a form, and returns a function that opens a page in all windows of its owner. */
async function world(structure: NewStructure) {
  const service = await ownerPages();
  const { token } = await service.mint({ email: ada });
  const agent = createClient(await connect(service.endpoint, token));
  const { form_id, urls } = outputOf(await agent.createForm({ structure }));
  await agent.updateForm({ form_id, status_action: "publish" });
  return {
    service,
    agent,
    form_id,
    token,
    url: urls.public,
    path: `${service.publicUrl}/forms/${form_id}`,
    show: await ownerWindows(service, ada),
  };
}

test("the QR code and its files contain the link, black on white even in the dark", async () => {
  const { service, path, url, show } = await world(signUp);
  const want = encode(url, { ecc: "M", border: 4 }).data;
  for (const page of await show("share", path)) {
    const language = await page.locator("html").getAttribute("lang");
    await page.getByText(language === "de" ? "QR-Code" : "QR code", { exact: true }).click();
    await keepPicture(page, `qr-${language}`);
    expect(await barriers(page)).toEqual([]);
    const picture = page.getByRole("img", { name: url });
    await picture.scrollIntoViewIfNeeded();
    const box = (await picture.boundingBox())!;
    expect(await readModules(await page.screenshot(), want.length, "image/png", box)).toEqual(want);
    for (const type of ["svg", "png"]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.click(`a[href$="qr.${type}"]`),
      ]);
      expect(download.suggestedFilename()).toBe(`Rowing_ sign-up _ 2026.${type}`);
      const file = await readFile(await download.path());
      expect(await readModules(file, want.length, type === "svg" ? "image/svg+xml" : "image/png")).toEqual(
        want,
      );
    }
  }
  const eve = await service.signIn("eve@example.org");
  expect((await eve.open(`${path}/qr.png`)).status).toBe(404);
});

test("screen readers call the button that ends one's own access as it reads", async () => {
  const { service, agent, form_id, path } = await world(signUp);
  const bob = "bob@example.org";
  await service.signIn(bob);
  for (const permission of ["edit", "admin"] as const) {
    outputOf(await agent.shareForm({ form_id, email: bob, permission }));
    const show = await ownerWindows(service, bob);
    const [page] = await show(`share-${permission}`, path);
    await page!.getByRole("button", { name: "End my access", exact: true }).waitFor();
  }
});

const course = {
  title: { en: "Course" },
  default_language: "en",
  languages: ["en", "de"],
  hidden_fields: [{ id: "source" }],
  pages: [
    {
      id: "you",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" }, required: true },
        {
          id: "level",
          type: "dropdown",
          label: { en: "Level" },
          required: false,
          choices: [
            { id: "new", label: { en: "New" } },
            { id: "trained", label: { en: "Trained" } },
          ],
        },
        {
          id: "days",
          type: "multiple_choice",
          label: { en: "Days" },
          required: false,
          choices: [
            { id: "mon", label: { en: "Monday" } },
            { id: "tue", label: { en: "Tuesday" } },
            { id: "wed", label: { en: "Wednesday" } },
          ],
        },
        {
          id: "why",
          type: "long_text",
          label: { en: "Why on Wednesday?" },
          required: false,
          visible_if: { field: "days", op: "contains", value: "wed" },
        },
      ],
    },
    {
      id: "more",
      fields: [
        { id: "age", type: "number", label: { en: "Age" }, required: false, validation: { min: 6 } },
        { id: "start", type: "date", label: { en: "Start" }, required: false },
        { id: "swims", type: "yes_no", label: { en: "Can swim" }, required: false },
        { id: "email", type: "email", label: { en: "Email" }, required: true },
        {
          id: "terms",
          type: "consent",
          label: { en: "Terms" },
          statement: { en: "I agree." },
          required: false,
        },
      ],
    },
  ],
} satisfies FormStructure;

test("makes a link without scripts that prefills answers of all pages and hidden fields, but no consents", async () => {
  const { service, path, url, show, token } = await world(course);
  const [page, phone] = await show("prefilled", `${path}/prefilled`);
  await page!.fill("#in-source", "poster & mail");
  await page!.fill("#in-name", "Ada L.");
  await page!.selectOption("#in-level", "trained");
  await page!.check("[name=days][value=mon]");
  await page!.check("[name=days][value=tue]");
  await page!.fill("#in-age", "five");
  await page!.fill("#in-start", "2026-12-24");
  await page!.selectOption("#in-swims", "yes");
  expect(await page!.locator("[name=terms]").count()).toBe(0);
  await page!.getByRole("button", { name: "Make the link" }).click();
  expect(await page!.locator(".refusal").innerText()).toContain("Age:");
  expect(await page!.locator(".copyable").count()).toBe(0);
  expect(await barriers(page!)).toEqual([]);
  await page!.fill("#in-age", "30");
  await page!.getByRole("button", { name: "Make the link" }).click();
  const link = await page!.locator(".copyable code").first().innerText();
  expect(link).toBe(
    `${url}?source=poster+%26+mail&name=Ada+L.&level=trained&days=mon&days=tue&age=30&start=2026-12-24&swims=yes`,
  );
  await page!.getByText("QR code", { exact: true }).click();
  await keepPicture(page!, "prefilled-made");
  expect(await barriers(page!)).toEqual([]);
  const want = encode(link, { ecc: "M", border: 4 }).data;
  const [download] = await Promise.all([page!.waitForEvent("download"), page!.click('a[href*="qr.png"]')]);
  expect(await readModules(await readFile(await download.path()), want.length, "image/png")).toEqual(want);
  await phone!.goto(page!.url());
  await keepPicture(phone!, "prefilled-made-de");
  expect(await barriers(phone!)).toEqual([]);

  // Respondents open the link, also in another language and without scripts.
  const visitor = await openPage({ javaScriptEnabled: false, locale: "en" });
  await visitor.goto(`${link}&terms=yes`);
  await visitor.locator(".languages summary").click();
  await visitor.getByRole("button", { name: "Deutsch" }).click();
  expect(await visitor.inputValue("#f-name")).toBe("Ada L.");
  expect(await visitor.inputValue("#f-level")).toBe("trained");
  expect(await checkedIn(visitor, "a.days")).toEqual(["mon", "tue"]);
  await visitor.fill("#f-name", "Grace");
  await visitor.selectOption("#f-level", "");
  service.time.now = new Date(service.time.now.getTime() + 5_000);
  await visitor.click("#form .actions .main");
  expect(await visitor.inputValue("#f-age")).toBe("30");
  expect(await visitor.inputValue("#f-start")).toBe("2026-12-24");
  expect(await checkedIn(visitor, "a.swims")).toEqual(["yes"]);
  expect(await checkedIn(visitor, "a.terms")).toEqual([]);
  await visitor.click("#form .actions .quiet[value=back]");
  expect([await visitor.inputValue("#f-name"), await visitor.inputValue("#f-level")]).toEqual(["Grace", ""]);
  await visitor.click("#form .actions .main");
  await visitor.fill("#f-age", "");
  await visitor.fill("#f-email", "grace@example.org");
  await visitor.click("#form .actions .main");
  await visitor.waitForURL("**/sent/**");
  const { structuredContent } = await service.call(token, "service_get_responses", {
    form_id: path.split("/").at(-1)!,
    status: "pending_verification",
  });
  const [response] = (structuredContent as { responses: { answers: object }[] }).responses;
  expect(response!.answers).toEqual({
    source: "poster & mail",
    name: "Grace",
    days: ["mon", "tue"],
    start: "2026-12-24",
    swims: true,
    email: "grace@example.org",
    terms: false,
  });
});

test("the embed code prefills answers, and its frame follows the height of the form", async () => {
  const { path, show } = await world(course);
  const [page] = await show("embed", `${path}/prefilled?name=Ada&days=mon&source=a%26b`);
  await page!.getByText("Put it into a web page").click();
  const code = await page!.locator("#embed code").first().innerText();
  const outer = await openPage({ viewport: { width: 1_280, height: 900 }, locale: "en" });
  // With two forms on one page, each frame has the height of its form.
  await outer.goto(
    await otherSite(`${code}<p>Between</p>${code.replace("name=Ada&amp;", "").split("<script>")[0]}`),
  );
  const frame = outer.frameLocator("iframe").first();
  expect(await frame.locator("#f-name").inputValue()).toBe("Ada");
  expect(await frame.locator("[name='h.source']").inputValue()).toBe("a&b");
  const heights = async () =>
    (await outer.evaluate(
      `[...document.querySelectorAll("iframe")].map(({ style }) => Number.parseInt(style.height))`,
    )) as number[];
  const fits = async () => {
    const [shown] = await heights();
    return Math.abs(shown! - (await frame.locator("body").boundingBox())!.height) < 2 && shown;
  };
  await expect.poll(fits).toBeTruthy();
  const [before, other] = await heights();
  await frame.locator("[value=wed]").check();
  await expect.poll(async () => (await heights())[0]! - before!).toBeGreaterThan(60);
  expect(await fits()).toBeTruthy();
  await frame.locator("[value=wed]").uncheck();
  await expect.poll(async () => (await heights())[0]).toBe(before);
  await frame.locator("#form .actions .main").click();
  await frame.locator("#q-age").waitFor();
  await expect.poll(fits).toBeTruthy();
  expect((await heights())[1]).toBe(other);
  await keepPicture(outer, "embedded");
});

test("a password page keeps prefilled answers, and a link that is too long prefills nothing", async () => {
  const forms = await publicForms();
  const link = `${await forms.publish(course, { password: "open sesame" })}?name=Ada&source=poster&age=30`;
  const wrong = await sendForm(await visit(link), { password: "guess" });
  const opened = await sendForm(wrong, { password: "open sesame" });
  expect(opened.html).toMatch(/name="a.name"[^>]* value="Ada"/);
  expect(opened.html).toContain('name="h.source" value="poster"');
  const next = await sendForm(opened, { "a.name": "Grace", go: "next" });
  expect(next.html).toContain('value="30"');
  const { service, path, url } = await world(course);
  const long = `?name=Ada&why=${"w".repeat(4_000)}`;
  expect((await visit(url + long)).html).not.toContain("Ada");
  const refused = await (await service.signIn(ada)).open(`${path}/prefilled${long}`);
  expect(refused.html).toContain("too long");
  expect(refused.html).not.toContain("copyable");
});

async function checkedIn(page: Page, name: string): Promise<string[]> {
  return (await page.evaluate(
    `[...document.querySelectorAll("[name='${name}']:checked")].map(({ value }) => value)`,
  )) as string[];
}

/**
 * Returns the black modules in a picture of a code.
 * @param box the part of the picture with the code; undefined: the whole picture
 */
async function readModules(
  file: Buffer,
  side: number,
  type: string,
  box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<boolean[][]> {
  const page = await openPage({});
  const source = `data:${type};base64,${file.toString("base64")}`;
  return (await page.evaluate(`(async () => {
    const image = Object.assign(new Image(), { src: ${JSON.stringify(source)} });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: ${side * 9}, height: ${side * 9} });
    const context = canvas.getContext("2d");
    const { x, y, width, height } = ${JSON.stringify(box)} ?? { x: 0, y: 0, width: image.width, height: image.height };
    context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
    const isBlack = (x, y) => context.getImageData(x * 9 + 4, y * 9 + 4, 1, 1).data[0] < 128;
    return Array.from({ length: ${side} }, (_, y) => Array.from({ length: ${side} }, (_, x) => isBlack(x, y)));
  })()`)) as boolean[][];
}
