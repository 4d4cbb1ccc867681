/** Reads the output that a text shows. */
import { isObject } from "../json/object.ts";
import { valueAt } from "../json/pointer.ts";
import {
  isLayoutList,
  type Layout,
  type LayoutElement,
  type LayoutForm,
  type LayoutLine,
  type LayoutList,
  type LayoutPlace,
  listPlaces,
} from "./layout.ts";
import { matchForm, type ShownValue } from "./match-form.ts";
import { TextLines } from "./text-lines.ts";

/**
 * Returns the output that a text shows, or undefined if no line of the text fits the layout. Lines that do not fit are skipped, and so is
 * white space at both ends of a line.
 */
export function readLayout(layout: Layout, text: string): unknown {
  const lines = new TextLines(text);
  const root = new Section(layout.map(withoutMargins));
  let sections: readonly Section[] = [root];
  let fits = false;
  for (let index = 0; index < lines.count; ) {
    const found = findLine(sections, lines, index);
    if (found === undefined) {
      index++;
      continue;
    }
    fits = true;
    sections = found.enter();
    index += found.count;
    if (found.block) index = readBlock(found.block, sections, lines, index);
  }
  return fits ? root.finish() : undefined;
}

/** A line of the layout that fits the next lines of the text. */
interface FoundLine {
  /** The number of lines of the text. */
  readonly count: number;
  /** Whether the line has more than places. */
  readonly hasText: boolean;
  /** The value that goes on in the lines after it. */
  readonly block?: ShownValue;
  /** Notes the values. Returns the sections of the lines that follow, outermost first. */
  enter(): readonly Section[];
}

/** Finds the line of the layout that fits: first a line of the current item, then of the lists and of the output around it. */
function findLine(sections: readonly Section[], lines: TextLines, index: number): FoundLine | undefined {
  if (lines.from(index, 1) === "") return undefined;
  for (let depth = sections.length; depth > 0; depth--) {
    const outer = sections.slice(0, depth);
    for (const element of sections[depth - 1]!.layout) {
      const found = isLayoutList(element)
        ? findInList(element, outer, lines, index)
        : findInLine(element, outer, lines, index);
      if (found) return found;
    }
  }
  return undefined;
}

function findInLine(
  element: LayoutLine,
  sections: readonly Section[],
  lines: TextLines,
  index: number,
): FoundLine | undefined {
  const section = sections.at(-1)!;
  if (section.hasShown(element)) return undefined;
  return findForm(element.forms, lines, index, (values) => {
    section.show(element, values);
    return sections;
  });
}

/** Finds the start of an item, or what stands before the items of a list or in place of them. */
function findInList(
  list: LayoutList,
  sections: readonly Section[],
  lines: TextLines,
  index: number,
): FoundLine | undefined {
  const section = sections.at(-1)!;
  const { heading, group, none } = list;
  const fixed = [heading, none].flatMap((text) => (text === undefined ? [] : [[text]]));
  const start = findForm(fixed, lines, index, () => {
    section.open = list;
    return sections;
  });
  if (start) return start;
  if (heading !== undefined && section.open !== list) return undefined;
  const [first] = list.lines;
  const item =
    first &&
    !isLayoutList(first) &&
    findForm(first.forms, lines, index, (values) => {
      const entry = section.addItem(list);
      entry.show(first, values);
      return [...sections, entry];
    });
  if (item) return item;
  return findForm(group ? [group] : [], lines, index, (values) => {
    section.groups.set(list, values);
    return sections;
  });
}

function findForm(
  forms: readonly LayoutForm[],
  lines: TextLines,
  index: number,
  note: (values: readonly ShownValue[]) => readonly Section[],
): FoundLine | undefined {
  for (const form of forms) {
    const count = countLines(form);
    const text = lines.from(index, count);
    const values = matchForm(form, text) ?? matchEmptyEnd(form, text);
    if (values === undefined) continue;
    const last = values.at(-1);
    const block = last?.place.isBlock && last;
    const hasText = form.some((part) => typeof part === "string" && part.trim() !== "");
    return { count, hasText, ...(block && { block }), enter: () => note(values) };
  }
  return undefined;
}

/** Matches a line such as `Notes:` with `Notes: {notes}`: its value is the empty text. */
function matchEmptyEnd(form: LayoutForm, text: string): readonly ShownValue[] | undefined {
  const place = form.at(-1);
  const before = form.at(-2);
  if (typeof place !== "object" || "optional" in place || typeof before !== "string") return undefined;
  if (!place.isList && (place.type !== "string" || place.words)) return undefined;
  const end = before.trimEnd();
  const values = text.endsWith(end) ? matchForm([...form.slice(0, -2), end], text) : undefined;
  return values && [...values, { place, value: place.isList ? [] : "" }];
}

/** Adds the lines of a text up to the next line that fits the layout to a value. Returns the position of that line. */
function readBlock(
  { place, value }: ShownValue,
  sections: readonly Section[],
  lines: TextLines,
  start: number,
): number {
  let end = start;
  while (end < lines.count && !findLine(sections, lines, end)?.hasText) end++;
  const text = `${value}\n${lines.withIndentation(start, end)}`.replace(/^\n+/, "").trimEnd();
  sections.at(-1)!.set(place, text);
  return end;
}

/** The values of the output, or of an item of a list, as far as they are read. */
class Section {
  readonly layout: Layout;
  /** The list whose heading was last. */
  open: LayoutList | undefined;
  /** List -> the values of its current group. */
  readonly groups = new Map<LayoutList, readonly ShownValue[]>();
  readonly #shown = new Set<LayoutElement>();
  readonly #items = new Map<LayoutList, Section[]>();
  #value: unknown = {};

  constructor(layout: Layout) {
    this.layout = layout;
  }

  /** Whether a line that shows a value was there. It is there once; other text may be repeated. */
  hasShown(line: LayoutLine): boolean {
    return this.#shown.has(line);
  }

  show(line: LayoutLine, values: readonly ShownValue[]): void {
    if (values.length > 0) this.#shown.add(line);
    for (const { place, value } of values) this.set(place, value);
  }

  set({ path }: LayoutPlace, value: unknown): void {
    if (path) this.#value = withValue(this.#value, path, value);
  }

  addItem(list: LayoutList): Section {
    const item = new Section(list.lines);
    for (const { place, value } of this.groups.get(list) ?? []) item.set(place, value);
    const items = this.#items.get(list);
    if (items) items.push(item);
    else this.#items.set(list, [item]);
    return item;
  }

  /** Returns the value. A list that no line shows is empty, and another value is null if it may be. */
  finish(): unknown {
    for (const element of this.layout) {
      if (isLayoutList(element)) {
        const items = this.#items.get(element) ?? [];
        this.#setUnlessSet(
          element.each,
          items.map((item) => item.finish()),
        );
      } else {
        for (const place of element.forms.flatMap(listPlaces)) this.#setAbsent(place);
      }
    }
    return this.#value;
  }

  #setAbsent({ path, isList, isNullable }: LayoutPlace): void {
    if (path === undefined) return;
    if (isList) this.#setUnlessSet(path, []);
    else if (isNullable) this.#setUnlessSet(path, null);
  }

  #setUnlessSet(path: readonly string[], value: unknown): void {
    const hasParent = isObject(valueAt(this.#value, path.slice(0, -1)));
    if (hasParent && (path.length === 0 || valueAt(this.#value, path) === undefined))
      this.#value = withValue(this.#value, path, value);
  }
}

/** Returns a value with another one at a path. */
function withValue(root: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const object = isObject(root) ? root : {};
  const child = Object.hasOwn(object, name) ? object[name] : undefined;
  return Object.fromEntries([...Object.entries(object), [name, withValue(child, rest, value)]]);
}

/** Removes white space at both ends of each line, as it is removed from the text. */
function withoutMargins(element: LayoutElement): LayoutElement {
  if (!isLayoutList(element)) return { forms: fixedFirst(element.forms.map(trimForm)) };
  const { each, heading, group, lines, none } = element;
  return {
    each,
    ...(heading !== undefined && { heading: trimText(heading) }),
    ...(group && { group: trimForm(group) }),
    lines: lines.map(withoutMargins),
    ...(none !== undefined && { none: trimText(none) }),
  };
}

/** Puts forms without places first: what stands there for an absent value, such as `No notes`, is not the value. */
function fixedFirst(forms: readonly LayoutForm[]): LayoutForm[] {
  const hasPlace = (form: LayoutForm) => Number(listPlaces(form).length > 0);
  return forms.toSorted((one, other) => hasPlace(one) - hasPlace(other));
}

function trimForm(form: LayoutForm): LayoutForm {
  const last = form.length - 1;
  return form.map((part, index) => {
    if (typeof part !== "string") return part;
    const inner = part.replace(/[ \t]*\n[ \t]*/g, "\n");
    const start = index === 0 ? inner.trimStart() : inner;
    return index === last ? start.trimEnd() : start;
  });
}

function trimText(text: string): string {
  return text.trim().replace(/[ \t]*\n[ \t]*/g, "\n");
}

function countLines(form: LayoutForm): number {
  return form.reduce(
    (count, part) => count + (typeof part === "string" ? part.split("\n").length - 1 : 0),
    1,
  );
}
