/** Removes the characters of a typed text that keyboards cannot type, and that PostgreSQL or a file may not be able to store. */

/** Cleans a text: one line if `lines` is "one". Removes control characters, and spaces at both ends. */
export function cleanText(text: string, lines: "one" | "many"): string {
  const plain = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "");
  return (lines === "one" ? plain.replace(/[\n\t]+/g, " ") : plain).trim();
}
