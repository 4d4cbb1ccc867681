/** Lists by offset and total. */
import { breaks } from "./breaks.ts";

interface List<Item> {
  readonly items: readonly Item[];
  readonly offset: number;
  readonly limit: number;
  fits(item: Item): boolean;
}

export function partOf<Item>({ items, offset, limit, fits }: List<Item>) {
  const all = breaks("offset-before-filter") ? [...items] : items.filter(fits);
  const part = all.slice(offset, offset + limit).filter(fits);
  const next = offset + limit < all.length ? { next_offset: offset + limit } : {};
  return { part, paging: { total: items.filter(fits).length, offset, ...next } };
}
