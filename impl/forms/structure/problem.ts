/** What is wrong with a structure, beyond what its schema can say. */
export interface StructureProblem {
  /** JSON Pointer into the structure. */
  readonly path: string;
  /** A sentence that says what is wrong there and what to do. */
  readonly problem: string;
}
