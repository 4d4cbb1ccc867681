/**
 * Patterns that browsers check, too. The engine of browsers is another one than RE2, and can take for ever: only patterns go there that mean
 * the same in both and have at most two parts of variable length, such as `\d{5}`, `[A-Z]{1,3}-\d+` and `\+?\d{4,}`.
 */

/** A letter, digit or blank; a punctuation mark that means nothing or is escaped; a digit; a class of these. */
const ATOM = String.raw`(?:[A-Za-z0-9 _,;:@#%&=!<>~'"/-]|\\[.+*?()|[\]{}^$/-]|\\d|\[(?:[A-Za-z0-9 _]-[A-Za-z0-9]|[A-Za-z0-9 _.,:/]|\\d)+\])`;
const VARIABLE = String.raw`(?:[?*+]|\{\d{1,3},\d{0,3}\})`;
const SIMPLE = new RegExp(`^\\^?(?:${ATOM}(?:${VARIABLE}|\\{\\d{1,3}\\})?)+\\$?$`);
const VARIABLE_PART = new RegExp(`${ATOM}${VARIABLE}|${ATOM}`, "g");
const MOST_VARIABLE = 2;

/** The source of an expression of browsers for the whole answer; undefined: only the service can check it. */
export function browserPattern(pattern: string): string | undefined {
  if (!SIMPLE.test(pattern)) return undefined;
  const parts = pattern.match(VARIABLE_PART) ?? [];
  const variable = parts.filter((part) => new RegExp(`${VARIABLE}$`).test(part) && !/^\\.$/.test(part));
  return variable.length > MOST_VARIABLE ? undefined : `^(?:${pattern})$`;
}
