/** The whole story of an owner in a real browser, from signing up to revoking the token of their agent. */
import { outputOf } from "@toolwright/runtime/client";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createClient } from "../../generated/client.ts";
import { builtInEditor, builtInGenerator } from "../ai/built-in.ts";
import { barriers, DESKTOP, openPage, PHONE } from "./support/browser.ts";
import { previewOf, saved } from "./support/editors.ts";
import { ownerPages } from "./support/owner.ts";
import { connect } from "./support/service.ts";

type Service = Awaited<ReturnType<typeof ownerPages>>;

test("sign up, give an agent a token, make a form, get an answer, read it, share it, revoke the token", async () => {
  const service = await ownerPages({ generateForm: builtInGenerator, editForm: builtInEditor });
  const { publicUrl } = service;
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await signUp(service, page);
  const secret = await makeToken(service, page);
  expect((await service.nextMail("ada@example.org")).text).toContain("token");
  const agent = createClient(await connect(service.endpoint, secret));
  expect(outputOf(await agent.listForms()).total_count).toBe(0);

  const id = await makeForm(service, page);
  await answer(service, `${publicUrl}/f/${id}`);
  const { text } = await service.nextMail("ada@example.org");
  expect(text).toContain("has 1 new response.");
  expect(text).toContain("> Grace Hopper");
  const copy = await service.nextMail("grace@example.org");
  expect([copy.subject, copy.text]).toEqual([
    expect.stringContaining("Your answers: "),
    expect.stringContaining("> Alto"),
  ]);
  const [, readHere] = /(http\S+\/responses)\n/.exec(text) ?? [];
  const responses = outputOf(await agent.getResponses({ form_id: id }));
  expect(responses.total_count).toBe(1);
  expect(JSON.stringify(responses)).not.toContain("grace@example.org");

  await read(page, readHere!);
  const bob = await share(service, page, id);
  await bob.goto(`${publicUrl}/forms`);
  await bob.getByRole("link", { name: "Responses" }).click();
  await bob.getByText("grace@example.org").first().waitFor();
  expect(await bob.locator(".bulk").count()).toBe(0);

  await page.goto(`${publicUrl}/settings/integrations`);
  await page.click(".rows .choose > summary");
  await page.click(".rows .choose .danger");
  await page.waitForLoadState();
  expect((await service.post(secret, { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(401);
});

async function signUp(service: Service, page: Page): Promise<void> {
  await page.goto(`${service.publicUrl}/sign-up`);
  await page.fill("#f-email", "ada@example.org");
  await page.click(".actions .main");
  await page.goto(service.publicUrl + (await service.mailedLink("ada@example.org")));
  await page.fill("#f-password", "four random words here");
  await page.click(".actions .main");
  await page.waitForURL("**/forms");
}

async function makeToken({ publicUrl }: Service, page: Page): Promise<string> {
  await page.goto(`${publicUrl}/settings/integrations`);
  for (const scope of ["forms:read", "responses:read"]) await page.check(`[value='${scope}']`);
  await page.fill("#f-name", "Laptop");
  await page.click(".panel .main");
  await page.locator(".secret code").waitFor();
  return (await page.textContent(".secret code")) ?? "";
}

/** Makes a form by a prompt; then it is changed in the editor, viewed and published, and mails are switched on. */
async function makeForm({ publicUrl }: Service, page: Page): Promise<string> {
  await page.goto(`${publicUrl}/forms`);
  const prompt =
    "Registration for a choir with name (required), email (required) and voice (Soprano | Alto | Bass)";
  await page.getByLabel("What should the form ask?").fill(prompt);
  await page.getByRole("button", { name: "Create form" }).click();
  await page.waitForSelector(".ed-head");
  const id = /frm_\w+/.exec(page.url())![0];
  await page.locator("[data-name=write]").click();
  await previewOf(page).locator(".writing").fill("Your full name");
  await page.keyboard.press("Enter");
  await saved(page);
  await page.goto(`${publicUrl}/forms/${id}/preview`);
  await page.getByLabel("Your full name").waitFor();
  await page.goto(`${publicUrl}/forms/${id}`);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("takes answers.").waitFor();
  await page.getByRole("link", { name: "Manage" }).click();
  // Mails are on for the first form.
  await page.locator("#mails [value=each][aria-pressed=true]").waitFor();
  await page.locator("#receipts [value=on]").click();
  await page.getByText("Your choice of mails is saved.").waitFor();
  await page.locator("#receipts [value=on][aria-pressed=true]").waitFor();
  expect(await barriers(page)).toEqual([]);
  return id;
}

/** Acts as a respondent on a phone, who confirms the address. */
async function answer(service: Service, url: string): Promise<void> {
  const phone = await openPage({ viewport: PHONE, hasTouch: true, locale: "en" });
  await phone.goto(url);
  service.time.now = new Date(service.time.now.getTime() + 5_000);
  await phone.getByLabel("Your full name").fill("Grace Hopper");
  await phone.getByLabel("Email").fill("grace@example.org");
  await phone.getByText("Alto", { exact: true }).click();
  await phone.click("#form .actions .main");
  await phone.waitForURL("**/sent/**");
  const { subject } = await service.nextMail("grace@example.org");
  await phone.fill("#f-code", /\d{6}/.exec(subject)![0]);
  await phone.waitForURL("**/done/**");
}

/** The list, the response, the chart and the file. */
async function read(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.fill("#text", "hopper");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.locator(".when a").click();
  await page.getByText("Grace Hopper").waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.goto(address);
  await page.getByRole("link", { name: "Summary" }).click();
  const voice = page.locator(".question", { hasText: "Alto" });
  expect(await voice.locator("tr", { hasText: "Alto" }).innerText()).toMatch(/1\s+100%/);
  expect(await voice.locator("rect.value").nth(1).getAttribute("width")).toBe("1000");
  await page.goto(address);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Make the file" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
}

/** @returns a window of the account that the form is shared with */
async function share(service: Service, page: Page, id: string): Promise<Page> {
  const bob = await service.signIn("bob@example.org");
  await page.goto(`${service.publicUrl}/forms/${id}`);
  await page.getByLabel("Email address").fill("bob@example.org");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("Access is given.").waitFor();
  const window = await openPage({ viewport: DESKTOP, locale: "en" });
  const cookie = { name: "session", value: bob.cookie("session")!, url: service.publicUrl };
  await window.context().addCookies([cookie]);
  return window;
}
