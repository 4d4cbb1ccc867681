/** Reads the bounds of a date, such as "after 2026-05-01". */
import type { Draft } from "../fields/draft.ts";
import type { Span } from "./split.ts";

const DAY = "(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))";
const BETWEEN = new RegExp(
  `(?:between|from|zwischen|von|entre|de|du|dal) ${DAY} (?:and|to|until|und|bis|et|au|y|a|al) (?:the )?${DAY}`,
);
const FROM = new RegExp(`(?:not before|after|from|since|starting|ab|fruhestens|a partir de|dal) ${DAY}`);
const UNTIL = new RegExp(`(?:not after|before|until|by|up to|bis|spatestens|jusqu'au|hasta|entro) ${DAY}`);
const FUTURE = /(?:in (?:the|der) )?(?:future|zukunft)(?: only| dates? only| dates?)?|no past dates/;
const PAST = /in (?:the|der) (?:past|vergangenheit)(?: only)?|past dates? only|no future dates/;

/** `between 2026-01-01 and 2026-12-31`, `after 2026-05-01`, `in the future`. */
export function readDates(folded: string, draft: Draft): Span | undefined {
  return (
    note(BETWEEN.exec(folded), draft, ([, min, max]) => ({ min, max })) ??
    note(FROM.exec(folded), draft, ([, min]) => ({ min })) ??
    note(UNTIL.exec(folded), draft, ([, max]) => ({ max })) ??
    note(FUTURE.exec(folded), draft, () => ({ min: "today" })) ??
    note(PAST.exec(folded), draft, () => ({ max: "today" }))
  );
}

function note(
  match: RegExpExecArray | null,
  draft: Draft,
  bounds: (groups: RegExpExecArray) => { min?: string | undefined; max?: string | undefined },
): Span | undefined {
  if (!match) return undefined;
  draft.dates = { ...draft.dates, ...bounds(match) };
  return { start: match.index, end: match.index + match[0].length };
}
