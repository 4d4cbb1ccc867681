/** Which passwords people may choose. */

/** Password managers write 64 characters, and some people sentences. */
export const PASSWORD_LENGTH = { min: 10, max: 200 };

export type PasswordProblem = "short" | "long" | "obvious";

/** From lists of leaked passwords: the most used of ten characters or more. */
const OBVIOUS: ReadonlySet<string> = new Set([
  "1234567890",
  "12345678910",
  "123456789a",
  "0123456789",
  "0987654321",
  "1111111111",
  "0000000000",
  "1q2w3e4r5t",
  "1qaz2wsx3edc",
  "qwertyuiop",
  "qwerty123456",
  "qwertzuiop",
  "q1w2e3r4t5",
  "asdfghjkl1",
  "abcdefghij",
  "password12",
  "password123",
  "password1234",
  "passwort123",
  "passwort1234",
  "iloveyou12",
  "1234567891",
  "9876543210",
  "changeme123",
]);

/** What speaks against a new password; undefined: nothing (NIST SP 800-63B, section 3.1.1.2: length, and no lists of signs). */
export function passwordProblem(password: string, email: string): PasswordProblem | undefined {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min) return "short";
  if (length > PASSWORD_LENGTH.max) return "long";
  const folded = password.toLowerCase();
  const isAddress = folded === email || folded === email.split("@")[0];
  return isAddress || OBVIOUS.has(folded) || new Set(folded).size < 3 ? "obvious" : undefined;
}
