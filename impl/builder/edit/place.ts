/** Reads where in the form an instruction puts fields, such as "after the email". */
import type { FormField, FormPage } from "../../../generated/types.ts";
import { meaningOf } from "../fields/meaning.ts";
import { fold } from "../lexicon/fold.ts";
import { stripFillers } from "../lexicon/grammar.ts";
import type { InstructionName } from "../lexicon/instructions.ts";
import type { Slots } from "../lexicon/templates.ts";
import { splitOutside } from "../prompt/split.ts";
import { type EditContext, numberOf, placeOf, refuse } from "./context.ts";
import { findField, namesField } from "./find.ts";
import { readText } from "./read-instruction.ts";

/** A place in the form: between the fields of a page. */
export interface Place {
  readonly page: FormPage;
  readonly index: number;
}

type PlaceName = Extract<
  InstructionName,
  `place${"Top" | "End" | "Page" | "NewPage" | "After" | "Before" | "Between"}`
>;

/** How each kind of place is found; undefined: the words do not fit. */
const PLACES: Readonly<Record<PlaceName, (slots: Slots, context: EditContext) => Place | undefined>> = {
  placeNewPage: (_slots, context) => endOf(newPage(context)),
  placePage: ({ n = "" }, context) => {
    const number = numberOf(n, context);
    return number === undefined ? undefined : endOf(pageNumbered(number, context));
  },
  placeBetween: ({ a = "", b = "" }, context) =>
    namesField(a, context) && namesField(b, context) ? between(a, b, context) : undefined,
  placeAfter: ({ ref = "" }, context) => beside(ref, 1, context),
  placeBefore: ({ ref = "" }, context) => beside(ref, 0, context),
  placeTop: (_slots, { form }) => ({ page: form.pages[0]!, index: 0 }),
  placeEnd: (_slots, { form }) => endOf(form.pages.at(-1)!),
};

function beside(reference: string, offset: number, context: EditContext): Place | undefined {
  if (!namesField(reference, context)) return undefined;
  const { page, index } = placeOf(findField(reference, context), context);
  return { page, index: index + offset };
}

function between(a: string, b: string, context: EditContext): Place | undefined {
  const [first, second] = [a, b].map((one) => placeOf(findField(one, context), context)) as [Place, Place];
  const isAfter = first.page !== second.page || first.index < second.index;
  return beside(isAfter ? a : b, 1, context);
}

/** Splits the place from an instruction: "a phone number after the email" -> "a phone number" and its place. */
export function extractPlace(text: string, context: EditContext): { rest: string; place: Place | undefined } {
  for (const name of Object.keys(PLACES) as PlaceName[]) {
    const found = readText(text, name, context, (slots) => {
      // In 'a text: "Read the rules first"' the place is a part of the quotation.
      if (((slots.what ?? "").match(/["“”„]/g) ?? []).length % 2 === 1) return undefined;
      const place = startsWithName(text, slots, context) ? undefined : PLACES[name](slots, context);
      return place && { rest: slots.what ?? "", place };
    });
    if (found) return found;
  }
  return { rest: text, place: undefined };
}

/** "last name" is no name at the end. */
function startsWithName(text: string, { what = "" }: Slots, { grammar }: EditContext): boolean {
  const bare = stripFillers(text, grammar);
  return (
    !fold(bare).startsWith(fold(what)) &&
    splitOutside(bare, /,| and /g)
      .slice(0, 1)
      .some((part) => meaningOf(part, grammar, false)?.exact === true)
  );
}

export function endOf(page: FormPage): Place {
  return { page, index: page.fields.length };
}

/** The page with that number; the one after the last is made. */
export function pageNumbered(number: number, context: EditContext): FormPage {
  const { pages } = context.form;
  if (number === pages.length + 1) return newPage(context);
  if (pages[number - 1]) return pages[number - 1]!;
  return pages.length === 1
    ? refuse("edit_one_page", { page: number })
    : refuse("edit_pages", { page: number, pages: pages.length });
}

function newPage({ form, pageIds }: EditContext): FormPage {
  const page: FormPage = { id: pageIds.unique("page"), fields: [] };
  form.pages.push(page);
  return page;
}

/** Inserts fields at a place. */
export function insert(fields: readonly FormField[], { page, index }: Place): void {
  page.fields.splice(index, 0, ...fields);
}
