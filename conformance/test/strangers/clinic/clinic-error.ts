/** A call that breaks a rule of the clinic: a code, and a sentence for the model. */
export class ClinicError extends Error {
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
