/**
 * The form in which titles are compared: without case, accents and compatibility variants, so that `cafe` finds
 * `Café` in every one of the languages.
 */
export function foldTitle(title: string): string {
  // Upper case first, because that turns `ß` into `SS` and both small sigmas of Greek into one.
  return title.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** A LIKE pattern (escape character `\`) for folded titles that contain the query. */
export function containsTitle(query: string): string {
  return `%${foldTitle(query)
    .replaceAll("\0", "")
    .replace(/[\\%_]/g, "\\$&")}%`;
}
