/** The storage cannot be used. The message is written for the operator: what is wrong with which file, and what helps. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
