/** A rule of the school rejects the call. The message is for the model. */
export class Rejected extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
