/** Prepares texts for print. */

/** Stands for characters that no font has. The font of Latin letters has it. */
export const UNKNOWN = "\ufffd";

/**
 * Characters without a shape: they control the text around them, join or vary others. Fonts would draw boxes for them, and marks of
 * direction would change the order of what follows.
 */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu;

/** Marks of one letter. Languages have fewer; some people pile up hundreds of them. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Returns a text of visible characters, spaces and line breaks. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, "\n")
    .replace(/\t/g, "    ")
    .replace(INVISIBLE, "")
    .replace(PILED_MARKS, "$1");
}
