/** The parts of a picture that stay when its metadata is removed. */

/** A picture without metadata. */
export interface StrippedPicture {
  readonly bytes: Buffer;
  /** How browsers turn and mirror the picture, from 1 to 8 (EXIF 2.32, tag 274); 1: not at all. */
  readonly orientation: number;
}

/** Collects parts of a file in their order. Neighbours become one part, so many small parts cost no memory. */
export class KeptParts {
  readonly #file: Buffer;
  readonly #parts: Buffer[] = [];
  #from = 0;
  #to = 0;

  constructor(file: Buffer) {
    this.#file = file;
  }

  keep(from: number, to: number): void {
    if (from !== this.#to) {
      this.#endPart();
      this.#from = from;
    }
    this.#to = to;
  }

  /** Adds bytes in place of those of the file. */
  add(...bytes: Buffer[]): void {
    this.#endPart();
    this.#from = this.#to;
    this.#parts.push(...bytes);
  }

  join(): Buffer {
    this.#endPart();
    return Buffer.concat(this.#parts);
  }

  #endPart(): void {
    if (this.#to > this.#from) this.#parts.push(this.#file.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
