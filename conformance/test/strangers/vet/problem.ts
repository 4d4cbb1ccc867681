/** A call that the practice refuses, with a code of the spec. */
export class Problem extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
