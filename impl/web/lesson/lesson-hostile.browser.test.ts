/** Hostile texts of prompts, writers and learners on the pages of lessons. */
import { expect, test } from "vitest";
import type { Lesson, LessonTexts } from "../../lessons/content/lesson.ts";
import type { LessonWriter } from "../../lessons/writer.ts";
import { DESKTOP, openPage } from "../../test/support/browser.ts";
import { learner } from "../../test/support/learner.ts";
import { publicLessons } from "../../test/support/public-lessons.ts";
import { waterLesson } from "../../test/support/water-lesson.ts";

const payloads = [
  `"><script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)' x='`,
  `</textarea><svg onload=alert(1)>`,
  `</title><style>@import "//evil.example"</style>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<meta http-equiv=refresh content="0;url=//evil.example">`,
  `{{title}} \${alert(1)} &lt;b&gt; &#x3C;script&#x3E;`,
  `\u202e<script\u0000>alert(1)</script>`,
];
const EVIL = payloads.join(" ");

/** A lesson with an attack in every text, each with a different number. */
function hostileLesson(): { readonly lesson: Lesson; readonly marks: readonly string[] } {
  const marks: string[] = [];
  const evil = (texts: LessonTexts): LessonTexts => {
    const mark = `[${marks.length}]`;
    marks.push(mark);
    return Object.fromEntries(Object.keys(texts).map((language) => [language, EVIL + mark]));
  };
  const isTexts = (value: object) => Object.keys(value).every((key) => key === "en" || key === "de");
  const spoil = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => spoil(each, key));
    if (typeof value !== "object" || value === null) return value;
    // Keys are compared and never shown.
    if (key === "keywords") return { en: ["x"], de: ["x"] };
    if (key === "accepted") return { en: [EVIL] };
    if (isTexts(value))
      return key === "unit" || key === "question"
        ? gapped(evil(value as LessonTexts))
        : evil(value as LessonTexts);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoil(each, name)]));
  };
  const gapped = (texts: LessonTexts) =>
    Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, `${text} ___ ${EVIL}`]));
  const lesson = spoil(waterLesson, "") as Lesson;
  return { lesson, marks };
}

const review: LessonWriter["review"] = async ({ task, answer }) => ({
  points: task.rubric.points.map(({ id }) => ({ id, isMet: true })),
  feedback: EVIL + answer,
  method: EVIL,
});

/** Tags and attributes that only a text can have inserted. */
const LIVE =
  /<script(?! type="module" src="\/assets\/)|<img(?! src="\/lessons\/)|<[^>"']*\son\w+=|<style|style="|javascript:alert\(1\)"|<a href="(?!\/|http:\/\/127)|<meta http-equiv=refresh/;

const right = [
  ["cooling", { answer: "cool" }],
  ["hill", { answer: ["seeps", "runs"] }],
  ["lapse", { answer: "6.5" }],
  ["depth", { answer: EVIL }],
  ["way", { "place.k": "1", "place.a": "2", "place.x": "3", "place.c": "4" }],
  ["drought", { answer: EVIL }],
] as const;

test("shows every text, as text", async () => {
  const { lesson, marks } = hostileLesson();
  const lessons = await publicLessons({}, review, { en: EVIL });
  const { url, manage } = await lessons.publish(lesson, { illustrations: 1 });
  const ada = learner();
  let page = await ada.open(`${url}?lang=${encodeURIComponent(EVIL)}&x=${encodeURIComponent(EVIL)}`);
  for (const [task, entries] of [
    ["lapse", { answer: EVIL }],
    ["way", { "place.k": EVIL }],
    ["cooling", { answer: EVIL, [EVIL]: EVIL }],
    ["depth", { answer: `wrong ${EVIL}` }],
    ...right,
  ] as const)
    page = await ada.answer(
      page.html.includes(`value="${task}"`) ? page : await ada.open(url),
      task,
      entries as Record<string, string>,
    );
  await ada.open(manage);
  await ada.open(`${manage}&lang=${encodeURIComponent(EVIL)}`);
  for (const text of ada.received.filter((each) => each.startsWith("<!doctype"))) {
    const live = LIVE.exec(text.replace(/<noscript>.*?<\/noscript>/, ""));
    expect(live && text.slice(live.index, live.index + 200)).toBeNull();
  }
  const all = ada.received.join();
  expect(marks.filter((mark) => !all.includes(mark))).toEqual([]);
});

test("no attack runs in a browser", async () => {
  const lessons = await publicLessons({}, review, { en: EVIL });
  const { url, manage } = await lessons.publish(hostileLesson().lesson, { illustrations: 1 });
  const page = await openPage({ viewport: DESKTOP });
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(url);
  await page.fill("#task-depth input[name=answer]", `wrong ${EVIL}`.slice(0, 200));
  await page.click("#task-depth .main");
  await page.locator("#task-depth .feedback").waitFor();
  await page.fill("#task-drought textarea", EVIL);
  await page.click("#task-drought .main");
  await page.locator("#task-drought .feedback").waitFor();
  await page.locator("#task-way li").first().click();
  await page.goto(manage);
  await page.locator(".shares").waitFor();
  expect(page.url()).toBe(manage);
  expect(dialogs).toEqual([]);
  expect(await page.locator("main script, main style, main meta").count()).toBe(0);
});
