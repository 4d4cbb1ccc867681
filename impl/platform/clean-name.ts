/** Cleans names that people give to their own things, such as views and folders. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Trims a name and removes characters that control the text around them.
 * @returns undefined for a name with more than `length` characters or without a visible one
 */
export function cleanName(entered: string, length: number): string | undefined {
  const name = entered
    .toWellFormed()
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, "")
    .trim();
  return VISIBLE.test(name) && [...name].length <= length ? name : undefined;
}

/** Compares names without a language, so that a list has one order for all who see it. */
export const compareNames = new Intl.Collator("en", { numeric: true });
