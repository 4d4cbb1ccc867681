/** Answers on their way to another device. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { encode } from "uqr";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { visit } from "../../test/support/visitor.ts";

const TITLE = "Choir weekend";

const weekend: FormStructure = {
  title: { en: TITLE, de: "Chorwochenende" },
  default_language: "en",
  languages: ["en", "de"],
  theme: { color: "#7c3aed" },
  pages: [
    {
      id: "you",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name", de: "Name" }, required: true },
        {
          id: "days",
          type: "multiple_choice",
          label: { en: "Days", de: "Tage" },
          allow_other: true,
          choices: [
            { id: "sat", label: { en: "Saturday", de: "Samstag" } },
            { id: "sun", label: { en: "Sunday", de: "Sonntag" } },
          ],
        },
        { id: "age", type: "number", label: { en: "Age", de: "Alter" } },
        { id: "rules", type: "consent", label: { en: "Rules" }, statement: { en: "I keep the rules." } },
        { id: "photo", type: "file_upload", label: { en: "Photo", de: "Foto" } },
      ],
    },
    { id: "more", fields: [{ id: "wish", type: "long_text", label: { en: "Wishes", de: "Wünsche" } }] },
  ],
};

const LINK = "Continue on another device";

async function world(options: Parameters<Awaited<ReturnType<typeof publicForms>>["publish"]>[1] = {}) {
  const forms = await publicForms();
  const url = await forms.publish(weekend, options);
  return { forms, url };
}

/** Fills in the first page of a form in a browser, and opens the page with the link. */
async function makeLink(url: string, name: string, options: BrowserContextOptions = {}) {
  const page = await openPage({ viewport: DESKTOP, locale: "en", ...options });
  await page.goto(url);
  await page.fill("#f-name", name);
  await page.check("[value=sat]");
  await page.check("[value='+other']");
  await page.fill("[name='o.days']", "Friday night");
  await page.check("[name='a.rules']");
  await keepPicture(page, `carry-form-${name}`.slice(0, 16));
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: LINK }).click(),
  ]);
  await tab.locator("[data-case=offer]").waitFor();
  return { page, tab, link: await tab.inputValue("#carry-link") };
}

const kept = (page: Page) =>
  page.evaluate(
    `JSON.parse(localStorage.getItem("answers " + location.pathname.split("/").slice(0, 3).join("/")))?.values`,
  );

test("answers go to another browser by a code or a link, which no server gets, and are sent there", async () => {
  const { forms, url } = await world();
  const { tab, link } = await makeLink(url, "Grace Höpper");
  expect(link.startsWith(`${url}/continue?lang=en#1.`)).toBe(true);
  const rows = encode(link, { ecc: "L", border: 4 }).data;
  const bars = rows.flatMap((row, y) =>
    [...row.map(Number).join("").matchAll(/1+/g)].map(
      ({ 0: bar, index }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`,
    ),
  );
  expect(await tab.locator(".qr-code path").last().getAttribute("d")).toBe(bars.join(""));
  expect(await barriers(tab)).toEqual([]);
  await keepPicture(tab, "carry-offer");

  const phone = await openPage({ viewport: PHONE, colorScheme: "dark", locale: "de" });
  const sent: string[] = [];
  phone.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await phone.goto(link);
  const take = phone.getByRole("button", { name: "Use these answers" });
  await take.waitFor();
  expect(await phone.locator(".replaced").isVisible()).toBe(false);
  expect(await kept(phone)).toBeUndefined();
  await keepPicture(phone, "carry-arrived");
  await take.click();
  await phone.waitForURL(`${url}?lang=en`);
  expect(await phone.inputValue("#f-name")).toBe("Grace Höpper");
  expect(await phone.isChecked("[value=sat]")).toBe(true);
  expect(await phone.inputValue("[name='o.days']")).toBe("Friday night");
  expect(await phone.isChecked("[name='a.rules']")).toBe(false);
  expect(sent.filter((text) => /1\.\w|Grace|Friday/.test(text.replace(url, "")))).toEqual([]);
  expect(await forms.storage.db.selectFrom("fills").selectAll().execute()).toEqual([]);
  await phone.goBack();
  expect(phone.url()).not.toContain("#");
});

test("answers of this browser are replaced only by those who want it", async () => {
  const { url } = await world();
  const { link } = await makeLink(url, "Grace");
  const { tab: other, page } = await makeLink(url, "Ada", { locale: "en" });
  await other.goto("about:blank");
  await other.goto(link);
  await other.locator(".replaced").waitFor();
  await keepPicture(other, "carry-replace");
  await other.getByRole("link", { name: "Open the form without them" }).click();
  expect(await other.inputValue("#f-name")).toBe("Ada");
  await page.close();
  await other.goto(link);
  await other.getByRole("button", { name: "Use these answers" }).click();
  await other.waitForURL(`${url}?lang=en`);
  expect(await other.inputValue("#f-name")).toBe("Grace");
});

test("long answers have a link, but no code", async () => {
  const { url } = await world();
  const words = Array.from({ length: 300 }, (_, n) => (n * 7_919).toString(36)).join(" ");
  const { tab, link } = await makeLink(url, words);
  expect(await tab.locator(".qr-code svg").count()).toBe(0);
  await keepPicture(tab, "carry-long");
  const phone = await openPage({ viewport: PHONE, locale: "en" });
  await phone.goto(link);
  await phone.getByRole("button", { name: "Use these answers" }).click();
  await phone.waitForURL(`${url}?lang=en`);
  expect(await phone.inputValue("#f-name")).toBe(words);
});

test("without answers, with a damaged link and where the browser keeps nothing, the page says so", async () => {
  const { url } = await world();
  const { link } = await makeLink(url, "Grace");
  const page = await openPage({ viewport: PHONE, locale: "en" });
  const says = async (text: string) => {
    await page.getByText(text).waitFor();
    expect(await page.locator("[data-case]:visible").count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
  };
  await page.goto(`${url}/continue`);
  await says("This browser has no answers to this form yet.");
  await page.goto(`${url}/continue#1.<img src=x onerror=alert(1)>`);
  await says("This link is incomplete or damaged.");
  await page.evaluate(`location.hash = ${JSON.stringify(link.split("#")[1]!.slice(0, 40))}`);
  await says("This link is incomplete or damaged.");
  await keepPicture(page, "carry-broken");
  expect(await kept(page)).toBeUndefined();
  const closed = await openPage({ viewport: PHONE, locale: "en" });
  await closed.addInitScript(`Storage.prototype.setItem = () => { throw new Error("no") }`);
  await closed.goto(link);
  await closed.getByRole("button", { name: "Use these answers" }).click();
  await closed.getByText("This browser does not keep answers").waitFor();
});

test("answers that a form does not have change nothing", async () => {
  const { url } = await world();
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  const values = { "a.name": ["<b>x</b>"], "a.rules": ["yes"], "a.none": ["x"], "a.days": ["none", "sun"] };
  await page.goto(`${url}/continue`);
  const fragment = await page.evaluate(`(async () => {
    const stream = new Blob([${JSON.stringify(JSON.stringify(values))}]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return "1." + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  })()`);
  await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
  await page.getByRole("button", { name: "Use these answers" }).click();
  await page.waitForURL(`${url}?lang=en`);
  expect(await page.inputValue("#f-name")).toBe("<b>x</b>");
  expect(await page.isChecked("[name='a.rules']")).toBe(false);
  expect(await page.locator("[name='a.days']:checked").count()).toBe(1);
});

test("without scripts there is no link, and the page says that it needs them", async () => {
  const { url } = await world();
  const page = await openPage({ viewport: DESKTOP, locale: "de", javaScriptEnabled: false });
  await page.goto(url);
  expect(await page.getByText("Auf einem anderen Gerät weitermachen").isVisible()).toBe(false);
  await page.goto(`${url}/continue`);
  expect(await page.locator("#continue").innerText()).toBe(
    "Diese Seite braucht Skripte, die Ihr Browser nicht ausführt.",
  );
});

test("forms with a password, without kept answers or in a frame have no such page, and short ones no link", async () => {
  const { forms, url: locked } = await world({ password: "open sesame" });
  const link = /\/continue\?/;
  expect((await visit(await forms.publish(weekend))).html).toMatch(link);
  const short = { ...weekend, pages: weekend.pages.slice(1) };
  expect((await visit(await forms.publish(short))).html).not.toMatch(link);
  expect((await visit(`${await forms.publish(weekend)}?embed=1`)).html).not.toMatch(link);
  const keepsNone = await forms.publish(weekend, { settings: { keep_answers: false } });
  expect((await visit(keepsNone)).html).not.toMatch(link);
  for (const address of [
    locked,
    keepsNone,
    await forms.publish(weekend, { status: "draft" }),
    `${forms.publicUrl}/f/none`,
  ])
    expect((await visit(`${address}/continue`)).status).toBe(404);
  expect((await visit(`${await forms.publish(weekend, { status: "paused" })}/continue`)).status).toBe(403);
});
