/** The steps of a respondent in the browser, which make up the states. */
import type { Page } from "playwright-core";
import type { FormStructure } from "../../../../generated/types.ts";
import type { Publishing, publicForms } from "../public-forms.ts";
import type { publicLessons } from "../public-lessons.ts";

export interface World {
  readonly forms: Awaited<ReturnType<typeof publicForms>>;
  readonly lessons: Awaited<ReturnType<typeof publicLessons>>;
  readonly page: Page;
}

/** An appearance of a page, and the steps to it from the state before. */
export type State = readonly [name: string, reach: (world: World) => Promise<unknown>];

/** A form with one field: the email address of the respondent. */
export const letter: FormStructure = {
  title: { en: "Letter" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [{ id: "p", fields: [{ id: "email", type: "email", label: { en: "Email" }, required: true }] }],
};

export async function open(
  { forms, page }: Pick<World, "forms" | "page">,
  structure: FormStructure,
  options: Publishing = {},
  query = "",
) {
  await page.goto((await forms.publish(structure, options)) + query);
}

export async function goOn(page: Page): Promise<void> {
  await page.click("#form .actions .main");
  await page.waitForLoadState();
}

/** Submits the open form with an address, up to the page that asks for the code: its mail has been sent by then. */
export async function submitAs({ forms, page }: World, email: string): Promise<void> {
  await page.fill("#f-email", email);
  // An address gets one mail a minute.
  forms.later(61_000);
  await goOn(page);
  await page.waitForURL("**/sent/**");
}

/** Publishes a form and submits it, up to the page that asks for the code. */
export async function send(
  world: World,
  email: string,
  structure = letter,
  options: Publishing = {},
): Promise<void> {
  await open(world, structure, options);
  await submitAs(world, email);
}

/** Enters a code. The page sends a complete one by itself, unless it is a corrected one. */
export async function enterCode({ page }: Pick<World, "page">, code: string): Promise<void> {
  await page.waitForLoadState();
  const isSentByPage = code.length === 6 && (await page.locator("[data-script]:visible").count()) > 0;
  const loaded = page.waitForEvent("load");
  await page.fill("#f-code", code);
  if (!isSentByPage) await page.click(".entry .main");
  await loaded;
}

/** Submits entries that the page would not send: adds a form of its own, which skips all checks of the page. */
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
