/** Reads where in the form an instruction puts fields, such as "after the email". */
import type { FormField, FormPage } from "../../../generated/types.ts";
import { type EditContext, placeOf, refuse } from "./context.ts";
import { findField } from "./find.ts";

/** A place in the form: between the fields of a page. */
export interface Place {
  readonly page: FormPage;
  readonly index: number;
}

const NEXT_TO =
  / (after|before|behind|below|above|beneath|under|nach|vor|hinter|apres|après|avant|despues de|después de|antes de|dopo|prima di|na|voor|depois de|po|przed) (.+)$/i;
const BEFORE = /^(?:before|above|vor|avant|antes de|prima di|voor|przed)$/i;
const START =
  / (?:at|to|an|as) (?:the |den |die )?(?:top|beginning|start|very top|front|anfang|first (?:field|question))$/i;
const END = / (?:at|to|an|as) (?:the |das )?(?:end|bottom|very end|ende|last (?:field|question))$/i;
const PAGE = / (?:on|to|onto|auf|sur|en|a|op) (?:the |die )?(?:page|seite|página|pagina) (\d{1,2})$/i;

/** Splits the place from an instruction: "a phone number after the email" -> "a phone number" and its place. */
export function extractPlace(text: string, context: EditContext): { rest: string; place: Place | undefined } {
  const padded = ` ${text}`;
  const { pages } = context.form;
  const match = [START, END, PAGE, NEXT_TO]
    .map((pattern) => pattern.exec(padded))
    .find((found) => found !== null);
  if (!match) return { rest: text, place: undefined };
  const rest = padded.slice(0, match.index).trim();
  if (START.test(padded)) return { rest, place: { page: pages[0]!, index: 0 } };
  if (END.test(padded)) return { rest, place: endOf(pages.at(-1)!) };
  const number = PAGE.exec(padded)?.[1];
  if (number) return { rest, place: endOf(pages[Number(number) - 1] ?? noPage(number, pages.length)) };
  const [, side = "", reference = ""] = match;
  const { page, index } = placeOf(findField(reference, context), context);
  return { rest, place: { page, index: BEFORE.test(side) ? index : index + 1 } };
}

export function endOf(page: FormPage): Place {
  return { page, index: page.fields.length };
}

function noPage(number: string, count: number): never {
  return refuse(`There is no page ${number}: the form has ${count === 1 ? "one page" : `${count} pages`}.`);
}

/** Inserts fields at a place. */
export function insert(fields: readonly FormField[], { page, index }: Place): void {
  page.fields.splice(index, 0, ...fields);
}
