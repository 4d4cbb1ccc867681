/** A call that the drive refuses: a code of the spec, and a sentence that says what to do. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
