/** Which passwords people may choose. */

/** NIST SP 800-63B, section 3.1.1.2. Password managers write 64 characters, and some people sentences. */
export const PASSWORD_LENGTH = { min: 8, max: 200 };

export type PasswordProblem = "short" | "long" | "obvious";

/** Passwords as common as the list, which has no sequences and few German words. */
const ALSO_COMMON =
  "0123456789 0987654321 9876543210 abcdefgh abcdefghij qwertzui qwertzuiop qwertz123 changeme123"
    .concat(" passwort12 passwort123 passwort1234 hallo1234 12345678a")
    .split(" ");

let common: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 most used of leaked passwords, in lower case. Loaded when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common/src/passwords.json", { with: { type: "json" } }).then(
    ({ default: list }) => new Set([...list, ...ALSO_COMMON]),
  );
  return common;
}

/**
 * Returns the problem with a new password; undefined if it is acceptable. Length and known lists matter, special characters and
 * digits do not (NIST, as above).
 */
export async function passwordProblem(password: string, email: string): Promise<PasswordProblem | undefined> {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min) return "short";
  if (length > PASSWORD_LENGTH.max) return "long";
  const folded = password.normalize("NFKC").toLowerCase();
  const isAddress = folded === email || folded === email.split("@")[0];
  const isCommon = isAddress || new Set(folded).size < 3 || (await commonPasswords()).has(folded);
  return isCommon ? "obvious" : undefined;
}
