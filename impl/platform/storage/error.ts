/** The storage cannot be used. The message tells the operator which file is wrong, why, and what to do. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
