/** Proof: every address of the owner's pages in a browser, narrow and wide, light and dark, English and German. */
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { makeLink } from "../sign-in/mailed-links.ts";
import { answeredForm } from "./answered.ts";
import { barriers, openBrowser, openPage } from "./browser.ts";
import { editors } from "./editors.ts";
import { everyFieldForm } from "./every-field-form.ts";

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1_600, height: 1_000 };
const LOOKS = [
  { viewport: NARROW, colorScheme: "light", locale: "de" },
  { viewport: NARROW, colorScheme: "dark", locale: "en" },
  { viewport: WIDE, colorScheme: "light", locale: "en" },
  { viewport: WIDE, colorScheme: "dark", locale: "de" },
] as const;

/** Addresses for people who are not signed in. */
const strangers = [
  "/",
  "/sign-in",
  "/sign-in?next=/forms",
  "/sign-up",
  "/forgot-password",
  "/forms/none",
  "/mails/none",
];

test("no address of the owner's pages has a barrier, or is wider than its window", async () => {
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const service = await editors(browser);
  const { publicUrl, ada, storage, now } = service;
  const { form, respond, respondOften } = await answeredForm(service);
  const response = await respond({ name: "Alan Turing with a very long name", track: "talk" });
  await respondOften(60, (n) => ({ name: `Person ${n}`, age: n }));
  const draft = await service.create(everyFieldForm());
  const link = await makeLink(
    storage.db,
    { purpose: "sign_in", email: "ada@example.org", accountId: service.accountId },
    now(),
  );
  const owned = [
    ...[
      "/forms",
      "/forms?query=nothing",
      "/settings/integrations",
      "/settings/subscription",
      "/settings/account",
    ],
    ...["/settings/account/delete", "/settings/none", "/forms/frm_0000000000000000000000"],
    ...[form.id, draft].flatMap((id) =>
      ["", "/edit", "/preview", "/responses", "/responses/summary"].map((rest) => `/forms/${id}${rest}`),
    ),
    ...["?text=nothing", "?status=spam", "?show=details", `/${response}`].map(
      (rest) => `/forms/${form.id}/responses${rest}`,
    ),
  ];
  const found: Record<string, string[]> = {};
  const visit = async (page: Page, path: string, look: string) => {
    await page.goto(publicUrl + path);
    expect(page.url()).toBe(publicUrl + path);
    if (path.endsWith("/edit")) await page.waitForSelector(".ed-head");
    const wrong = await barriers(page);
    if (wrong.length > 0) found[`${look} ${path}`] = wrong;
  };
  for (const options of LOOKS) {
    const look = `${options.viewport.width} ${options.colorScheme} ${options.locale}`;
    const stranger = await openPage(browser, options);
    for (const path of [...strangers, `/link/${link}`]) await visit(stranger, path, look);
    const page = await openPage(browser, options);
    await page.context().addCookies([{ name: "session", value: ada.cookie("session")!, url: publicUrl }]);
    for (const path of owned) await visit(page, path, look);
  }
  console.info(`${LOOKS.length * (strangers.length + 1 + owned.length)} pages looked at`);
  expect(found).toEqual({});
}, 600_000);
