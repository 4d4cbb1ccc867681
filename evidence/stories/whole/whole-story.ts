/** A whole story: a form made by hand from the page for a new form, an answer from a phone, and its owner who reads it. */

import type { Person, Steps } from "../person.ts";
import { enterCode, formTabs } from "../story.ts";
import type { World } from "../world.ts";

export interface WholeStory {
  readonly who: string;
  /** The form, and how it is made. */
  readonly form: string;
  /** The language of the form, which decides the words of the pages for respondents. */
  readonly language?: "en" | "de";
  /** Makes the form, up to its button "Publish". The page for a new form is open. */
  make(owner: Person, world: World): Promise<void>;
  /** Fills in the form, up to its last button. */
  answer(guest: Person, world: World): Promise<void>;
  /** The address of the respondent. */
  readonly email: string;
  /** The last button of the form. */
  readonly send: string;
  /** Texts on the page after the confirmation. */
  readonly ends: readonly string[];
  /** Texts that the owner reads on the page of the response. */
  readonly reads: readonly string[];
}

/** The steps of a story, counted apart. */
export interface Counted {
  /** Of the owner, from the page for a new form to the published form. */
  readonly made: Steps;
  /** Of the respondent, from the link to the page after the confirmation. */
  readonly answered: Steps;
  /** Of the owner, from the published form to the answer. */
  readonly read: Steps;
}

/** The words of the service on the way from the form to its ending. */
const WORDS = {
  en: { mailed: "Check your email", confirm: "Confirm" },
  de: { mailed: "Sehen Sie in Ihr Postfach", confirm: "Bestätigen" },
} as const;

/** Tells a story. @param hasScripts whether the browser of the respondent runs scripts */
export async function tellWhole(
  story: WholeStory,
  world: World,
  hasScripts: boolean,
): Promise<Counted & { readonly owner: Person; readonly guest: Person }> {
  const owner = await world.owner();
  await owner.opens(`${world.list}/new`);
  await story.make(owner, world);
  await owner.presses("Publish");
  await owner.sees("The form is published and takes answers.");
  const made = owner.steps;
  const guest = await world.respondent(hasScripts);
  await guest.opens(owner.page.url().replace(/\/forms\/(frm_\w+).*/, "/f/$1"));
  await story.answer(guest, world);
  world.think();
  await guest.presses(story.send);
  const { mailed, confirm } = WORDS[story.language ?? "en"];
  await guest.sees(mailed);
  await enterCode(guest, await world.code(story.email), confirm);
  for (const text of story.ends) await guest.sees(text);
  const { page } = owner;
  await owner.follows("Responses", formTabs(page));
  await owner.sees("1 response");
  await owner.follows(/\d/, page.getByRole("row").filter({ hasText: story.email }));
  for (const text of story.reads) await owner.sees(text);
  return { owner, guest, made, answered: guest.steps, read: subtract(owner.steps, made) };
}

function subtract(all: Steps, before: Steps): Steps {
  return {
    pages: all.pages - before.pages,
    clicks: all.clicks - before.clicks,
    fields: all.fields - before.fields,
  };
}
