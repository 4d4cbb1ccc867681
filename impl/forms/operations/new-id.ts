/** Ids of fields and choices, made of texts. */

/** An id that is not among `taken` yet, and is from then on. */
export function newIdFrom(text: string, fallback: string, taken: Set<string>): string {
  const slug = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, MAX_LENGTH)
    .replace(/_+$/, "");
  const stem = slug === "" ? fallback : slug;
  let id = stem;
  for (let number = 2; taken.has(id); number++) id = `${stem}_${number}`;
  taken.add(id);
  return id;
}

/** Leaves room for a number; ids have at most 64 characters. */
const MAX_LENGTH = 40;
