/** The person who runs the suite has to correct something: a file, an option, an address. The message says what. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
