/** The owner's pages on the smallest phones: 320 pixels, which are also 1,280 at 400 % (WCAG 1.4.10, reflow). */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { amount, drawSample } from "../../../.ci/draw.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { builtInEditor } from "../../ai/built-in.ts";
import { updateForm } from "../../forms/update/update.ts";
import { builtinWriter } from "../../lessons/builtin/writer.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { openPage, tooWide } from "../../test/support/browser.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { oauthApp } from "../../test/support/oauth-app.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { ownerLanguages } from "../../texts/owner/owner-texts.ts";

/** The languages of this run: some in the proof, others each time, and all in the soak. */
const locales = drawSample(ownerLanguages, amount({ proof: 3, soak: ownerLanguages.length }));

const NARROW = { width: 320, height: 640 };
/** Pages of objects of one kind look alike, so one of each kind is enough. */
const ALIKE = /\/(rsp|quo|lsn)_\w+/;
/** Addresses that no page links to. */
const UNLINKED = ["/sign-in", "/sign-up", "/forgot-password", "/settings/none", "/settings/account/delete"];

/** Every type of question, each with a label longer than a line. */
function wordyForm(): FormStructure {
  const structure = everyFieldForm();
  for (const { fields } of structure.pages)
    for (const { label } of fields)
      if (label) label.en = `${label.en ?? ""} and how satisfied you were with the whole of the conference`;
  return structure;
}

/** Creates an account with one object of every kind that pages list. */
async function fullAccount() {
  const service = await ownerPages({ writer: builtinWriter, environment: { CONNECTORS: "on" } });
  const ada = await service.signIn();
  const { form, respond, respondOften } = await answeredForm(service, wordyForm());
  await respond({ name: "Alan Turing with a very long name", track: "talk" });
  await respondOften(60, (n) => ({ name: `Person ${n}`, age: n, stars: (n % 5) + 1, recommend: n % 11 }));
  const change = {
    formId: form.id,
    edit: { structure: { ...everyFieldForm(), title: { en: "Konferenzteilnahmebestätigung" } } },
    expectedRevision: 1,
    dryRun: false,
    keep: true,
  };
  const parts = { storage: service.storage, clock: service.now, editForm: builtInEditor };
  const { id } = await service.storage.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  await updateForm(parts, id, change, AbortSignal.timeout(10_000));
  const app = await oauthApp(service.publicUrl, service.endpoint);
  await app.connect(ada);
  const quoted = await ada.send(await ada.open("/lessons"), "/lessons/quotes", {
    prompt: "The water cycle",
    pictures: "1",
    languages: "de",
  });
  const lesson = await ada.send(quoted, new URL(quoted.url).pathname, { task_mode: "ai_reviewed" });
  const consent = app.authorization(String((await app.register()).body.client_id), "v".repeat(43));
  return { ...service, ada, starts: [new URL(lesson.url).pathname, consent] };
}

/** Opens every collapsed element. */
const openDetails = `for (const one of document.querySelectorAll("details")) one.open = true`;

/** The paths of our pages that a page links to. */
const links = `[...document.querySelectorAll("a[href]")].filter((one) => one.origin === location.origin && !one.hasAttribute("download"))
  .map((one) => one.pathname)`;

/** The words for email that a line breaks, with the words around them. */
const brokenMails = `(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    for (const { index } of data.matchAll(/e.mail/gi)) {
      const word = document.createRange();
      word.setStart(texts.currentNode, index);
      word.setEnd(texts.currentNode, index + 6);
      const lines = new Set([...word.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1 && parentElement.checkVisibility()) broken.push(data.trim());
    }
  }
  return broken;
})()`;

test("no page of an owner is wider than a small phone, and none breaks the word for email, in any language of the owner's pages", async () => {
  const { publicUrl, ada, starts } = await fullAccount();
  const found: Record<string, string[]> = {};
  const look = async (page: Page, place: string) => {
    const before = await tooWide(page);
    await page.evaluate(openDetails);
    const wide = before.length > 0 ? before : await tooWide(page);
    const broken = (await page.evaluate(brokenMails)) as string[];
    if (wide.length + broken.length > 0) found[place] = [...wide, ...broken];
  };
  for (const locale of locales) {
    const page = await openPage({ viewport: NARROW, locale });
    await page.context().addCookies([{ name: "session", value: ada.cookie("session")!, url: publicUrl }]);
    const paths = ["/", "/forms", ...UNLINKED, ...starts];
    const seen = new Set<string>();
    for (const path of paths) {
      const kind = path.replace(ALIKE, "/$1");
      if (seen.has(kind) || /^\/(files|assets|oauth\/callback)\//.test(path)) continue;
      seen.add(kind);
      await page.goto(publicUrl + path);
      if (path.endsWith("/edit")) await page.waitForSelector(".ed-head");
      await look(page, `${locale} ${path}`);
      paths.push(...((await page.evaluate(links)) as string[]));
    }
    expect(seen.size).toBeGreaterThan(20);
  }
  expect(found).toEqual({});
}, 300_000);
