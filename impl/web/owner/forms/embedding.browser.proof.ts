/** Forms on other sites, with the code of the Share page: behind a button, and as a pop-up. */
import { outputOf } from "@toolwright/runtime/client";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../../../generated/client.ts";
import type { NewStructure } from "../../../../generated/types.ts";
import {
  barriers,
  DESKTOP,
  keepPicture,
  openBrowser,
  openPage,
  PHONE,
  tooWide,
} from "../../../test/support/browser.ts";
import { otherSite } from "../../../test/support/other-site.ts";
import { ownerPages } from "../../../test/support/owner.ts";
import { ownerWindows } from "../../../test/support/owner-windows.ts";
import { connect } from "../../../test/support/service.ts";

const ada = "ada@example.org";
const TITLE = `Rowing <b>& "more"</b>`;

const rowing: NewStructure = {
  title: { en: TITLE },
  default_language: "en",
  languages: ["en", "de"],
  theme: { color: "#7c3aed" },
  pages: [{ id: "p", fields: [{ id: "name", type: "short_text", label: { en: "Name" }, required: true }] }],
};

async function world() {
  const service = await ownerPages();
  const { token } = await service.mint({ email: ada });
  const agent = createClient(await connect(service.endpoint, token));
  const { form_id, urls } = outputOf(await agent.createForm({ structure: rowing }));
  await agent.updateForm({ form_id, status_action: "publish" });
  const owner = await service.signIn(ada);
  const path = `/forms/${form_id}`;
  /** The codes that the Share page offers: a frame, a button and a pop-up. */
  const codes = async (query = "", tab = "") => {
    const { html } = await owner.open(path + tab + query);
    const [, part = ""] = html.split('<div id="embed">');
    return [...part.matchAll(/<code translate="no">([\s\S]*?)<\/code>/g)].map(([, code]) =>
      readEscaped(code!),
    );
  };
  return { service, agent, form_id, owner, path, url: urls.public, codes };
}

function readEscaped(html: string): string {
  const characters = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
  return html.replace(/&(lt|gt|quot|#39|amp);/g, (found) => characters[found as keyof typeof characters]);
}

/** A site that allows no styles in its HTML, and of others only scripts and frames of the service. */
async function strictSite(service: string, body: string): Promise<string> {
  const policy = `default-src 'none'; script-src ${service}; frame-src ${service}`;
  return otherSite(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Club</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<main><h1>Club</h1><p>News</p>${body}<p><input aria-label="Search"></p></main></html>`);
}

/** Opens a site, and collects the addresses that it requests from then on. */
async function openSite(address: string, options: BrowserContextOptions = {}): Promise<[Page, string[]]> {
  const page = await openPage({ viewport: DESKTOP, locale: "en", ...options });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(address);
  return [page, requested];
}

const focused = (page: Page) =>
  page.evaluate(`(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute("aria-label") || at?.title || at?.tagName;
  })()`);

test("a button opens the form as a dialog on a site with a strict policy, and two on one page keep apart", async () => {
  const { service, url, codes } = await world();
  const [, button] = await codes("?embed.words=Join%20%3Ci%3Eus%3C/i%3E");
  const [, other] = await codes("?embed.words=Second", "");
  const [page, requested] = await openSite(await strictSite(service.publicUrl, button! + other!));
  const link = page.getByRole("button", { name: "Join <i>us</i>" });
  expect(requested.filter((address) => address.startsWith(service.publicUrl))).toEqual([
    `${service.publicUrl}/assets/embed.js`,
  ]);
  expect(await link.getAttribute("aria-haspopup")).toBe("dialog");
  expect(await page.evaluate(`getComputedStyle(document.querySelector("a")).backgroundColor`)).toBe(
    "rgb(124, 58, 237)",
  );
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "embed-button");
  await link.focus();
  await page.keyboard.press("Space");
  const dialog = page.getByRole("dialog", { name: "Join <i>us</i>" });
  const frame = page.frameLocator("iframe");
  await frame.locator("#f-name").fill("Grace");
  const [, ...frames] = page.frames().map((one) => one.url());
  expect(frames).toEqual([`${url}?embed=light`]);
  await expect
    .poll(async () => Math.round((await page.locator("iframe").boundingBox())!.height))
    .toBeLessThan(900 - 64);
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "embed-dialog");

  // The focus stays in the dialog, Escape closes it from inside the form, too, and answers are still there.
  const places = new Set<unknown>();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    places.add(await focused(page));
  }
  expect([...places].filter((place) => !["Close", "Join <i>us</i>", "BODY"].includes(String(place)))).toEqual(
    [],
  );
  await frame.locator("#f-name").focus();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await focused(page)).toBe("A");
  await expect.poll(() => page.evaluate("document.documentElement.style.overflow")).toBe("");
  await page.keyboard.press("Enter");
  expect(await frame.locator("#f-name").inputValue()).toBe("Grace");
  await page.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
  await link.click();
  await page.mouse.click(10, 10);
  await dialog.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Second" }).click();
  await page.frameLocator("iframe >> nth=1").locator("#f-name").waitFor();
  expect(await page.locator("dialog[open]").count()).toBe(1);
  expect(await page.context().cookies()).toEqual([]);
});

test("on phones the dialog fills the screen, and a dark site has a dark form", async () => {
  const { service, codes } = await world();
  const [, button] = await codes();
  const site = await strictSite(
    service.publicUrl,
    `<meta name="color-scheme" content="light dark">${button}`,
  );
  const [page] = await openSite(site, { viewport: PHONE, colorScheme: "dark", locale: "de" });
  await page.getByRole("button", { name: TITLE }).click();
  await page.frameLocator("iframe").locator("#f-name").waitFor();
  expect(await page.locator("dialog").boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
  expect(page.frames()[1]!.url()).toMatch(/\?embed=1$/);
  await keepPicture(page, "embed-phone");
  expect([...(await barriers(page)), ...(await tooWide(page))]).toEqual([]);
  expect(await page.frames()[1]!.evaluate("innerHeight")).toBeGreaterThan(700);
});

test("without scripts a button is a link, and a pop-up is not there", async () => {
  const { service, url, codes } = await world();
  const [, button, popup] = await codes("?embed.words=Join&embed.seconds=1");
  const [page] = await openSite(await strictSite(service.publicUrl, button! + popup!), {
    javaScriptEnabled: false,
  });
  expect(await page.getByRole("link").allInnerTexts()).toEqual(["Join"]);
  await page.getByRole("link", { name: "Join" }).click();
  await page.waitForURL(url);
});

test("a pop-up opens by itself once for each visitor, and not while the visitor writes", async () => {
  const { service, codes } = await world();
  const [, , popup] = await codes("?embed.seconds=20");
  const [page, requested] = await openSite("about:blank");
  await page.clock.install();
  const site = await strictSite(service.publicUrl, popup!);
  await page.goto(site);
  await page.getByLabel("Search").focus();
  await page.clock.fastForward(25_000);
  expect(requested.some((address) => address.includes("/f/"))).toBe(false);
  await page.getByLabel("Search").blur();
  await page.clock.fastForward(2_000);
  const dialog = page.getByRole("dialog", { name: TITLE });
  await dialog.waitFor();
  expect(await page.frameLocator("iframe").getByRole("heading", { level: 1 }).innerText()).toBe(TITLE);
  expect(await focused(page)).toBe("Close");
  await keepPicture(page, "embed-popup");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.goto(site);
  await page.clock.fastForward(60_000);
  expect(await page.locator("iframe").count()).toBe(0);
});

test("where the browser keeps nothing, no pop-up opens", async () => {
  const { service, codes } = await world();
  const [, , popup] = await codes();
  const page = await openPage({ viewport: DESKTOP });
  await page.clock.install();
  await page.addInitScript(
    `Object.defineProperty(window, "localStorage", { get() { throw new Error("no") } })`,
  );
  await page.goto(await strictSite(service.publicUrl, popup!));
  await page.clock.fastForward(60_000);
  expect(await page.locator("iframe").count()).toBe(0);
});

test("a form with a password has a link only, and a button of before leads to it", async () => {
  const { service, agent, form_id, url, codes } = await world();
  const [, button, popup] = await codes("?embed.words=Join&embed.seconds=1");
  outputOf(await agent.updateForm({ form_id, password: "open sesame" }));
  const [only, ...none] = await codes();
  expect(only).toBe(`<a href="${url}">Rowing &lt;b&gt;&amp; &quot;more&quot;&lt;/b&gt;</a>`);
  expect(none).toEqual([]);
  // The browser reports that it does not show the form in the frame, so this page may report mistakes.
  const context = await (await openBrowser()).newContext({ locale: "en" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(await strictSite(service.publicUrl, button! + popup!));
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL(url);
  expect(await page.locator("[name=password]").count()).toBe(1);
});

test.for([
  ["a script", "javascript:alert(document.domain)"],
  ["another site", "https://evil.example/f/frm_0123456789012345678901"],
  ["another page of the service", "SERVICE/sign-in"],
  ["a form within a path", "SERVICE/f/frm_0123456789012345678901/files"],
])("a link to %s stays as it is", async ([_, address]) => {
  const { service } = await world();
  const href = address!.replace("SERVICE", service.publicUrl);
  const body = `<a href="${href}" data-form-button data-form-colors="red;x url(//evil)">x</a>
    <a href="${href}" data-form-popup="0" hidden>y</a>
    <script async src="${service.publicUrl}/assets/embed.js"></script>`;
  const [page] = await openSite(await strictSite(service.publicUrl, body));
  await page.waitForLoadState("load");
  const link = page.locator("a").first();
  expect([await link.getAttribute("role"), await link.getAttribute("style")]).toEqual([null, null]);
  expect(await page.locator("dialog").count()).toBe(0);
});

test("texts and colours in attributes stay texts, and messages of other frames change nothing", async () => {
  const { service, url } = await world();
  const hostile = `&lt;img src=x onerror=alert(1)>`;
  const body = `<a href="${url}#x" data-form-button data-form-close="${hostile}" data-form-colors="#000000 #ffffff;}*{display:none">${hostile}</a>
    <a href="${url}" data-form-popup="-1" hidden>a</a><a href="${url}" data-form-popup="1e999" hidden>b</a>
    <a href="${url}" data-form-popup="" hidden>c</a>
    <script async src="${service.publicUrl}/assets/embed.js"></script>`;
  const [page] = await openSite(await strictSite(service.publicUrl, body));
  const button = page.getByRole("button", { name: "<img" });
  expect(await button.getAttribute("style")).toBeNull();
  await button.click();
  await page.frameLocator("iframe").locator("#f-name").waitFor();
  expect(await page.locator("img").count()).toBe(0);
  const height = () => page.locator("iframe").getAttribute("style");
  await expect.poll(height).toMatch(/height: \d+px/);
  const before = await height();
  await page.evaluate(
    `for (const data of [{ type: "form:height", height: 7 }, { type: "form:escape" }, null]) postMessage(data, "*")`,
  );
  await page.waitForTimeout(200);
  expect(await height()).toBe(before);
  expect(await page.locator("dialog[open]").count()).toBe(1);
});

test("owners choose words and seconds, copy the code, and try the button where it is", async () => {
  const { service, path, codes } = await world();
  const show = await ownerWindows(service, ada);
  const address = `${service.publicUrl}${path}?embed.seconds=30&embed.words=Join#embed`;
  const [page, phone] = await show("embed-ways", address);
  await keepPicture(page!, "embed-share");
  await page!.fill(`[name="embed.words"]`, "Sign up");
  await page!.locator(".embed-choice button").first().click();
  expect(await page!.locator(".ways code").nth(1).innerText()).toContain(">Sign up</a>");
  expect(await page!.locator(".ways code").nth(2).innerText()).toContain('data-form-popup="30"');
  await page!.getByRole("button", { name: "Sign up" }).click();
  await page!.frameLocator("iframe").locator("#f-name").waitFor();
  await keepPicture(page!, "embed-try");
  await keepPicture(phone!, "embed-share-phone");
  // Prefilled answers are in all three codes, and the choices in none of them.
  const prefilled = await codes("?name=A%26B&embed.seconds=5&embed.words=Join", "/prefilled");
  expect(prefilled).toHaveLength(3);
  for (const code of prefilled) expect(code).toContain("name=A%26B");
  expect(prefilled.join()).not.toMatch(/embed\.(words|seconds)/);
  for (const wrong of ["-5", "0", "1e9", "abc", "NaN"])
    expect((await codes(`?embed.seconds=${wrong}`))[2]).toContain('data-form-popup="10"');
  expect((await codes(`?embed.words=${"w".repeat(81)}`))[1]).toContain("&lt;b&gt;");
});
