/** Pages of the school server. `next` is signed, and belongs to its school, its list and its filters. */
import { createHash, randomUUID } from "node:crypto";
import { Rejected } from "./rejected.ts";

const secret = randomUUID();
const digest = (list: string, id: string): string =>
  createHash("sha256").update(`${secret} ${list} ${id}`).digest("hex").slice(0, 16);

/** Rows after the one that `after` names, which is a text of an earlier page of the same list. */
export function cut<Row extends { readonly id: number }>(
  rows: readonly Row[],
  list: readonly unknown[],
  { limit, after }: { limit: number; after?: string | undefined },
): { page: readonly Row[]; next: string | null; total: number } {
  const name = JSON.stringify(list);
  const [last = "0", check] = after?.split("-") ?? [];
  if (after !== undefined && (check !== digest(name, last) || after !== `${last}-${check}`))
    throw new Rejected("bad_cursor", "`after` is the `next` of an earlier page with the same arguments.");
  const rest = rows.filter((row) => row.id > Number(last));
  const page = rest.slice(0, limit);
  const end = String(page.at(-1)?.id);
  return { page, next: rest.length > limit ? `${end}-${digest(name, end)}` : null, total: rows.length };
}
