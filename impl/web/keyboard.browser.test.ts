import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { comeNear, DESKTOP, openPage } from "../test/support/browser.ts";
import { publicForms } from "../test/support/public-forms.ts";
import { everyField, summerSchool } from "../test/support/sample-forms.ts";

/** The width of the outline of what has the focus, in pixels. */
const OUTLINE = 3;

interface Stop {
  /** Id of the question that has the focus, or the text of the focused element. */
  readonly at: string;
  readonly isVisible: boolean;
  readonly hasOutline: boolean;
}

/** A script that returns the focused element, and whether the focus is visible. */
const STOP = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const question = focused.closest("[data-field]");
  const marked = [focused, ...document.querySelectorAll(":has(:focus)")].filter((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  });
  const box = (marked[0] ?? focused).getBoundingClientRect();
  return {
    at: question?.dataset.field ?? focused.textContent.trim(),
    isVisible: box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight,
    hasOutline: marked.length > 0,
  };
})()`;

async function tab(page: Page, key = "Tab"): Promise<Stop | null> {
  await page.keyboard.press(key);
  return (await page.evaluate(STOP)) as Stop | null;
}

/** Presses the Tab key until the element has the focus. */
async function tabTo(page: Page, at: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 40; presses++) if ((await tab(page, key))?.at === at) return;
  throw new Error(`The Tab key does not lead to ${at} on ${page.url()}`);
}

test("the Tab key reaches every question in order, with a visible focus", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP });
  await page.goto(await forms.publish(everyField));
  await comeNear(page, "#q-rank .rank", "#q-file .drop", "#q-sign .pad");
  await page.evaluate(() => scrollTo(0, 0));
  const stops: Stop[] = [];
  for (let stop = await tab(page); stop !== null && stops.length < 100; stop = await tab(page))
    stops.push(stop);
  const questions = everyField.pages[0]!.fields.filter(
    ({ type }) => type !== "statement" && type !== "section",
  );
  expect([...new Set(stops.map(({ at }) => at))]).toEqual([
    ...questions.map(({ id }) => id),
    "address",
    "Send",
    "Continue on another device",
  ]);
  expect(stops.filter(({ isVisible, hasOutline }) => !isVisible || !hasOutline)).toEqual([]);
});

test("fills in, corrects, sends and confirms a form with the keyboard alone", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  const { keyboard } = page;
  const letter = { name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
  // The listener comes first, because the browser must know that the test handles file choosers.
  const chosen = new Promise<void>((resolve, reject) =>
    page.once("filechooser", (chooser) => chooser.setFiles(letter).then(resolve, reject)),
  );
  await page.goto(await forms.publish(summerSchool));
  await tabTo(page, "Language: English");
  await keyboard.press("Enter");
  await tabTo(page, "Deutsch");
  await keyboard.press("Escape");
  expect(await page.evaluate("document.activeElement.tagName")).toBe("SUMMARY");
  await tabTo(page, "first_name");
  await keyboard.press("Enter");
  // The focus is on the list of problems, which leads to the question.
  expect(await page.evaluate("document.activeElement.id")).toBe("summary");
  await tabTo(page, "Are you under 18?");
  await keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.name")).toBe("a.child");
  await keyboard.press("ArrowRight");
  expect(await page.locator("#q-child .message").isVisible()).toBe(false);
  await keyboard.press("Shift+Tab");
  await keyboard.type("Ada");
  await keyboard.press("Enter");
  await page.waitForSelector("#q-course");
  // The script replaces the browser's control.
  await page.waitForSelector(".drop");
  await tabTo(page, "course");
  await keyboard.press("Space");
  await keyboard.press("ArrowDown");
  await tabTo(page, "letter");
  await keyboard.press("Enter");
  await chosen;
  await page.locator(".file-remove").waitFor();
  await tabTo(page, "address");
  await keyboard.type("ada@example.org");
  forms.later(5_000);
  await tabTo(page, "Send");
  await keyboard.press("Enter");
  await page.waitForURL("**/sent/**");
  await tabTo(page, "");
  await keyboard.type((await forms.mail()).code);
  await keyboard.press("Enter");
  await page.waitForURL("**/done/**");
  const [response] = await forms.responses();
  expect(JSON.parse(response!.answers)).toMatchObject({ first_name: "Ada", child: false, course: "c1" });
  expect(response!.status).toBe("verified");
});

/** A form that shows one question at a time, with signatures and files. */
const signed: FormStructure = {
  title: { en: "Consent" },
  default_language: "en",
  languages: ["en"],
  settings: { display: "one_question" },
  pages: [
    {
      id: "p",
      fields: [
        { id: "note", type: "statement", label: { en: "Please read this" } },
        { id: "first_name", type: "short_text", label: { en: "First name" }, required: true },
        { id: "signed", type: "signature", label: { en: "Signature" }, required: true },
        { id: "parent", type: "signature", label: { en: "Signature of a parent" } },
        { id: "letters", type: "file_upload", label: { en: "Letters" }, validation: { max_files: 2 } },
        { id: "photo", type: "file_upload", label: { en: "Photo" }, validation: { max_files: 1 } },
        { id: "email", type: "email", label: { en: "Email" }, required: true },
      ],
    },
  ],
};

/** The label of the shown question, and what has the focus in it. */
const SHOWN = `[document.querySelector(".step:not([hidden]) [data-field]").dataset.field, (() => {
  const focused = document.activeElement;
  if (focused.matches(".step")) return "question";
  return focused.textContent.trim() || focused.ariaLabel || focused.type;
})()].join(": ")`;

test("with one question at a time, signs, uploads, goes back and sends with the keyboard alone", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  const { keyboard } = page;
  const letter = { name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
  page.on("filechooser", (chooser) => void chooser.setFiles(letter));
  const shows = (shown: string) => expect.poll(() => page.evaluate(SHOWN)).toBe(shown);
  const press = async (key: string, shown: string) => {
    await keyboard.press(key);
    await shows(shown);
  };
  await page.goto(await forms.publish(signed));
  await page.locator("form[data-stepped]").waitFor();
  await tabTo(page, "Next");
  await press("Enter", "first_name: text");
  await keyboard.type("Ada");
  await press("Enter", "signed: question");
  await page.locator("#q-signed .pad").waitFor();
  // Nobody has signed, so the question stays, and the focus is on the first way to sign.
  await press("Enter", "signed: Draw");
  expect(await page.locator("#q-signed .message").innerText()).toBe("Please sign.");
  await press("Tab", "signed: Type");
  await press("Enter", "signed: Your name");
  await keyboard.type("Ada Lovelace");
  await press("Enter", "parent: question");
  await page.locator("#q-parent .pad").waitFor();
  await press("Enter", "letters: file");
  await page.locator("#q-letters .drop").waitFor();
  await keyboard.press("Enter");
  await page.locator("#q-letters .file-remove").waitFor();
  await tabTo(page, "Back");
  await press("Enter", "parent: question");
  // The focus does not return to the button that removes the file, but to the one that adds another.
  await press("Enter", "letters: file");
  await tabTo(page, "Next");
  await press("Enter", "photo: file");
  await page.locator("#q-photo .drop").waitFor();
  await keyboard.press("Enter");
  await page.locator("#q-photo .file-remove :focus").waitFor();
  await press("Enter", "email: email");
  await tabTo(page, "Back", "Shift+Tab");
  await press("Enter", "photo: question");
  await press("Enter", "email: email");
  await keyboard.type("ada@example.org");
  forms.later(5_000);
  await keyboard.press("Enter");
  await page.waitForURL("**/sent/**");
  const files = await forms.storage.db
    .selectFrom("files")
    .select(["field_id", "name"])
    .orderBy("field_id")
    .execute();
  expect(files).toEqual([
    { field_id: "letters", name: "letter.pdf" },
    { field_id: "photo", name: "letter.pdf" },
    { field_id: "signed", name: "signature.png" },
  ]);
});

test("the file that fills its question takes over the focus, and gives it back when it is removed", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  const pages = [{ id: "p", fields: everyField.pages[0]!.fields.filter(({ id }) => id === "file") }];
  const arrived = Promise.withResolvers<void>();
  // The address ends with the language of the page.
  await page.route("**/files?*", async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto(await forms.publish({ ...everyField, pages }));
  await comeNear(page, "#q-file .drop");
  const focused = () => page.evaluate("document.activeElement.closest('.file-row, .drop')?.className");
  await page.focus("#f-file");
  const letter = { name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
  await page.setInputFiles("#f-file", letter);
  // While the file is uploaded, its button can already remove it.
  await page.locator(".file-drop:focus").waitFor();
  expect(await page.locator(".file-row progress").count()).toBe(1);
  arrived.resolve();
  await page.locator(".file-remove :focus").waitFor();
  expect(await focused()).toBe("file-row");
  // The outline is outside of the box, and the size of the file is to the left of it.
  const space = await page.evaluate(
    "document.querySelector('.file-remove').getBoundingClientRect().left - document.querySelector('.file-size').getBoundingClientRect().right",
  );
  expect(space).toBeGreaterThanOrEqual(OUTLINE + 4);
  await page.keyboard.press("Space");
  expect(await focused()).toBe("drop");
});

test.for([
  ["reduce", false],
  ["no-preference", true],
] as const)("with motion set to %s, things move: %s", async ([reducedMotion, moves]) => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP, reducedMotion });
  await page.goto(await forms.publish(everyField));
  const durations = await page.evaluate(
    `[...document.querySelectorAll("*")].map((part) => getComputedStyle(part)).flatMap((style) => [style.transitionDuration, style.animationDuration]).filter((text) => parseFloat(text) > 0)`,
  );
  expect((durations as string[]).length > 0).toBe(moves);
});

test("on-screen keyboards and autofill match the type of the field", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP });
  const fields = everyField.pages[0]!.fields.map((field) =>
    field.id === "name" ? { ...field, id: "first_name" } : field,
  );
  await page.goto(await forms.publish({ ...everyField, pages: [{ id: "p", fields }] }));
  const seen = await page.evaluate(
    `Object.fromEntries([...document.querySelectorAll("#form .input[id]")].map((input) => [input.id.slice(2), [input.type, input.inputMode, input.autocomplete].join(" ").trim()]))`,
  );
  expect(seen).toMatchObject({
    first_name: "text  given-name",
    mail: "email email email",
    phone: "tel tel tel",
    url: "text url url",
    num: "text decimal off",
    date: "date",
    dt: "datetime-local",
    address: "email  email",
  });
});
