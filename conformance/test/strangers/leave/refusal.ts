/** A refusal that the spec declares: its code, and a message that says what to do. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
