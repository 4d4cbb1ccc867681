/** Walks through the states of the pages in a browser. */
import type { Page } from "playwright-core";
import type { FormPage, Language } from "../../../generated/types.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { languageCodes, type TextKey, textsIn } from "../../texts/languages.ts";
import { barriers, comeNear, DESKTOP, openPage, PHONE, tooWide, WCAG } from "./browser.ts";
import { publicForms } from "./public-forms.ts";
import { publicLessons } from "./public-lessons.ts";
import { everyField } from "./sample-forms.ts";
import { states } from "./states/index.ts";
import { choose, ORDER, sort, wordReview, write } from "./states/learning.ts";
import { formsOf } from "./text-files.ts";
import { waterLesson } from "./water-lesson.ts";

const en = textsIn("en");

export interface Window {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
}

/** 320 pixels are 1,280 at 400 % (WCAG 1.4.10, reflow). */
const ZOOMED = { width: 320, height: 256 };

/** The result of opening a page in every state, in several windows. */
export interface Walk {
  /** Maps the name of a state and a window to its barriers. */
  readonly found: Readonly<Record<string, readonly string[]>>;
  /** Texts of the page that were shown. */
  readonly seen: ReadonlySet<TextKey>;
}

/** @param every of how many states one is searched for barriers, which takes longer than reaching it */
export async function walkStates(windows: readonly Window[], every = 1): Promise<Walk> {
  const forms = await publicForms();
  const lessons = await publicLessons({}, wordReview);
  const page = await openPage({ viewport: PHONE, hasTouch: true, locale: "en" });
  const found: Record<string, string[]> = {};
  const seen = new Set<TextKey>();
  for (const [index, [name, reach]] of states.entries()) {
    await page.setViewportSize(PHONE);
    await reach({ forms, lessons, page }).catch((error: Error) => {
      throw new Error(`Did not come to: ${name} (${page.url()})`, { cause: error });
    });
    const shown = await page.content();
    for (const key of pageTexts) if (looksOf(key).test(shown)) seen.add(key);
    Object.assign(found, await lookAt(page, name, windows, index % every === 0));
  }
  return { found, seen };
}

/** Returns the languages in which a page is too wide for a small phone, with a mistake in every field of every kind. */
export async function wideLanguages(languages: readonly Language[]) {
  const forms = await publicForms();
  const page = await openPage({ viewport: { width: 320, height: 640 } });
  const [{ id, fields }] = everyField.pages as [FormPage];
  const required = fields.map((field) => (takesAnswer(field) ? { ...field, required: true } : field));
  const pages = [{ id, fields: required }];
  const url = await forms.publish({ ...everyField, languages: languageCodes, pages });
  const found: Record<string, readonly string[]> = {};
  for (const language of languages) {
    await page.goto(`${url}?lang=${language}`);
    await comeNear(page, "#q-rank .rank", "#q-file .drop", "#q-sign .pad");
    await page.click("#form .actions .main");
    await page.waitForSelector("#summary");
    const wide = await tooWide(page);
    if (wide.length > 0) found[language] = wide;
  }
  return found;
}

/** Returns the languages and windows in which the pages of a lesson are too wide, for learners and for its owner. */
export async function wideLessons(languages: readonly Language[]) {
  const lessons = await publicLessons({}, wordReview);
  // The first one is the language that the lesson is written in.
  const lesson = { ...waterLesson, languages: [...new Set(["en" as const, ...languageCodes])] };
  const { url, manage } = await lessons.publish(lesson, { illustrations: 1 });
  const page = await openPage({ viewport: DESKTOP });
  const found: Record<string, readonly string[]> = {};
  const open = async (address: string) => {
    await page.goto(address);
    for (const width of [320, 360, 1_600]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await tooWide(page);
      if (wide.length > 0) found[`${address}, ${width}`] = wide;
    }
  };
  await open(`${url}?lang=en`);
  await choose(page, "hill", "runs");
  await write(page, "lapse", "x");
  await sort(page, "way", ...ORDER.toReversed());
  await write(page, "drought", "slow");
  for (const language of languages)
    for (const address of [`${url}?lang=${language}`, `${manage}&lang=${language}`]) await open(address);
  return found;
}

async function lookAt(page: Page, name: string, windows: readonly Window[], isSearched: boolean) {
  const found: Record<string, string[]> = {};
  // A mail is no page of ours: it has no landmarks.
  const rules = name === "the mail itself" ? WCAG : undefined;
  for (const { viewport, colorScheme } of windows) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const problems = isSearched ? await barriers(page, rules) : await tooWide(page);
    if (problems.length > 0) found[`${name}, ${viewport.width}, ${colorScheme}`] = problems;
  }
  await page.setViewportSize(ZOOMED);
  const wide = await tooWide(page);
  return wide.length > 0 ? { ...found, [`${name}, at 400 %`]: wide } : found;
}

/** All texts except those of the mail. */
export const pageTexts = (Object.keys(en) as TextKey[]).filter(
  (key) => key === "mail_failed" || !key.startsWith("mail_"),
);

/** Returns a pattern for a text in a page, with any values in its placeholders. */
export function looksOf(key: TextKey): RegExp {
  const patterns = formsOf(en[key]).map((form) =>
    form
      .replace(/^\{types\}/, "")
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(/\{\w+\}/g, "[^<]+?")
      .replaceAll("\u00a0", "(\u00a0|&nbsp;)"),
  );
  return new RegExp(patterns.join("|"));
}
