/** A call that the back office does not do, with a code for programs and a sentence for people and models. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
