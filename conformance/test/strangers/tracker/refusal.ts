/** A call that the tracker refuses: a code of the spec, and what the caller can do. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
