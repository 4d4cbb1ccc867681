/** The hand-written side cannot be extended as it stands: what is in the way, and what to do. */
export class ScaffoldError extends Error {
  override readonly name = "ScaffoldError";
}
