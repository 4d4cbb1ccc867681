/** The lines of a text, without white space at their ends. */
export class TextLines {
  readonly #lines: readonly string[];
  readonly #trimmed: readonly string[];

  constructor(text: string) {
    this.#lines = text.split(/\r\n|[\r\n]/);
    this.#trimmed = this.#lines.map((line) => line.trim());
  }

  get count(): number {
    return this.#lines.length;
  }

  from(index: number, count: number): string {
    return count === 1 ? this.#trimmed[index]! : this.#trimmed.slice(index, index + count).join("\n");
  }

  /** The lines with the white space at their beginning, for a value that has several. */
  withIndentation(start: number, end: number): string {
    return this.#lines
      .slice(start, end)
      .map((line) => line.trimEnd())
      .join("\n");
  }
}
