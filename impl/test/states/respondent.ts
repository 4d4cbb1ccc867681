/** A respondent who walks through the pages. */
import type { Page } from "playwright-core";
import type { FormStructure } from "../../../generated/types.ts";
import type { Publishing, publicForms } from "../public-forms.ts";

export interface World {
  readonly forms: Awaited<ReturnType<typeof publicForms>>;
  readonly page: Page;
}

/** One way that a page can look, and how somebody comes to it from the one before. */
export type State = readonly [name: string, reach: (world: World) => Promise<unknown>];

/** A form whose respondents are known by its one answer. */
export const letter: FormStructure = {
  title: { en: "Letter" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [{ id: "p", fields: [{ id: "email", type: "email", label: { en: "Email" }, required: true }] }],
};

export async function open(
  { forms, page }: World,
  structure: FormStructure,
  wish: Publishing = {},
  query = "",
) {
  await page.goto((await forms.publish(structure, wish)) + query);
}

export async function goOn(page: Page): Promise<void> {
  await page.click("#form .actions .main");
  await page.waitForLoadState();
}

/** To the page that asks for the code. */
export async function send(
  world: World,
  email: string,
  structure = letter,
  wish: Publishing = {},
): Promise<void> {
  await open(world, structure, wish);
  await world.page.fill("#f-email", email);
  world.forms.later(5_000);
  await goOn(world.page);
  await world.page.waitForURL("**/sent/**");
}

export async function enterCode({ page }: World, code: string): Promise<void> {
  await page.fill("#f-code", code);
  await Promise.all([page.waitForEvent("load"), page.click(".entry .main")]);
}

/** Sends what browsers would not: by a form of its own in the page, past all checks. */
export async function post(
  page: Page,
  entries: Readonly<Record<string, string>>,
  type = "multipart/form-data",
) {
  const ticket = await page.inputValue("[name=ticket]");
  const pairs = Object.entries({ ticket, page: "p", ...entries }).flatMap(([name, values]) =>
    values.split(",").map((value) => [name, value]),
  );
  await page.evaluate(
    `const form = Object.assign(document.createElement("form"), { method: "post", enctype: ${JSON.stringify(type)}, action: document.forms[0].action });
    for (const [name, value] of ${JSON.stringify(pairs)})
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    document.body.append(form); form.submit()`,
  );
  await page.waitForLoadState();
  await page.waitForSelector("#summary, .notice, .words");
}
