/** Entry numbers; the first `length` ones are valid. */
interface List {
  entries: Uint32Array;
  length: number;
}

const none: Readonly<List> = { entries: new Uint32Array(0), length: 0 };

/** Growing lists of entry numbers by trigram, four bytes a number. */
export class Postings {
  readonly #lists = new Map<string, List>();

  add(trigram: string, entry: number): void {
    let list = this.#lists.get(trigram);
    if (list === undefined) {
      list = { entries: new Uint32Array(4), length: 0 };
      this.#lists.set(trigram, list);
    } else if (list.length === list.entries.length) {
      const longer = new Uint32Array(list.length * 2);
      longer.set(list.entries);
      list.entries = longer;
    }
    list.entries[list.length] = entry;
    list.length += 1;
  }

  of(trigram: string): Readonly<List> {
    return this.#lists.get(trigram) ?? none;
  }
}
