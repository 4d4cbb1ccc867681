/** The user must correct an input of the suite: a file, an option or an address. The message says what. */
export class UsageError extends Error {
  /** Tells this error from others where `instanceof` cannot, as between two copies of the package. */
  override readonly name = "UsageError";
}
