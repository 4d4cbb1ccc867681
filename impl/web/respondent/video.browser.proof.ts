/** Videos on the pages of respondents: nothing is requested before a click, with scripts and without. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { editors } from "../../test/support/editors.ts";
import { png } from "../../test/support/pictures.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { fileOf, uploadPicture } from "../../test/support/upload-picture.ts";
import { visit } from "../../test/support/visitor.ts";

const PLAYER = "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&playsinline=1";
const policy = "frame-src https://www.youtube-nocookie.com https://player.vimeo.com;";

const watched: FormStructure = {
  title: { en: "Lesson", de: "Stunde" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "one",
      fields: [
        {
          id: "rabbit",
          type: "statement",
          label: { en: "Watch this first", de: "Sehen Sie das zuerst an" },
          image: {
            video: "https://youtu.be/aqz-KE-bpKQ?si=tracked",
            alt: { en: "A rabbit", de: "Ein Hase" },
          },
        },
        {
          id: "seen",
          type: "short_text",
          label: { en: "What did it do?", de: "Was hat er getan?" },
          required: true,
          image: { video: "https://vimeo.com/76979871" },
        },
      ],
    },
  ],
};

/** Keeps what a page requests of other sites, which answer with a page of one word. */
async function watchRequests(page: Page): Promise<{ url: string; referer: string | undefined }[]> {
  const requests: { url: string; referer: string | undefined }[] = [];
  await page.route(/youtube|vimeo|ytimg/, async (route) => {
    const headers = await route.request().allHeaders();
    requests.push({ url: route.request().url(), referer: headers.referer });
    await route.fulfill({
      contentType: "text/html",
      body: "<!doctype html><title>Player</title><h1>Plays</h1>",
    });
  });
  return requests;
}

test.for([
  { name: "desktop", locale: "en", viewport: DESKTOP, colorScheme: "light", javaScriptEnabled: true },
  { name: "phone-dark", locale: "de", viewport: PHONE, colorScheme: "dark", javaScriptEnabled: true },
  { name: "no-script", locale: "en", viewport: PHONE, colorScheme: "light", javaScriptEnabled: false },
] as const)("a video is loaded by a click or a key, in its place ($name)", async ({ name, ...options }) => {
  const forms = await publicForms();
  const url = await forms.publish(watched);
  const page = await openPage(options);
  const requests = await watchRequests(page);
  await page.goto(url, { waitUntil: "networkidle" });
  expect(requests).toEqual([]);
  await keepPicture(page, `video-${name}`);
  if (options.javaScriptEnabled) expect(await barriers(page)).toEqual([]);

  const german = options.locale === "de";
  const frame = page.frameLocator(
    german ? 'iframe[title="Video: Ein Hase"]' : 'iframe[title="Video: A rabbit"]',
  );
  await frame.getByRole("link").click();
  await frame.getByText("Plays").waitFor();
  expect(requests).toEqual([{ url: PLAYER, referer: `${new URL(url).origin}/` }]);
  await keepPicture(page, `video-${name}-playing`);

  const second = german ? "Video: Was hat er getan?" : "Video: What did it do?";
  await page.frameLocator(`iframe[title="${second}"]`).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await page.frameLocator(`iframe[title="${second}"]`).getByText("Plays").waitFor();
  expect(requests[1]?.url).toBe("https://player.vimeo.com/video/76979871?autoplay=1&dnt=1");
  expect(page.url()).toBe(url);
});

test("the frame is reached by the Tab key, and says where the video comes from", async () => {
  const forms = await publicForms();
  const page = await openPage({ locale: "en" });
  await page.goto(await forms.publish({ ...watched, languages: ["en"] }));
  await page.keyboard.press("Tab");
  const frame = page.frameLocator('iframe[title="Video: A rabbit"]');
  const link = frame.getByRole("link", {
    name: "A rabbit. Plays from www.youtube-nocookie.com when you click it.",
  });
  expect(await link.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  await keepPicture(page, "video-focused");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe(
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
  );
});

test("a printed page shows the address of the video, and a narrow one is not too wide", async () => {
  const forms = await publicForms();
  const url = await forms.publish(watched, { settings: { display: "one_question" } });
  const page = await openPage({ viewport: { width: 320, height: 640 } });
  await page.goto(url);
  await keepPicture(page, "video-narrow-one-question");
  expect(await barriers(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  await keepPicture(page, "video-print");
  expect(await page.locator("iframe").first().isVisible()).toBe(false);
  const shown = await page.evaluate(
    () => getComputedStyle(document.querySelector(".video a")!, "::after").content,
  );
  expect(shown).toMatch(/attr\(href\)|aqz-KE-bpKQ/);
});

test("a video ends with its question, where one question is shown at a time", async () => {
  const forms = await publicForms();
  const page = await openPage({ locale: "en" });
  await watchRequests(page);
  const first = watched.pages[0]!;
  const more = { id: "more", type: "short_text", label: { en: "Anything else?" } } as const;
  const pages: FormStructure["pages"] = [{ ...first, fields: [...first.fields, more] }];
  await page.goto(await forms.publish({ ...watched, pages }, { settings: { display: "one_question" } }));
  const frame = page.frameLocator('iframe[title="Video: A rabbit"]');
  await frame.getByRole("link").click();
  await frame.getByText("Plays").waitFor();
  await page.getByRole("textbox", { name: "What did it do?" }).fill("It ran");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Anything else?" }).waitFor();
  expect(page.frames().map((one) => one.url())).not.toContain(PLAYER);
  await page.getByRole("button", { name: "Back" }).click();
  await frame.getByRole("link").waitFor();
});

test("pages allow the players in frames where the form has a video, and on no others", async () => {
  const forms = await publicForms();
  const csp = async (url: string) => (await visit(url)).headers.get("content-security-policy");
  expect(await csp(await forms.publish(watched))).toContain(policy);
  const page = watched.pages[0]!;
  const vimeo = { ...page, fields: page.fields.slice(1) } as (typeof watched.pages)[0];
  expect(await csp(await forms.publish({ ...watched, pages: [vimeo] }))).toContain(
    "frame-src https://player.vimeo.com;",
  );
  const plain = { id: "name", type: "short_text", label: { en: "Name" } } as const;
  expect(
    await csp(await forms.publish({ ...watched, pages: [{ id: "one", fields: [plain] }] })),
  ).not.toContain("frame-src");
  expect(await csp(await forms.publish(watched, { password: "open sesame" }))).not.toContain("frame-src");
});

test("a picture is the still of a video, and the preview of the editor plays it", async () => {
  const service = await editors();
  const id = await service.create({ ...watched, languages: ["en"] }, true);
  const still = fileOf(png(800, 600, [20, 90, 120]), "still.png");
  await uploadPicture(service, service.ada.cookie("session")!, id, still);
  const page = await service.openWindow();
  const requests = await watchRequests(page);
  await service.edit(page, id);
  await page.locator(".ed-outline .ed-item-name", { hasText: "Watch this first" }).click();
  const address = page.getByLabel("Address of a video");
  expect(await address.inputValue()).toBe("https://youtu.be/aqz-KE-bpKQ?si=tracked");
  const preview = page.frameLocator(".ed-frame:not(.ed-frame-new)");
  await preview.frameLocator(".video iframe >> nth=0").getByRole("link").click();
  await preview.frameLocator(".video iframe >> nth=0").getByText("Plays").waitFor();
  expect(requests.map(({ url }) => url)).toEqual([PLAYER]);

  await address.fill("https://example.org/film");
  await page.locator(".ed-problem", { hasText: "YouTube or Vimeo" }).waitFor();
  await keepPicture(page, "video-editor-wrong");
  await address.fill("https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1");
  await page.getByLabel("What the video shows").fill("A singer");
  await page.setInputFiles("[data-image=picture]", {
    name: "a.png",
    mimeType: "image/png",
    buffer: png(800, 450),
  });
  await page.locator(".ed-image-picture").waitFor();
  await preview.locator(".video > img.picture").waitFor();
  await preview.locator('iframe[title="Video: A singer"]').waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "video-editor");
  await page.locator("[data-name=remove-picture]").click();
  await preview.locator(".video > img.picture").waitFor({ state: "detached" });
  await preview.locator('iframe[title="Video: A singer"]').waitFor();
});
