/**
 * Things of the case file as lines of JSON with commas between them, in which the places in the spec that say so are left
 * open: lines of a spec move more often than what they say changes. One text is small beside the objects that it is written
 * from, quick to keep, and quick to hand to another thread.
 */
export interface Lines {
  readonly text: string;
  /** Two numbers for each place that is left open: where in the text, and which of `places`. */
  readonly open: readonly number[];
  /** What names each place that is left open, once. */
  readonly places: readonly string[];
}

const opening = '"at":"';

/** What comes before `at` in these objects are texts, in which a quotation mark is escaped. */
export function linesOf(items: readonly { readonly at: string }[]): Lines {
  const places = new Map<string, { readonly index: number; readonly length: number }>();
  const open: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    const start = text.indexOf(opening) + opening.length;
    const before = (parts.length > 0 ? ",\n" : "") + text.slice(0, start);
    const place = places.get(item.at) ?? {
      index: places.size,
      length: JSON.stringify(item.at).length - '""'.length,
    };
    places.set(item.at, place);
    const after = text.slice(start + place.length);
    open.push(length + before.length, place.index);
    parts.push(before, after);
    length += before.length + after.length;
  }
  return { text: parts.join(""), open, places: [...places.keys()] };
}

/** The text with the names of its places. */
export function filled({ text, open, places }: Lines, nameOf: (at: string) => string): string {
  const names = places.map((at) => JSON.stringify(nameOf(at)).slice(1, -1));
  const parts: string[] = [];
  let from = 0;
  for (let index = 0; index < open.length; index += 2) {
    const end = open[index]!;
    parts.push(text.slice(from, end), names[open[index + 1]!]!);
    from = end;
  }
  return parts.join("") + text.slice(from);
}
