/** Keeps a day and the word beside it in one line, and a time and the word before it. The browser runs this very file. */

/** "27. November", "november 27.", "um 13:45". */
const BREAKS = /(\b\d\d?\.?) (?=\D)|(\D) (?=\d\d?\b)/g;

export function keepTogether(date: string): string {
  return date.replace(BREAKS, "$1$2\u00a0");
}
