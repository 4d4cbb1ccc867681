/** A call that the office refuses. Its text begins with the code. */
export class Problem extends Error {
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
  }
}
