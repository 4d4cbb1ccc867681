/** What a tool is: the scope that it needs, and what it does for a caller at a box office. */
import type { Caller } from "./accounts.ts";
import type { Office } from "./office.ts";
import { Refusal } from "./refusal.ts";

export interface Work {
  readonly office: Office;
  readonly caller: Caller;
  /** The address under which files are downloaded. */
  readonly origin: string;
}

export interface Tool {
  readonly scope: string;
  readonly run: (input: never, work: Work) => object;
}

export function tool<Input>(scope: string, run: (input: Input, work: Work) => object): Tool {
  return { scope, run };
}

interface Once<Item> {
  readonly key: string | undefined;
  readonly input: object;
  make(): Item;
  idOf(item: Item): string;
  find(id: string): Item;
}

/** Does a request once: the same key with the same arguments leads to what the first call has made. */
export function once<Item>(office: Office, { key, input, make, idOf, find }: Once<Item>): Item {
  if (key === undefined) return make();
  const text = canonical(input);
  const earlier = office.requests.get(key);
  if (earlier === undefined) {
    const item = make();
    office.requests.set(key, { input: text, id: idOf(item) });
    return item;
  }
  if (earlier.input === text) return find(earlier.id);
  const name = key.slice(key.indexOf(" ") + 1);
  throw new Refusal("key_reused", `${name} came with other arguments for ${earlier.id}. Use a new text.`);
}

/** JSON in which the order of keys does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** The name of a list for its cursors: its caller's box office and its filters. */
export function listName(tool: string, { account }: Caller, filters: object): string {
  return canonical([tool, account, filters]);
}

export function includesText(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}
