/** Reads lists of one kind of thing, from the longest to the first alone. */
import type { Found } from "../reading/phrases.ts";
import type { EditText } from "./edit-text.ts";

/** One, or several with commas or "and" between; the longest list first. */
export function listsAt<Value>(
  text: EditText,
  at: number,
  read: (text: EditText, at: number) => Found<Value>[],
): Found<Value[]>[] {
  const lists: Found<Value[]>[] = [];
  let [next, values]: [number | undefined, Value[]] = [at, []];
  while (next !== undefined) {
    const [found, ...shorter] = read(text, next);
    if (!found) break;
    if (values.length === 0)
      lists.push(...shorter.map(({ value, to }) => ({ value: [value], from: at, to })));
    values = [...values, found.value];
    lists.unshift({ value: values, from: at, to: found.to });
    const behind = text.separator(found.to);
    next =
      behind === undefined ? undefined : text.starts(behind).find((start) => read(text, start).length > 0);
  }
  return lists;
}
