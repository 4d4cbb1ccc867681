import { type Account, ensureAccount } from "../../impl/accounts/accounts.ts";
import { type Form, insertForm } from "../../impl/forms/forms.ts";
import type { Storage } from "../../impl/platform/storage/storage.ts";

export const now = new Date("2026-03-01T12:00:00.000Z");

/** Inserts an account that owns `count` forms, each with a different title. */
export async function seedForms(
  storage: Storage,
  count: number,
): Promise<{ readonly account: Account; readonly forms: readonly Pick<Form, "id" | "title">[] }> {
  const account = await ensureAccount(storage.db, "owner@example.org", "business", now);
  const forms: Form[] = [];
  await storage.db.transaction().execute(async (transaction) => {
    for (const title of titles(count)) {
      const structure = {
        title: { en: title },
        default_language: "en" as const,
        languages: ["en" as const],
        pages: [
          { id: "page_1", fields: [{ id: "name", type: "short_text" as const, label: { en: "Name" } }] },
        ],
      };
      forms.push(await insertForm(transaction, account.id, structure, "published", now));
    }
  });
  return { account, forms };
}

const beginnings = [
  "ban",
  "cor",
  "del",
  "fir",
  "gam",
  "hol",
  "jun",
  "kes",
  "lor",
  "min",
  "nov",
  "por",
  "ras",
];
const middles = ["a", "er", "il", "o", "un", "et", "ar", "im", "os"];
const endings = ["der", "ling", "mont", "na", "quist", "rett", "sen", "ta", "vale", "wick", "xon"];

/** Titles of three to five words out of 1,287; no two titles have the same set of words. */
function titles(count: number): string[] {
  const random = numbers(20_260_301);
  const word = () =>
    [beginnings, middles, endings].map((part) => part[Math.floor(random() * part.length)]!).join("");
  const made = new Map<string, string>();
  while (made.size < count) {
    const words = Array.from({ length: 3 + Math.floor(random() * 3) }, word);
    made.set(words.toSorted().join(" "), words.join(" "));
  }
  return [...made.values()].map((title) => title[0]!.toUpperCase() + title.slice(1));
}

/** Mulberry32: the same numbers from 0 to 1 in every run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
