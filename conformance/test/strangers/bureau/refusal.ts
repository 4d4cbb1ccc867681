/** A refusal that the caller reads, with its code. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
