/** A refused call: the code of the failure, and what the caller can do. */
export class Denied extends Error {
  readonly failure: string;

  constructor(failure: string, advice: string) {
    super(advice);
    this.failure = failure;
  }
}
