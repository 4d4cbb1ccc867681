/** Proof: every address of the owner's pages in a browser, with mistakes, narrow and wide, light and dark, English and German. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeLink } from "../../accounts/sign-in/mailed-links.ts";
import { builtInEditor } from "../../ai/built-in.ts";
import { putIntoBin } from "../../forms/bin/bin.ts";
import { moveForms } from "../../forms/folders/move-forms.ts";
import { updateForm } from "../../forms/update/update.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { barriers, openPage } from "../../test/support/browser.ts";
import { lookAtPanels } from "../../test/support/editor-panels.ts";
import { editors, saved, small } from "../../test/support/editors.ts";
import { englishTexts } from "../../test/support/english-texts.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1_600, height: 1_000 };
const LOOKS = [
  { viewport: NARROW, colorScheme: "light", locale: "de" },
  { viewport: NARROW, colorScheme: "dark", locale: "en" },
  { viewport: WIDE, colorScheme: "light", locale: "en" },
  { viewport: WIDE, colorScheme: "dark", locale: "de" },
] as const;

/** Addresses for users who are not signed in. */
const strangers = [
  "/",
  "/sign-in",
  "/sign-in?next=/forms",
  "/sign-up",
  "/forgot-password",
  "/forms/none",
  "/mails/none",
];

const SETTINGS = "/forms/ID/settings";

type Mistake = (page: Page, publicUrl: string, formId: string) => Promise<unknown>;

/** Sends a form of the form's page without the browser's checks. */
function sent(selector: string, values: Readonly<Record<string, string>>, path = "/forms/ID"): Mistake {
  return async (page, publicUrl, formId) => {
    await page.goto(publicUrl + path.replace("ID", formId));
    const form = page.locator(selector);
    await form.evaluate((one) => {
      (one as unknown as { noValidate: boolean }).noValidate = true;
    });
    for (const [name, value] of Object.entries(values))
      await form.locator(`[name="${name}"]`).evaluate((input, text) => {
        (input as unknown as { value: string }).value = text;
      }, value);
    await Promise.all([
      page.waitForNavigation(),
      form.evaluate((one) => (one as unknown as { requestSubmit(): void }).requestSubmit()),
    ]);
  };
}

/** Opens the editor and selects the question with this id. */
async function chooseQuestion(page: Page, publicUrl: string, formId: string, id: string): Promise<void> {
  await page.goto(`${publicUrl}/forms/${formId}/edit`);
  await page.locator(`[data-item="${id}"] .ed-item-name`).click();
}

/** Mistakes of users, and the messages of the pages. */
const mistakes: Readonly<Record<string, Mistake>> = {
  "a prompt that names nothing": sent(".new form", { prompt: "qwrtz plmk" }, "/forms/new"),
  "a form text that is not clear": sent(
    ".writing",
    { text: "Trip\nSize: S, M, required\n// ask Jo" },
    "/forms/text",
  ),
  "a share without an account": sent("form.share", { email: "nobody@example.org" }),
  "a share with its owner": sent("form.share", { email: "ada@example.org" }),
  "a short password": sent('form[action$="/password"]', { password: "abc" }, SETTINGS),
  "a long title of a copy": sent('form[action$="/clone"]', { title: "a".repeat(201) }, SETTINGS),
  "a token without a name": sent("form:has([name=name])", {}, "/settings/integrations"),
  "an edit that would break responses": async (page, publicUrl, formId) => {
    await chooseQuestion(page, publicUrl, formId, "age");
    await page.locator(".ed-panel .ed-section .ed-number").first().fill("60");
    await saved(page, "blocked");
  },
  "limits that no answer fits": async (page, publicUrl, formId) => {
    await chooseQuestion(page, publicUrl, formId, "age");
    const numbers = page.locator(".ed-panel .ed-section .ed-number");
    await numbers.nth(0).fill("500");
    await numbers.nth(1).fill("1");
    await saved(page, "invalid");
  },
  "an edit by a prompt that is not understood": async (page, publicUrl, formId) => {
    await chooseQuestion(page, publicUrl, formId, "age");
    await page.locator(".ed-ai summary").click();
    await page.locator(".ed-ai textarea").fill("qwrtz plmk");
    await page.locator("[data-name=ai-ask]").click();
    await page.locator(".ed-ai .ed-note").waitFor();
  },
};

test("every page of the owner is accessible, fits its window, and is completely in its language", async () => {
  const service = await editors();
  const { publicUrl, ada, storage, now } = service;
  const { form, respond, respondOften } = await answeredForm(service);
  const response = await respond({ name: "Alan Turing with a very long name", track: "talk" });
  await respondOften(60, (n) => ({ name: `Person ${n}`, age: n }));
  const draft = await service.create(everyFieldForm());
  const deleted = await service.create({ ...small, title: { en: "Judo" } });
  await putIntoBin(service, service.accountId, deleted, now());
  const changed = await service.create({ ...small, title: { en: "Chess" } }, true);
  await moveForms({ storage, clock: now }, service.accountId, [draft, changed], "Club");
  const { id: folder } = await storage.db.selectFrom("folders").select("id").executeTakeFirstOrThrow();
  const kept = { structure: { ...small, title: { en: "Go" } } };
  const change = { formId: changed, edit: kept, expectedRevision: 1, dryRun: false, keep: true };
  const parts = { storage, clock: now, editForm: builtInEditor };
  await updateForm(parts, service.accountId, change, AbortSignal.timeout(10_000));
  const link = await makeLink(
    storage.db,
    { purpose: "sign_in", email: "ada@example.org", accountId: service.accountId },
    now(),
  );
  const owned = [
    ...[
      "/forms",
      "/forms?query=nothing",
      "/forms/new",
      "/forms/bin",
      `/forms?folder=${folder}`,
      `/forms/folders/${folder}`,
      "/forms/text",
      "/forms/text?template=order",
      "/forms/text/notation",
      "/settings/integrations",
      "/settings/subscription",
      "/settings/account",
    ],
    ...["/settings/account/delete", "/settings/none", "/forms/frm_0000000000000000000000"],
    ...[form.id, draft].flatMap((id) =>
      [
        "",
        "/edit",
        "/preview",
        "/responses",
        "/responses/summary",
        "/settings",
        "/text",
        "/connections",
        "/versions",
      ].map((rest) => `/forms/${id}${rest}`),
    ),
    ...["", "/edit", "/preview"].map((rest) => `/forms/${changed}${rest}`),
    ...["?text=nothing", "?status=spam", "?show=details", `/${response}`].map(
      (rest) => `/forms/${form.id}/responses${rest}`,
    ),
  ];
  const found: Record<string, string[]> = {};
  const written = JSON.stringify(everyFieldForm());
  const judge = async (page: Page, place: string) => {
    const wrong = [...(await barriers(page)), ...(await englishTexts(page, written))];
    if (wrong.length > 0) found[place] = wrong;
  };
  const visit = async (page: Page, path: string, look: string) => {
    await page.goto(publicUrl + path);
    expect(page.url()).toBe(publicUrl + path);
    if (path.endsWith("/edit")) await page.waitForSelector(".ed-head");
    await judge(page, `${look} ${path}`);
  };
  for (const options of LOOKS) {
    const look = `${options.viewport.width} ${options.colorScheme} ${options.locale}`;
    const stranger = await openPage(options);
    for (const path of [...strangers, `/link/${link}`]) await visit(stranger, path, look);
    const page = await openPage(options);
    await page.context().addCookies([{ name: "session", value: ada.cookie("session")!, url: publicUrl }]);
    for (const path of owned) await visit(page, path, look);
    for (const [name, mistake] of Object.entries(mistakes)) {
      await mistake(page, publicUrl, form.id);
      await judge(page, `${look} ${name}`);
    }
  }
  console.info(
    `${LOOKS.length * (strangers.length + 1 + owned.length + Object.keys(mistakes).length)} pages looked at`,
  );
  expect(found).toEqual({});
}, 600_000);

test("every panel of the editor is accessible", async () => {
  expect((await lookAtPanels()).found).toEqual({});
}, 600_000);
