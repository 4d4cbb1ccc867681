import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { barriers, DESKTOP, keepPicture, openBrowser, openPage, PHONE } from "../../test/support/browser.ts";
import { otherSite } from "../../test/support/other-site.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { quiz } from "../../test/support/quiz.ts";
import { summerSchool } from "../../test/support/sample-forms.ts";
import { unzip } from "../../test/support/unzip.ts";
import { embedCode } from "../owner/views/forms/embedding.ts";

const letter = {
  name: "Lettre é.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7 letter"),
};

/** Texts on the pages, by language. */
const words = {
  en: { sent: "Check your email", done: "See you in July!" },
  de: { sent: "Sehen Sie in Ihr Postfach", done: "Bis im Juli!" },
} as const;

test.for([
  { language: "en", viewport: DESKTOP, colorScheme: "light" },
  { language: "de", viewport: PHONE, colorScheme: "dark", hasTouch: true },
] as const)(
  "the whole story in $language, $viewport.width wide: an agent makes a form, a stranger answers, the agent reads",
  async ({ language, ...window }) => {
    const { sent, done } = words[language];
    const forms = await publicForms();
    const agent = await makeForm(forms);
    const page = await openPage({ ...window, locale: language });
    await page.goto(agent.url);
    expect(await barriers(page)).toEqual([]);
    forms.later(5_000);
    await goOn(page);
    expect(await page.locator(".message:visible").count()).toBe(2);
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-first_name", "Ada");
    await page.check("[name='a.child'][value=yes]");
    await goOn(page);
    await page.fill("#f-parent_name", "Anne");
    await goOn(page);
    await page.check("[name='a.course'][value=c1]");
    await page.setInputFiles("#f-letter", letter);
    await page.locator(".file-remove").waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-address", "ada@example.org");
    await goOn(page);
    await page.waitForURL("**/sent/**");
    expect(await page.textContent("h1")).toBe(sent);
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-code", "12");
    await page.click(".entry .main");
    await page.waitForSelector("#e-code");
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-code", (await forms.mail()).code);
    await page.click(".entry .main");
    await page.waitForURL("**/done/**");
    expect(await page.textContent("h1")).toBe(done);
    expect(await barriers(page)).toEqual([]);
    const { responses, files } = await agent.read();
    expect(responses).toMatchObject([{ status: "verified", language, email: "ada@example.org", answers }]);
    const [name] = [...files.keys()].filter((one) => one.startsWith("files/"));
    expect(name).toMatch(/\/letter\/1_Lettre é\.pdf$/);
    expect(files.get(name!)?.toString()).toBe("%PDF-1.7 letter");
    expect(files.get("responses.csv")?.toString()).toContain("Anne");
  },
);

const answers = {
  first_name: "Ada",
  child: true,
  parent_name: "Anne",
  course: "c1",
  letter: [{ name: "Lettre é.pdf", content_type: "application/pdf" }],
};

/** Creates a form with the tools of an agent, and reads its responses. */
async function makeForm(forms: Awaited<ReturnType<typeof publicForms>>) {
  const { token } = await forms.mint();
  const ask = async (tool: string, args: object) => {
    const { structuredContent, isError, content } = await forms.call(token, `service_${tool}`, args);
    expect(isError, content[0]?.text).toBeFalsy();
    return structuredContent;
  };
  const { form_id } = await ask("create_form", { prompt: "Register for the summer school" });
  await ask("update_form", { form_id, structure: summerSchool });
  const { urls } = await ask("update_form", { form_id, status_action: "publish" });
  return {
    url: urls.public as string,
    async read() {
      const { responses } = await ask("get_responses", { form_id });
      const { download_url } = await ask("export_responses", { form_id, format: "zip" });
      const archive = await fetch(download_url);
      return { responses, files: await unzip(Buffer.from(await archive.arrayBuffer())) };
    },
  };
}

async function goOn(page: Page): Promise<void> {
  await page.click("#form .actions .main");
  await page.waitForLoadState();
}

test("questions appear and disappear with the answers of their conditions, without a request", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP });
  const parent = summerSchool.pages[1]!.fields[0]!;
  const [you] = summerSchool.pages;
  const url = await forms.publish({
    ...summerSchool,
    pages: [{ ...you!, fields: [...you!.fields, parent] }],
  });
  await page.goto(url);
  const question = page.locator("#q-parent_name");
  expect(await question.isVisible()).toBe(false);
  await page.check("[name='a.child'][value=yes]");
  expect(await question.isVisible()).toBe(true);
  await page.check("[name='a.child'][value=no]");
  expect(await question.isVisible()).toBe(false);
});

test("the embed code gives the frame the height of the form", async () => {
  const forms = await publicForms();
  const url = await forms.publish(summerSchool);
  const page = await openPage({ viewport: DESKTOP });
  await page.goto(await otherSite(embedCode('A "form" <b>', url)));
  await page.waitForFunction(`/^\\d+px$/.test(document.querySelector("iframe").style.height)`);
  const shown = await page.frameLocator("iframe").locator("body").boundingBox();
  const frame = await page.locator("iframe[title=\"A 'form' 'b'\"]").boundingBox();
  expect(Math.abs(frame!.height - shown!.height)).toBeLessThan(2);
});

test("a form in a frame of another site works", async () => {
  const forms = await publicForms();
  const url = await forms.publish(summerSchool);
  const page = await openPage({ viewport: DESKTOP });
  await page.goto(
    await otherSite(`<iframe src="${url}?embed=1" width="600" height="800"></iframe>
<script>addEventListener("message", ({ data }) => { document.title = data.type + " " + data.height })</script>`),
  );
  await page.waitForFunction(`/^form:height \\d{3}$/.test(document.title)`);
  const frame = page.frameLocator("iframe");
  await frame.locator("#f-first_name").fill("Ada");
  await frame.locator("[name='a.child'][value=no]").check();
  await frame.locator("#form .actions .main").click();
  await frame.locator("#q-course").waitFor();
});

test("the frame around a form has the height of each page", async () => {
  const forms = await publicForms();
  const url = await forms.publish(quiz);
  const page = await openPage({ viewport: DESKTOP });
  await page.goto(
    await otherSite(`<iframe src="${url}?embed=1" width="600" height="300"></iframe>
<script>addEventListener("message", ({ data }) => { document.querySelector("iframe").height = data.height })</script>`),
  );
  const frame = page.frameLocator("iframe");
  const fits = async () => {
    const { height } = (await page.locator("iframe").boundingBox())!;
    return Math.abs(height - (await frame.locator("body").boundingBox())!.height) < 6;
  };
  await expect.poll(fits).toBe(true);
  await frame.locator("[value=melbourne]").check();
  await frame.locator("#f-address").fill("ada@example.org");
  forms.later(10_000);
  await frame.locator("#form .actions .main").click();
  await frame.locator("#f-code").waitFor();
  await expect.poll(fits).toBe(true);
  await frame.locator("#f-code").fill((await forms.mail()).code);
  await frame.locator(".key").waitFor();
  await expect.poll(fits).toBe(true);
});

test("a form in a frame that blocks sending says so in its language, and links to a page where it works", async () => {
  const forms = await publicForms();
  const url = await forms.publish(summerSchool);
  // Not one of `openPage`: in such a frame the browser complains about scripts, and rightly so.
  const context = await (await openBrowser()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(
    await otherSite(
      `<iframe src="${url}?embed=1&lang=de" width="600" height="800" sandbox="allow-forms allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`,
    ),
  );
  const frame = page.frameLocator("iframe");
  await frame.locator("#f-first_name").fill("Ada");
  await frame.locator("[name='a.child'][value=no]").check();
  await frame.locator("#form .actions .main").click();
  await frame.getByText("Von hier aus").waitFor();
  expect(await frame.locator("html").getAttribute("class")).toBe("embedded");
  const opened = context.waitForEvent("page");
  await frame.locator("a.main").click();
  const window = await opened;
  await window.fill("#f-first_name", "Ada");
  expect(window.url()).toBe(`${url}?lang=de`);
});

test("where most questions are optional, required ones have a star", async () => {
  const forms = await publicForms();
  const fields = ["name", "club", "notes"].map((id) => ({
    id,
    type: "short_text" as const,
    label: { en: id },
    required: id === "name",
  }));
  const page = await openPage({ viewport: PHONE, locale: "en" });
  await page.goto(
    await forms.publish({
      title: { en: "Club" },
      default_language: "en",
      languages: ["en"],
      pages: [{ id: "one", fields }],
    }),
  );
  const stars = await page
    .locator(".label")
    .evaluateAll((labels) =>
      labels
        .filter((label) => getComputedStyle(label, "::after").content.includes("*"))
        .map((label) => label.textContent?.trim()),
    );
  expect(stars).toEqual(["name", "Your email address"]);
  expect(await page.getByText("optional").filter({ visible: true }).count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "required-stars");
});

test("on a phone, a list of seven mistakes fills less than a third, with one line for each", async () => {
  const forms = await publicForms();
  const label = (n: number) => `Question ${n} with a label that does not fit into one line of a phone`;
  const fields = [1, 2, 3, 4, 5, 6].map((n) => ({
    id: `q${n}`,
    type: "short_text" as const,
    label: { en: label(n) },
    required: true,
  }));
  const page = await openPage({ viewport: PHONE, locale: "en" });
  await page.goto(
    await forms.publish({
      title: { en: "Club" },
      default_language: "en",
      languages: ["en"],
      pages: [{ id: "one", fields }],
    }),
  );
  await page.click("#form .actions .main");
  const links = page.locator("#summary a");
  expect(await links.count()).toBe(7);
  expect((await page.locator("#summary").boundingBox())!.height).toBeLessThan(PHONE.height / 3);
  expect(await page.locator("#summary span:visible").count()).toBe(0);
  expect(await page.locator(".field .message:visible").count()).toBe(7);
  const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "mistakes-phone");
});
