/** A refusal with one of the codes of the spec, and a message that says what to do. */
export class Problem extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
