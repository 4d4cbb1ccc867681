/** Merges two changes of the same form: what only one of them changed is taken over, the rest is a conflict to decide. */
import type { FormField, FormPage, FormStructure } from "../../../generated/types.ts";

/** A part that both changed, each in another way. `undefined`: removed. */
export interface Conflict {
  /** Such as `fields.email` or `settings.closes_at`. */
  readonly key: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  /** The structure with our side of every conflict. */
  readonly structure: FormStructure;
  readonly conflicts: readonly Conflict[];
}

/** Which side of a conflict to take. */
export type Decision = "mine" | "theirs";

/**
 * A three-way merge. Fields, pages, endings, calculations and hidden fields are compared by their ids, whatever page they
 * are on and in whatever order; texts and properties by their names.
 * @param base what both started from
 * @param decide the side to take for each conflict; undefined: ours
 */
export function merge(
  base: FormStructure,
  mine: FormStructure,
  theirs: FormStructure,
  decide: (key: string) => Decision = () => "mine",
): Merged {
  const conflicts: Conflict[] = [];
  const parts = [base, mine, theirs].map(flatten) as [Flat, Flat, Flat];
  const merged: Record<string, unknown> = {};
  for (const key of union(...parts.map(({ values }) => Object.keys(values))))
    merged[key] = pick(
      key,
      parts.map(({ values }) => values[key]) as [unknown, unknown, unknown],
      conflicts,
      decide,
    );
  const orders: Record<string, readonly string[]> = {};
  for (const key of union(...parts.map(({ orders: all }) => Object.keys(all))))
    orders[key] = mergeOrder(
      ...(parts.map(({ orders: all }) => all[key] ?? []) as [string[], string[], string[]]),
    );
  return { structure: unflatten(merged, orders), conflicts };
}

/** A structure as one value for each part that people change on its own, and the order of the parts. */
interface Flat {
  readonly values: Readonly<Record<string, unknown>>;
  readonly orders: Readonly<Record<string, readonly string[]>>;
}

const LISTS = ["hidden_fields", "calculations", "endings"] as const;

function flatten(structure: FormStructure): Flat {
  const { pages, hidden_fields, calculations, endings, settings = {}, theme = {}, ...whole } = structure;
  const values: Record<string, unknown> = {};
  const orders: Record<string, string[]> = { pages: pages.map(({ id }) => id) };
  for (const [key, value] of Object.entries(whole)) values[`form.${key}`] = value;
  for (const [key, value] of Object.entries(settings)) values[`settings.${key}`] = value;
  for (const [key, value] of Object.entries(theme)) values[`theme.${key}`] = value;
  for (const { fields, ...page } of pages) {
    values[`pages.${page.id}`] = page;
    orders[`fields.${page.id}`] = fields.map(({ id }) => id);
    for (const field of fields) values[`fields.${field.id}`] = field;
  }
  for (const list of LISTS) {
    const items = { hidden_fields, calculations, endings }[list] ?? [];
    orders[list] = items.map(({ id }) => id);
    for (const item of items) values[`${list}.${item.id}`] = item;
  }
  return { values, orders };
}

function pick(
  key: string,
  [base, mine, theirs]: [unknown, unknown, unknown],
  conflicts: Conflict[],
  decide: (key: string) => Decision,
): unknown {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  if (
    isRecord(base) &&
    isRecord(mine) &&
    isRecord(theirs) &&
    base.type === mine.type &&
    mine.type === theirs.type
  ) {
    const entries = union(Object.keys(base), Object.keys(mine), Object.keys(theirs)).map(
      (name) =>
        [name, pick(`${key}.${name}`, [base[name], mine[name], theirs[name]], conflicts, decide)] as const,
    );
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  conflicts.push({ key, base, mine, theirs });
  return decide(key) === "mine" ? mine : theirs;
}

/** Merges two orders: ours, unless only theirs has changed. An item that they added comes after its predecessor there. */
function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  if (isSame(mine, base)) return [...theirs];
  const merged = mine.filter((id) => theirs.includes(id) || !base.includes(id));
  theirs.forEach((id, at) => {
    if (base.includes(id) || merged.includes(id)) return;
    const before = theirs.slice(0, at).findLast((other) => merged.includes(other));
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id);
  });
  return merged;
}

function unflatten(
  values: Readonly<Record<string, unknown>>,
  orders: Readonly<Record<string, readonly string[]>>,
): FormStructure {
  const under = (prefix: string) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([key, value]) => key.startsWith(`${prefix}.`) && value !== undefined)
        .map(([key, value]) => [key.slice(prefix.length + 1), value]),
    );
  const pages = placeFields(under("pages"), under("fields") as Record<string, FormField>, orders);
  const lists = LISTS.map((list) => {
    const items = under(list);
    const ids = union(orders[list] ?? [], Object.keys(items)).filter((id) => id in items);
    return [list, ids.map((id) => items[id])] as const;
  });
  const [settings, theme] = [under("settings"), under("theme")];
  return {
    ...under("form"),
    pages,
    ...Object.fromEntries(lists.filter(([, items]) => items.length > 0)),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(theme).length > 0 && { theme }),
  } as unknown as FormStructure;
}

/** Every field that is left is on exactly one page: on the first that names it, else on the last page. */
function placeFields(
  pages: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, FormField>>,
  orders: Readonly<Record<string, readonly string[]>>,
): FormPage[] {
  const ids = union(orders.pages ?? [], Object.keys(pages)).filter((id) => id in pages);
  const placed = new Set<string>();
  const filled = ids.map((id) => {
    const own = (orders[`fields.${id}`] ?? []).filter((field) => field in fields && !placed.has(field));
    for (const field of own) placed.add(field);
    return { ...(pages[id] as object), fields: own.map((field) => fields[field]!) };
  });
  const lost = Object.keys(fields).filter((id) => !placed.has(id));
  filled.at(-1)?.fields.push(...lost.map((id) => fields[id]!));
  return filled.filter((page) => page.fields.length > 0) as unknown as FormPage[];
}

function union(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  const others = Object.keys(b).filter((key) => b[key] !== undefined);
  return keys.length === others.length && keys.every((key) => isSame(a[key], b[key]));
}
