/** Reads a text that an instruction gives in its own words: a label, a title, a hint. */

import { fold } from "../lexicon/fold.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { type EditContext, listOf, unquoted } from "./context.ts";
import { namesField } from "./find.ts";
import { halves } from "./split-instructions.ts";

/**
 * 'saying "Count me in"' -> 'Count me in'. Undefined: beside a quotation there are other words, or another instruction follows, as
 * in 'Your name and the date to Arrival day'.
 */
export function statedText(value: string, context: EditContext): string | undefined {
  const said = wordSet(listOf("says", context)).start(fold(value));
  const text = said && said.end < value.length ? value.slice(said.end).replace(/^[\s:]+/, "") : value.trim();
  const plain = unquoted(text);
  if (plain === "" || /["“”„«»]/.test(plain)) return undefined;
  return plain === text && followsAnother(text, context) ? undefined : plain;
}

/** "Mobile and the date to Day": behind an "and" a field, and what becomes of it. */
function followsAnother(text: string, context: EditContext): boolean {
  const to = wordSet(listOf("to", context));
  return halves(text, context).some(([, right]) => {
    const found = to.all(fold(right)).find(({ start }) => start > 2);
    return found !== undefined && namesField(right.slice(0, found.start).trim(), context);
  });
}
