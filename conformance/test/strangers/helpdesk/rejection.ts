/** The answer to a call that the desk refuses. `code` is one of those in the spec. */
export class Rejection extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

export function reject(code: string, text: string): never {
  throw new Rejection(code, text);
}
