/**
 * One thing of the case file as a line of JSON, in which the place in the spec that says so is left open: lines of a spec
 * move more often than what they say changes. Text is small beside the objects that it is written from, and quick to keep.
 */
export type Line = readonly [before: string, at: string, after: string];

const opening = '"at":"';

/** What comes before `at` in these objects are texts, in which a quotation mark is escaped. */
export function lineOf(item: { readonly at: string }): Line {
  const text = JSON.stringify(item);
  const start = text.indexOf(opening) + opening.length;
  const end = start + JSON.stringify(item.at).length - 2;
  return [text.slice(0, start), item.at, text.slice(end)];
}

/** The line with the name of the place, as JSON writes it. */
export function filled([before, at, after]: Line, nameOf: (at: string) => string): string {
  return before + JSON.stringify(nameOf(at)).slice(1, -1) + after;
}
