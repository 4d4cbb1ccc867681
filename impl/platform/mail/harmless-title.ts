/** Which titles may be in a mail that a visitor has sent to a stranger. */

const MAX_LENGTH = 60;
/** Letters of the 24 languages: signs of other scripts look like dots and slashes. */
const HARMLESS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9 \-'&,]+$/u;
/** Groups of digits with only punctuation between them are one number, such as a phone number. */
const NUMBER = /\d(?:[ \-',&]*\d){4}/;
/** A domain with its dots left out, or spelt. */
const SPELT_DOMAIN = /(?:^|[ \-,])(?:www|https?|dot|com|net|org|info|biz|xyz)(?:$|[ \-,])/i;

/** @returns undefined: the title could lead somewhere, such as to an address, a domain or a phone number */
export function harmlessTitle(title: string): string | undefined {
  const text = title.normalize("NFKC").replace(/\s+/g, " ").trim();
  const isHarmless = HARMLESS.test(text) && !NUMBER.test(text) && !SPELT_DOMAIN.test(text);
  return isHarmless && [...text].length <= MAX_LENGTH ? text : undefined;
}
