/** A call that is refused: the code is for programs, and the message tells the caller what to do instead. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
