/** Problems of a run that belong to no case, for the report. */
export class Notes {
  readonly #redact: (text: string) => string;
  readonly #sentences: string[] = [];

  /** @param redact replaces tokens in a text */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** The notes, each once, without tokens. */
  get sentences(): readonly string[] {
    return this.#sentences;
  }

  add(sentence: string): void {
    const text = this.#redact(sentence);
    if (!this.#sentences.includes(text)) this.#sentences.push(text);
  }
}
