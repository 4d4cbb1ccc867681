import fc from "fast-check";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { evaluate } from "../../forms/answers/calculation.ts";
import { compiledCalculations } from "../../forms/answers/expression-trees.ts";
import { openCalculations } from "../../forms/answers/open-calculations.ts";
import { mentionWarnings } from "../../forms/structure/warnings/mentions.ts";
import { DESKTOP, openPage } from "../../test/support/browser.ts";
import { everyFieldForm, field } from "../../test/support/every-field-form.ts";
import { orderForm } from "../../test/support/order-form.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";

const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ ([.?!,])/g, "$1");

test("without scripts, texts show answers and results on each page and at the end", async () => {
  const forms = await publicForms();
  const first = await visit(
    `${await forms.publish(orderForm)}?lang=de&shop=${encodeURIComponent("<b>Mitte</b>")}`,
  );
  forms.later(5_000);
  const second = await sendForm(first, { "a.name": "Ada <3 {{total}}", "a.cakes": "2", go: "next" });
  expect(words(second.html)).toContain("Was noch, Ada &lt;3 {{total}}?");
  expect(words(second.html)).toContain(
    "Summe: 24,70 € mit …. From &lt;b&gt;Mitte&lt;/b&gt;, and {{nothing}} else.",
  );
  const answers = { "a.extras": ["cream", "fruit"], "a.gift": "yes" };
  const updated = await sendForm(second, { ...answers, go: "update" });
  expect(words(updated.html)).toContain("Summe: 28,35 € mit Sahne und Obst.");
  const sent = await sendForm(updated, { ...answers, address: "ada@example.org", go: "send" });
  const done = await sendForm(sent, { code: (await forms.mail()).code });
  expect(words(done.html)).toContain("28,35 €, Ada &lt;3 {{total}} Mit Sahne und Obst.");
});

test("in a browser, texts follow every answer, and match the server's texts", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP, locale: "de" });
  await page.goto(await forms.publish(orderForm));
  await page.fill("#f-name", "Ada");
  await page.fill("#f-cakes", "1,5");
  await page.click("#form .actions .main");
  const sum = page.locator(".statement .lead");
  // The script of the page may still load when an answer is given.
  const sumBecomes = (text: string) => expect.poll(() => sum.textContent()).toBe(text);
  await sumBecomes("Summe: 18,53 € mit ….");
  await page.check("[value=cream]");
  await sumBecomes("Summe: 19,63 € mit Sahne.");
  await page.check("[value=fruit]");
  await page.check("[name='a.gift'][value=yes]");
  await sumBecomes("Summe: 22,18 € mit Sahne und Obst.");
  expect(await page.textContent("[for=f-card]")).toContain("for Sahne und Obst say");
  // Answers of the first page are replaced by numbers, so the page reveals no prices.
  expect(await page.getAttribute("#form", "data-live")).not.toMatch(/cakes|12\.35/);
  await page.click("#form .quiet");
  await page.waitForSelector("#f-name");
  await page.click("#form .actions .main");
  await sumBecomes("Summe: 22,18 € mit Sahne und Obst.");
});

test("in a browser, a text mentions a choice without the places that are left", async () => {
  const forms = await publicForms();
  const choices = ["Mon", "Tue"].map((name) => ({
    id: name.toLowerCase(),
    label: { en: name },
    capacity: 3,
  }));
  const slots = {
    ...orderForm,
    languages: ["en"],
    pages: [
      {
        id: "when",
        fields: [
          { id: "day", type: "single_choice", label: { en: "Day" }, choices },
          { id: "menu", type: "dropdown", label: { en: "Or" }, choices },
          { id: "note", type: "statement", label: { en: "You come on {{day}} or {{menu}}." } },
        ],
      },
    ],
  } as FormStructure;
  const page = await openPage({ viewport: DESKTOP });
  await page.goto(await forms.publish(slots));
  expect(await page.textContent(".card")).toBe("Mon3 left");
  expect(await page.locator("option").nth(1).getAttribute("label")).toBe("Mon (3 left)");
  await page.check("[value=mon]");
  await page.selectOption("#f-menu", "tue");
  await page.getByText("You come on Mon or Tue.").waitFor();
});

test("server and browser write amounts with two digits", async () => {
  const forms = await publicForms();
  const amounts = structuredClone(orderForm);
  amounts.pages = [
    {
      id: "what",
      fields: [
        { id: "gift", type: "number", label: { en: "Gift" }, unit: { en: "€" } },
        { id: "sum", type: "statement", label: { en: "Gift {{gift}}, total {{total}} €" } },
      ],
    },
  ];
  amounts.calculations = [{ id: "total", formula: "gift * 2.5" }];
  amounts.endings = [{ id: "end", title: { en: "Gift {{gift}}, total {{total}} €" } }];
  const url = await forms.publish(amounts);
  const page = await openPage({ viewport: DESKTOP, locale: "de" });
  await page.goto(url);
  for (const [gift, text] of [
    ["15", "Gift 15,00, total 37,50 €"],
    ["0.125", "Gift 0,125, total 0,31 €"],
  ] as const) {
    await page.fill("#f-gift", gift);
    await expect.poll(() => page.locator(".statement").textContent()).toBe(text);
  }
  const first = await visit(url);
  forms.later(5_000);
  const sent = await sendForm(first, { "a.gift": "15", address: "ada@example.org", go: "send" });
  const done = await sendForm(sent, { code: (await forms.mail()).code });
  expect(words(done.html)).toContain("Gift 15.00, total 37.50 €");
});

test("warns about mentions that show nothing", () => {
  const form = everyFieldForm();
  field(form, "bio").label = { en: "{{name}}, {{source}} and {{score}} are fine, {{age}} comes later" };
  field(form, "thanks").label = { en: "{{sesions}} {{sessions}} {not this}", de: "{{Nor}} {{ this }}" };
  expect(mentionWarnings(form)).toEqual([
    expect.objectContaining({
      path: "/pages/0/fields/5/label",
      message: expect.stringMatching(/^{{age}} is answered only after/),
    }),
    expect.objectContaining({
      path: "/pages/1/fields/14/label",
      message: expect.stringMatching(/^{{sesions}} stays/),
    }),
    expect.objectContaining({
      path: "/pages/1/fields/14/label",
      message: expect.stringMatching(/^{{sessions}} stays.*matrix/),
    }),
  ]);
});

const ids = ["a", "b", "c"];
const formulas = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: -9, max: 9 }).map(String),
    fc.constantFrom(...ids, "x"),
    fc.constantFrom(...ids).map((id) => `if(answered(${id}), ${id}, 3)`),
    fc
      .tuple(tie("formula"), fc.constantFrom("+", "-", "*", "/"), tie("formula"))
      .map((parts) => `(${parts.join(" ")})`),
    fc
      .tuple(fc.constantFrom("min", "max"), tie("formula"), tie("formula"))
      .map(([name, ...parts]) => `${name}(${parts})`),
    tie("formula").map((formula) => `round(${formula}, 1)`),
    fc
      .tuple(fc.constantFrom(...ids), tie("formula"), tie("formula"), tie("formula"))
      .map(([id, limit, yes, no]) => `if(${id} > 2 or ${limit} < ${id}, ${yes}, ${no})`),
  ),
})).formula;
const someAnswers = fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: -5, max: 5 }));

test("partial evaluation in the browser gives the same result as all answers, and reveals none of them", () => {
  fc.assert(
    fc.property(formulas, formulas, someAnswers, fc.subarray(ids), (first, second, answers, open) => {
      const structure = everyFieldForm();
      structure.calculations = [
        { id: "x", formula: first },
        { id: "y", formula: second },
      ];
      const calculations = compiledCalculations(structure);
      const all: Record<string, number> = { ...answers };
      const given = Object.fromEntries(Object.entries(answers).filter(([id]) => open.includes(id)));
      for (const { id, expression } of calculations) {
        const value = evaluate(expression, all);
        if (value !== undefined) all[id] = value;
      }
      const sent = openCalculations(calculations, all, new Set(["y"]), new Set(open));
      for (const { id, expression } of sent) {
        const value = evaluate(expression, given);
        if (value !== undefined) given[id] = value;
      }
      if (sent.some(({ id }) => id === "y")) expect(given.y).toBe(all.y);
      const closed = ids.filter((id) => !open.includes(id));
      for (const id of closed) expect(JSON.stringify(sent)).not.toContain(`"field":"${id}"`);
    }),
    { numRuns: 150 },
  );
});
