/** Reads the choices that an edit lists: in quotes, or with commas and "and" between. */
import { choicesSaid } from "../items/choices.ts";
import type { Range } from "../reading/accounting.ts";
import type { Parts } from "./cover.ts";
import type { EditText } from "./edit-text.ts";

export interface ListedChoices {
  readonly texts: readonly string[];
  /** Whether "other" is among them, which is an answer of one's own. */
  readonly hasOther: boolean;
}

/** The choices of a clause; a text in quotes is one of them, and brackets hold several. */
export function listedIn(text: EditText, { texts, isQuoted }: Parts): ListedChoices {
  const isOne = ({ from }: Range) => isQuoted && !text.prompt.isOpenBracket(from - 1);
  const parts = texts.flatMap((range) => (isOne(range) ? [range] : text.partsOf(behindKey(text, range))));
  return listed(text, parts);
}

/** Behind "options:" */
function behindKey(text: EditText, { from, to }: Range): Range {
  const key = text.cueAt(from, "option", "selections");
  return { from: key && text.prompt.isMark(key.to, ":") ? key.to + 1 : from, to };
}

export function listed(text: EditText, ranges: readonly Range[]): ListedChoices {
  const { choices = [], allowOther = false } = choicesSaid(text, ranges);
  const texts = choices.map((choice) => asListed(choice.text));
  return { texts, hasOther: allowOther };
}

/** Begins with a capital and ends without the case that some languages put behind a short name: "XL-t". */
function asListed(text: string): string {
  const bare = text.replace(/^([\p{Lu}\d]+)[-:]\p{Ll}{1,3}$/u, "$1");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
