/** One problem with the arguments of a call. */
export interface Problem {
  /** JSON Pointer; empty for the arguments as a whole. */
  readonly path: string;
  /** A sentence without its subject, which is the path: `must be at least 1`. */
  readonly problem: string;
}
