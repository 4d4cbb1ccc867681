import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { everyField, summerSchool } from "../../test/support/sample-forms.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";
import { shownStructure } from "./public-form/one-question.ts";

const legal = {
  imprint_url: "https://example.org/imprint",
  privacy_url: "https://example.org/privacy?a=1&b=2",
};
const oneByOne: FormStructure = {
  ...summerSchool,
  settings: { display: "one_question", ...legal },
  theme: { color: "#7c3aed", font: "sans" },
};

type PublicForms = Awaited<ReturnType<typeof publicForms>>;

describe("one question at a time", () => {
  test("gives every question a page, with the statements above it, and changes nothing else", () => {
    const shown = shownStructure({ ...everyField, settings: { display: "one_question" } });
    expect(shown.pages.flatMap(({ fields }) => fields)).toEqual(
      everyField.pages.flatMap(({ fields }) => fields),
    );
    expect(
      shown.pages.map(({ fields }) => fields.map(({ id }) => id)).filter((ids) => ids.length > 1),
    ).toEqual([
      ["intro", "name"],
      ["more", "date"],
    ]);
    expect(new Set(shown.pages.map(({ id }) => id)).size).toBe(shown.pages.length);
    expect(shownStructure(everyField)).toBe(everyField);
  });

  test("works without scripts: question by question, back, a mistake, a condition, and sending", async () => {
    const forms = await publicForms();
    const first = await visit(`${await forms.publish(oneByOne)}?steps=1`);
    expect(first.html).not.toContain("q-child");
    expect((await sendForm(first, { go: "next" })).html).toContain("q-first_name");
    const second = await sendForm(first, { "a.first_name": "Ada", go: "next" });
    expect(second.html).toContain("Step 2 of 4");
    const back = await sendForm(second, { go: "back" });
    expect(back.html).toContain('value="Ada"');
    const parent = await sendForm(second, { "a.child": "yes", go: "next" });
    expect(parent.html).toContain("q-parent_name");
    const course = await sendForm(second, { "a.child": "no", go: "next" });
    expect(course.html).toContain("q-course");
    const letter = await sendForm(course, { "a.course": "c0", go: "next" });
    expect(letter.html).toContain("q-letter");
    forms.later(10_000);
    const sent = await sendForm(letter, { address: "ada@example.org", go: "send" });
    expect(sent.url).toContain("/sent/");
    const [response] = await forms.responses();
    expect(JSON.parse(response!.answers)).toMatchObject({ first_name: "Ada", child: false, course: "c0" });
  });
});

describe("in a browser", () => {
  test.for([
    { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
    { viewport: { width: 1_600, height: 1_000 }, colorScheme: "light" },
  ] as const)("by keyboard alone, $viewport.width wide, in the $colorScheme", async (window) => {
    const forms = await publicForms();
    const page = await openPage({ ...window, locale: "en" });
    await page.goto(await forms.publish(oneByOne));
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-first_name", "Ada");
    await page.keyboard.press("Enter");
    await page.locator("#f-child:focus").waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("b");
    await page.locator("#f-course:focus").waitFor();
    expect(await page.locator(".progress span").textContent()).toBe("Step 3 of 5");
    expect(await page.title()).toBe("Step 3 of 5 – Register for the summer school");
    await page.keyboard.press("Enter");
    // The message of a question that is shown alone appears once, at its input.
    await page.locator("#e-course:visible").waitFor();
    expect(await page.locator("#summary").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.id")).toBe("f-course");
    await page.keyboard.press("c");
    await page.locator("#f-letter").waitFor();
    expect(await page.locator("#summary").count()).toBe(0);
    expect(await page.locator("h2:visible").textContent()).toBe("Your course");
    expect(await barriers(page)).toEqual([]);
    await page.goBack();
    await page.locator("#f-course-2:checked:visible").waitFor();
  });

  test("a tap on a choice goes on, arrow keys do not; a condition adds its question without loading a page", async () => {
    const forms = await publicForms();
    const page = await openPage({ viewport: PHONE, hasTouch: true, locale: "en" });
    await page.goto(await forms.publish(oneByOne));
    const loads: string[] = [];
    page.on("request", (request) => loads.push(request.url()));
    await page.fill("#f-first_name", "Ada");
    await page.click(".actions .main");
    await page.tap("#q-child .card >> nth=0");
    await page.locator("#q-parent_name:visible").waitFor();
    await page.click(".actions .back");
    await page.locator("#f-child").focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(300);
    await page.locator("#f-child-1:checked:visible").waitFor();
    await page.click(".actions .main");
    await page.locator("#q-course:visible").waitFor();
    // A request to /progress says how far the answers have come. The one script of the form was loaded before.
    expect(loads.filter((url) => !url.endsWith("/progress"))).toEqual([]);
    await page.reload();
    expect(await page.inputValue("#f-first_name")).toBe("Ada");
  });

  test("shows the next question within 50 ms", async () => {
    const forms = await publicForms();
    const page = await openPage({ locale: "en" });
    const fields = Array.from({ length: 100 }, (_, n) => {
      return { id: `q${n}`, type: "short_text", label: { en: `Question ${n}` } } as const;
    });
    const pages: FormStructure["pages"] = [{ id: "p", fields: [fields[0]!, ...fields.slice(1)] }];
    await page.goto(await forms.publish({ ...oneByOne, languages: ["en"], pages }));
    const times = await page.evaluate(() => {
      const main = document.querySelector<HTMLElement>(".actions .main");
      return Array.from({ length: 50 }, () => {
        const start = performance.now();
        main?.click();
        document.body.getBoundingClientRect();
        return performance.now() - start;
      }).sort((a, b) => a - b);
    });
    expect(await page.locator(".step:visible .label").textContent()).toContain("Question 50");
    expect(times[25]).toBeLessThan(50);
  });

  test("an offline form says that it keeps the answers, and sends them once it is online", async () => {
    const forms = await publicForms();
    const page = await openPage({ locale: "en" });
    await page.goto(await forms.publish(oneByOne));
    forms.later(10_000);
    await page.fill("#f-first_name", "Ada");
    await page.keyboard.press("Enter");
    await page.locator("#f-child:focus").waitFor();
    await page.keyboard.press("b");
    await page.locator("#f-course:focus").waitFor();
    await page.keyboard.press("a");
    await page.locator("#f-letter:visible").waitFor();
    await page.click(".actions .main");
    await page.locator("#f-address:visible").fill("ada@example.org");
    await page.context().setOffline(true);
    await page.click(".actions .main");
    await page.getByText("Your answers are kept in this browser").waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.waitForURL("**/sent/**");
    const responses = await forms.responses();
    expect(responses.map(({ answers }) => JSON.parse(answers))).toMatchObject([
      { first_name: "Ada", child: false, course: "c0" },
    ]);
  });

  test("a refusal by the server takes one request and leads back to its question", async () => {
    const forms = await publicForms();
    const url = await forms.publish(signedWorkshop("one_question"));
    const page = await openPage({ viewport: PHONE, locale: "en" });
    const posts = countPosts(page);
    await page.goto(url);
    // A choice goes on without a button.
    await page.check("#q-place [value=last]");
    await page.locator("#q-signed:visible").waitFor();
    await sign(page);
    await page.click(".actions .main");
    await page.fill("#f-address", "ada@example.org");
    await page.click(".actions .main");
    await page.locator("main > .notice").waitFor();
    expect(await page.locator("#f-address").isVisible()).toBe(true);
    expect(posts).toHaveLength(1);
    forms.later(10_000);
    await takeLastPlace(forms, url);
    await page.click(".actions .main");
    await page.locator("#e-place:visible").waitFor();
    expect(await page.locator(".step:visible").count()).toBe(1);
    expect(posts).toHaveLength(2);
    await page.check("#q-place [value=other]");
    await page.locator("#q-signed .file-row:visible").waitFor();
    await page.click(".actions .main");
    await page.locator("#f-address:visible").waitFor();
    await page.click(".actions .main");
    await page.waitForURL("**/sent/**");
    expect(await forms.storage.db.selectFrom("files").select("id").execute()).toHaveLength(2);
    expect(posts).toHaveLength(3);
  });

  test("a mistake that only the server sees leads back to its question", async () => {
    const forms = await publicForms();
    const page = await openPage({ locale: "en" });
    const name = {
      id: "name",
      type: "short_text",
      label: { en: "Code" },
      validation: { pattern: "(?i:[A-Z]{3})" },
    } as const;
    const pages: FormStructure["pages"] = [
      { id: "p", fields: [{ id: "first", type: "short_text", label: { en: "First" } }, name] },
    ];
    await page.goto(await forms.publish({ ...oneByOne, languages: ["en"], pages }));
    forms.later(10_000);
    await page.click(".actions .main");
    await page.fill("#f-name", "ab");
    await page.keyboard.press("Enter");
    await page.fill("#f-address", "ada@example.org");
    await page.keyboard.press("Enter");
    await page.locator(".message:visible").waitFor();
    expect(await page.locator(".step:visible .label").textContent()).toContain("Code");
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-name", "ABC");
    await page.keyboard.press("Enter");
    await page.locator("#f-address:visible").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/sent/**");
  });

  test("without scripts each question is a page in a browser, too, with prefilled answers", async () => {
    const forms = await publicForms();
    const page = await openPage({ javaScriptEnabled: false, locale: "en" });
    await page.goto(`${await forms.publish(oneByOne)}?source=a%26b`);
    await page.waitForURL("**?source=a%26b&steps=1");
    expect(await page.locator(".field").count()).toBe(1);
    expect(await page.inputValue("[name='h.source']")).toBe("a&b");
    await page.fill("#f-first_name", "Ada");
    await page.click(".actions .main");
    expect(await page.locator(".progress span").textContent()).toBe("Step 2 of 4");
  });
});

describe("page by page", () => {
  test("a refusal is one request, its page is shown, and a signature is stored once", async () => {
    const forms = await publicForms();
    const url = await forms.publish(signedWorkshop("pages"));
    const page = await openPage({ viewport: PHONE, locale: "en" });
    const posts = countPosts(page);
    await page.goto(url);
    await page.check("#q-place [value=last]");
    await page.click(".actions .main");
    await page.locator("#q-signed").waitFor();
    await sign(page);
    await page.fill("#f-address", "ada@example.org");
    forms.later(10_000);
    await takeLastPlace(forms, url);
    await page.click(".actions .main");
    await page.locator("#e-place:visible").waitFor();
    await page.check("#q-place [value=other]");
    await page.click(".actions .main");
    await page.locator("#q-signed .file-row").waitFor();
    await page.click(".actions .main");
    await page.waitForURL("**/sent/**");
    expect(await forms.storage.db.selectFrom("files").select("id").execute()).toHaveLength(2);
    expect(posts).toHaveLength(4);
  });

  test.for(["Next", "Back", "Deutsch"])(
    "without a connection, %s stays, says so, and goes on later",
    async (button) => {
      const forms = await publicForms();
      const page = await openPage({ locale: "en" });
      const posts = countPosts(page);
      await page.goto(await forms.publish(summerSchool));
      await page.fill("#f-first_name", "Ada");
      await page.check("[name='a.child'][value=yes]");
      await page.click(".actions .main");
      await page.fill("#f-parent_name", "Anne");
      if (button === "Deutsch") await page.click(".languages summary");
      await page.context().setOffline(true);
      await page.getByRole("button", { name: button }).click();
      await page.getByText("Your answers are kept in this browser").waitFor();
      expect(await barriers(page)).toEqual([]);
      expect(await page.inputValue("#f-parent_name")).toBe("Anne");
      // Another attempt replaces the first one, so the page is sent once.
      await page.getByRole("button", { name: button }).click();
      expect(posts).toHaveLength(1);
      await page.context().setOffline(false);
      await page
        .locator({ Next: "#q-course", Back: "#q-first_name", Deutsch: "text=Deine Eltern" }[button]!)
        .waitFor();
      expect(posts).toHaveLength(2);
      await page.goBack();
      expect(await page.inputValue("#f-parent_name")).toBe("Anne");
    },
  );
});

/** A form whose first question has a choice with one place, and whose second question is a signature. */
function signedWorkshop(display: "one_question" | "pages"): FormStructure {
  const label = (en: string) => ({ en });
  return {
    title: label("Workshop"),
    default_language: "en",
    languages: ["en"],
    settings: { display },
    pages: [
      {
        id: "a",
        fields: [
          {
            id: "place",
            type: "single_choice",
            label: label("Place"),
            required: true,
            choices: [
              { id: "last", label: label("The last one"), capacity: 1 },
              { id: "other", label: label("Another one") },
            ],
          },
        ],
      },
      {
        id: "b",
        fields: [{ id: "signed", type: "signature", label: label("Signature"), required: true }],
      },
    ],
  };
}

/** Answers the same form without scripts, signs it and takes the place. */
async function takeLastPlace(forms: PublicForms, url: string): Promise<void> {
  const first = await visit(`${url}?steps=1`);
  const second = await sendForm(first, { "a.place": "last", go: "next" });
  const picture = new File([Buffer.from(PIXEL, "base64")], "signature.png", { type: "image/png" });
  forms.later(10_000);
  const sent = await sendForm(second, { "a.signed": picture, address: "bob@example.org", go: "send" });
  expect(sent.url).toContain("/sent/");
}

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function sign(page: Page): Promise<void> {
  const pad = (await page.locator("#q-signed canvas").boundingBox())!;
  await page.mouse.move(pad.x + 20, pad.y + 20);
  await page.mouse.down();
  await page.mouse.move(pad.x + 90, pad.y + 60, { steps: 3 });
  await page.mouse.up();
}

/** The pages of forms that the browser sends. */
/** Lists the forms that are posted, without the reports of how far a visit came. */
function countPosts(page: Page): string[] {
  const posts: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && !pathname.endsWith("/progress")) posts.push(request.url());
  });
  return posts;
}

describe("links and metadata of pages", () => {
  test("shows links to imprint and privacy below each page, including the last one", async () => {
    const forms = await publicForms();
    const page = await visit(`${await forms.publish(oneByOne)}?steps=1`);
    expect(page.html).toContain('<a href="https://example.org/imprint" target="_blank" rel="noopener">');
    expect(page.html).toContain("https://example.org/privacy?a=1&amp;b=2");
    const closed = await visit(await forms.publish(oneByOne, { status: "archived" }));
    expect(closed.html).toContain("https://example.org/imprint");
  });

  test("a link preview has the title, description and address in the language of the page", async () => {
    const forms = await publicForms();
    const url = await forms.publish(oneByOne);
    const { html } = await visit(`${url}?lang=de`);
    expect(html).toContain('<meta property="og:title" content="Anmeldung zur Sommerschule">');
    expect(html).toContain('<meta property="og:description" content="Fünf Tage im Juli.">');
    expect(html).toContain(`<meta property="og:url" content="${url}">`);
  });

  test("a form with a password hides its theme, links and preview, too", async () => {
    const forms = await publicForms();
    const url = await forms.publish(oneByOne, { password: "open sesame" });
    const locked = await visit(url);
    expect(locked.html).not.toMatch(/og:|theme|imprint|class="one"/);
    const opened = await sendForm(locked, { password: "open sesame" });
    expect(opened.html).toMatch(/theme.*imprint/s);
    expect(opened.html).not.toContain("og:");
  });

  test("marks a text without a translation with its language", async () => {
    const forms = await publicForms();
    const form: FormStructure = { ...everyField, languages: ["en", "de"] };
    const { html } = await visit(`${await forms.publish(form)}?lang=de`);
    for (const marked of [
      '<h1><span lang="en">Everything that can be asked</span></h1>',
      '<p class="lead" lang="en">Take your time.</p>',
      '<p lang="en">As in your passport.</p>',
      '<option value="c0" lang="en">Austria</option>',
      '<span class="unit"><span lang="en">kg</span></span>',
      '<h2 lang="en">Dates</h2>',
    ])
      expect(html).toContain(marked);
    const words = html
      .replace(/<script.*?<\/script>/gs, "")
      .match(/>[^<>]*(?:How would|By courier|Which days)[^<>]*</g);
    expect(words).toHaveLength(3);
    for (const word of words!) expect(html).toContain(`<span lang="en"${word}/span>`);
  });
});
