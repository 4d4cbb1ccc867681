/** The normal form of email addresses. Browsers load it, too. */

/** An unquoted local part and a domain of two labels or more; a subset of JSON Schema's format `email`. */
const EMAIL =
  /^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Normalises an address for storage and comparison: trimmed, in lower case. Undefined if it is not an address. */
export function normaliseEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && EMAIL.test(email) ? email : undefined;
}
