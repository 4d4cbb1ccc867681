/** A story: a short sequence of steps that a person takes in the pages, up to the page where the wish is fulfilled. */
import type { Locator, Page } from "playwright-core";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

export interface Story {
  readonly way: "by hand" | "as a respondent" | "by an agent";
  readonly what: string;
  /** The number of steps, counted by hand from the design of the pages. */
  readonly most: number;
  /** Whether a respondent enters a code. Where the browser runs no scripts, a button sends it. */
  readonly hasCode?: boolean;
  /**
   * @param hasScripts whether the browser of a respondent runs scripts
   * @returns the person whose steps count, at the last page
   */
  tell(world: World, hasScripts: boolean): Promise<Person>;
}

/** The tabs of a form. Other parts of the page have links of the same names. */
export function formTabs(page: Page): Locator {
  return page.getByRole("navigation", { name: "Pages of this form" });
}

/** The name of a link that screen readers read together with the title of its row. */
export function linkOf(name: string, title: string): RegExp {
  return new RegExp(`^${name} ?: ${title}$`);
}

/** Enters the code of the mail that confirms the respondent's address. */
export async function confirm(world: World, person: Person, email: string): Promise<void> {
  await person.sees("Check your email");
  await enterCode(person, await world.code(email), "Confirm");
}

/** Enters a code. The person presses the button, unless the page says that it sends the code by itself. */
export async function enterCode(person: Person, code: string, button: string): Promise<void> {
  await person.page.waitForLoadState();
  const isSentByPage = await person.page.locator("[data-script]").isVisible();
  await person.fills("Code", code);
  if (!isSentByPage) await person.presses(button);
}
