/** An error that makes the storage unusable. The message tells the operator which file is wrong, why, and what to do. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
