/** Ids of fields, pages and choices, made of texts. */
import latin from "./latin.json" with { type: "json" };

/** Cyrillic, Greek and special letters in Latin, by the usual national romanisations, so that people can read the ids. */
const LATIN: Readonly<Record<string, string>> = latin;

/** Leaves room for a number; ids have at most 64 characters. */
const MAX_LENGTH = 40;

/** Names of properties that every JavaScript object has: as ids they could break careless code of clients. */
const RESERVED: ReadonlySet<string> = new Set([
  "constructor",
  "prototype",
  "tostring",
  "valueof",
  "hasownproperty",
  "isprototypeof",
]);

/** An id that begins with a letter, is not among `taken` yet, and is from then on: `2nd choice` -> `field_2nd_choice`. */
export function newIdFrom(text: string, fallback: string, taken: Set<string>): string {
  const id = slug(text);
  const stem = id !== "" && (!/^[a-z]/.test(id) || RESERVED.has(id)) ? `${fallback}_${id}` : id || fallback;
  return unique(stem, taken);
}

/** An id of a choice, which may begin with a digit: `13:30` -> `13_30`. */
export function newChoiceId(text: string, fallback: string, taken: Set<string>): string {
  return unique(slug(text) || fallback, taken);
}

function unique(stem: string, taken: Set<string>): string {
  let id = stem;
  for (let number = 2; taken.has(id); number++) id = `${stem}_${number}`;
  taken.add(id);
  return id;
}

/** `Größe des Zimmers` -> `groesse_des_zimmers`; empty if the text has no letter that Latin can write. */
function slug(text: string): string {
  const written = [...text.slice(0, 200).toLowerCase().normalize("NFC")]
    .map((letter) => LATIN[letter] ?? LATIN[letter.normalize("NFD").charAt(0)] ?? letter)
    .join("")
    .normalize("NFKD")
    .replace(/\p{M}|['’]/gu, "");
  const words = written.split(/[^a-z0-9]+/).filter((word) => word !== "");
  let id = "";
  for (const word of words) {
    const longer = id === "" ? word.slice(0, MAX_LENGTH) : `${id}_${word}`;
    if (longer.length > MAX_LENGTH) break;
    id = longer;
  }
  return id;
}
