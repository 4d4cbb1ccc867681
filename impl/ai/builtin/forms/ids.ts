/** Ids for fields, pages and choices, made from their labels. */
import latin from "./latin.json" with { type: "json" };

/** Cyrillic, Greek and special letters in Latin, by the usual national romanisations, so that people can read the ids. */
const LATIN: Readonly<Record<string, string>> = latin;

/** The longest id that is made from a label. An id may have 64 characters, which leaves room for a counter. */
const MAX_SLUG = 40;
/** Names of properties that every JavaScript object has: as ids they could break careless code of clients. */
const RESERVED: ReadonlySet<string> = new Set([
  "constructor",
  "prototype",
  "tostring",
  "valueof",
  "hasownproperty",
  "isprototypeof",
]);

/** `Größe des Zimmers` -> `groesse_des_zimmers`; empty if the label has no letter that Latin can write. */
export function slug(label: string): string {
  const latin = [...label.slice(0, 200).toLowerCase().normalize("NFC")]
    .map((letter) => LATIN[letter] ?? LATIN[letter.normalize("NFD").charAt(0)] ?? letter)
    .join("")
    .normalize("NFD")
    .replace(/\p{M}|['’]/gu, "");
  const words = latin.split(/[^a-z0-9]+/).filter((word) => word !== "");
  let id = "";
  for (const word of words) {
    const longer = id === "" ? word.slice(0, MAX_SLUG) : `${id}_${word}`;
    if (longer.length > MAX_SLUG) break;
    id = longer;
  }
  return id;
}

/** Makes ids unique: `email`, `email_2`, ... */
export interface Ids {
  /** @returns `wanted`, with a counter if it is used already */
  unique(wanted: string): string;
}

export function makeIds(taken: Iterable<string> = []): Ids {
  const used = new Set(taken);
  const counts = new Map<string, number>();
  return {
    unique(wanted) {
      let id = wanted;
      for (let count = counts.get(wanted) ?? 2; used.has(id); count++) {
        id = `${wanted}_${count}`;
        counts.set(wanted, count + 1);
      }
      used.add(id);
      return id;
    },
  };
}

/** An id for a field by its label: `2nd choice` -> `field_2nd_choice`. */
export function fieldId(label: string, fallback: string): string {
  const id = slug(label);
  if (id === "") return fallback;
  return /^[a-z]/.test(id) && !RESERVED.has(id) ? id : `${fallback}_${id}`;
}
