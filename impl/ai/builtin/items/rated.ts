/** Reads what is rated alike: "rate food, price and staff from 1 to 5", "rate as poor, fair or good: staff, food". */
import type { Range } from "../reading/accounting.ts";
import { find, isColon } from "../reading/split.ts";
import { alternatives, choicesSaid } from "./choices.ts";
import { type Said, together } from "./draft.ts";
import { type Item, labelledItem, readItem } from "./item.ts";
import { readList } from "./list.ts";
import { modifiersAtEnd, modifiersIn } from "./modifiers.ts";
import type { Text } from "./readers/reader.ts";
import { SHAPES } from "./shapes.ts";

/** What is rated, and the words before and behind it that say how. */
export interface Rated {
  readonly items: readonly Item[];
  readonly manner: readonly Range[];
}

/** @returns undefined if the range does not begin with words such as "please rate" */
export function readRated(text: Text, range: Range): Rated | undefined {
  const { prompt, lexicon } = text;
  const { from, to } = prompt.trim(range);
  const lead = lexicon.table("ratings").at(prompt.tokens, from, to);
  if (!lead || lead.to >= to) return undefined;
  const colon = find(prompt, { from: lead.to, to }, (index) => isColon(prompt, index));
  if (colon !== undefined) {
    const items = rateBehind(text, { from: lead.to, to: colon }, { from: colon + 1, to });
    return items && { items, manner: [{ from, to: colon }] };
  }
  const end = modifiersAtEnd(text, { from: lead.to, to });
  if (end && !isRange(end.says)) return undefined;
  const list = { from: lead.to, to: end?.at ?? to };
  const items = ratedItems(text, list, together({ kind: "rating" }, end?.says ?? {}));
  return {
    items,
    manner: [
      { from, to: lead.to },
      { from: list.to, to },
    ],
  };
}

/** "rate the food and leave a comment": a comment is not rated. */
function ratedItems(text: Text, list: Range, said: Said): Item[] {
  return readList(text, list, said).map((item) => {
    const { concept, at } = item.draft;
    const isText = concept?.isWhole && ["long_text", "email", "phone"].includes(SHAPES[concept.concept].type);
    return (isText && readItem(text, at, { isLine: false })) || item;
  });
}

function isRange({ bounds, kind }: Said): boolean {
  return bounds !== undefined || kind === "rating" || kind === "scale";
}

/** What stands behind the colon is rated in the way that is said before it. */
function rateBehind(text: Text, manner: Range, list: Range): Item[] | undefined {
  const { prompt, lexicon } = text;
  const says = prompt.isEmpty(manner) ? {} : modifiersIn(text, manner);
  if (says) return ratedItems(text, list, together({ kind: "rating" }, says));
  const each = lexicon.table("each").at(prompt.tokens, manner.from, manner.to);
  const marker = find(
    prompt,
    { from: each?.to ?? manner.from, to: manner.to },
    (index) => lexicon.table("columnMarkers").at(prompt.tokens, index, manner.to) !== undefined,
  );
  if (marker === undefined) return undefined;
  const columns = choicesSaid(text, alternatives(text, { from: marker + 1, to: manner.to })).choices ?? [];
  const rows = choicesSaid(text, alternatives(text, list)).choices ?? [];
  if (columns.length < 2 || rows.length === 0) return undefined;
  const said = { rows: rows.map((row) => row.text), columns: columns.map((column) => column.text) };
  return [labelledItem(text, list, list, said)];
}
