/** What a call is refused with: a text with its code in brackets. */
export class Refusal extends Error {
  constructor(code: string, message: string) {
    super(`[${code}] ${message}`);
    this.name = "Refusal";
  }
}
