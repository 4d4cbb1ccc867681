/** What is wrong at one place of the arguments. */
export interface Problem {
  /** JSON pointer; empty for the arguments as a whole. */
  readonly path: string;
  readonly problem: string;
}
