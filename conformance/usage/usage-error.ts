/** The user must correct an input of the suite: a file, an option or an address. The message says what. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
