/** index.ts cannot be extended. The message says why, and what to do. */
export class ScaffoldError extends Error {
  override readonly name = "ScaffoldError";
}
