/** A refusal with a code of the documentation. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
